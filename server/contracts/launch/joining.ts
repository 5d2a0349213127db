import { z } from "zod";
import { idSchema } from "../ids.ts";
import { RUN_STATES } from "../run-lifecycle.ts";
import { Matrix, SlotSources } from "./launch.ts";

/** What could be added to an experiment by one press, as the seeds that stand for it. */
export const JoinOffer = z.object({
  /** "Relaunch 2 killed cells", "3 more seeds". */
  words: z.string(),
  /** As they are typed: "0-2, 7". */
  seeds: z.string(),
  runs: z.number().int(),
  /** What is missing, and not more seeds. */
  lacking: z.boolean(),
  /** What the claims pay for it: "look 2: claims at 97.5 % instead of 95 %"; null where nothing. */
  cost: z.string().nullable(),
});
export type JoinOffer = z.infer<typeof JoinOffer>;

/** What an experiment has of the configurations of a matrix. */
export const Joining = z.object({
  experimentId: z.string(),
  title: z.string(),
  /** Seeds that it has of them, ascending. */
  seeds: z.array(z.number().int()),
  /** How many of the configurations it has. */
  known: z.number().int(),
  /** The run that stands for each seed, by configuration. */
  runs: z.record(
    z.string(),
    z.array(
      z.object({
        seed: z.number().int(),
        runId: z.string(),
        name: z.string(),
        state: z.enum(RUN_STATES),
        /** It ended without finishing, so that the cell lacks it. */
        lacking: z.boolean(),
      }),
    ),
  ),
  /** What is missing first, then more seeds. */
  offers: z.array(JoinOffer),
  /** Why nothing of this joins a configuration that is there; null where it does. */
  caution: z.string().nullable(),
  /** What the claims of these configurations pay for the seeds of this matrix; null where nothing. */
  cost: z.string().nullable(),
});
export type Joining = z.infer<typeof Joining>;

export const OwnMatrixInput = z.object({ id: idSchema("experiment") });
export type OwnMatrixInput = z.infer<typeof OwnMatrixInput>;

/** What an experiment was launched with, put together from its launches, for a form or a command line to go on with. */
export const OwnMatrix = z.object({
  recipe: z.string(),
  matrix: Matrix,
  inputs: SlotSources,
  offers: z.array(JoinOffer),
  caution: z.string().nullable(),
});
export type OwnMatrix = z.infer<typeof OwnMatrix>;
