import { z } from "zod";
import { ARTIFACT_KINDS } from "../../../workers/protocol/inputs.ts";
import { RUN_STATES } from "../run-lifecycle.ts";
import { ParamValueSchema } from "./launch.ts";

/** From which runs a run takes something, and which take something from it. */
export const Lineage = z.object({
  inputs: z.array(
    z.object({
      slot: z.string(),
      label: z.string(),
      kind: z.enum(ARTIFACT_KINDS),
      runId: z.string(),
      runName: z.string(),
      recipe: z.string().nullable(),
      /** null where the source was deleted. */
      state: z.enum(RUN_STATES).nullable(),
      evaluationId: z.string().nullable(),
    }),
  ),
  /** What this run makes for others. */
  outputs: z.array(z.enum(ARTIFACT_KINDS)),
  dependents: z.array(
    z.object({
      slot: z.string(),
      kind: z.enum(ARTIFACT_KINDS),
      runId: z.string(),
      runName: z.string(),
      recipe: z.string(),
      state: z.enum(RUN_STATES),
    }),
  ),
  labelSetId: z.string().nullable(),
  /** The problem set that it left, as it is registered. */
  madeSet: z.object({ id: z.string(), name: z.string(), n: z.number().int() }).nullable(),
  /** What can be launched from what it leaves. */
  offers: z.array(
    z.object({
      recipe: z.string(),
      slot: z.string(),
      words: z.string(),
      /** What such a launch keeps of this run. */
      set: z.record(z.string(), ParamValueSchema),
      inputs: z.record(z.string(), z.string()),
    }),
  ),
});
export type Lineage = z.infer<typeof Lineage>;
