import { z } from "zod";

/** One round of training on what an earlier policy failed, over the seeds of one arm. */
export const TrainingRound = z.object({
  /** How the set of the round was drawn. */
  arm: z.enum(["failed", "weighted", "uniform"]),
  /** From 1: how many rounds this policy has been through. */
  round: z.number().int().min(1),
  label: z.string(),
  runs: z.array(z.object({ id: z.string(), name: z.string(), seed: z.number().int(), state: z.string() })),
  /** Share of the played train problems that failed or were slow before the round: mean over seeds. */
  failed: z.object({ mean: z.number(), seeds: z.number().int(), n: z.number().int() }).nullable(),
  /** Problems in the set. */
  drawn: z.number().int().nullable(),
  /** Fault types with what share of the draw they had by weight, mean over seeds, largest first; empty where none was weighed. */
  weights: z.array(z.object({ name: z.string(), weight: z.number() })),
  /** What tells most of the evaluation after the round: mean, least and greatest over seeds; null before a run has finished. */
  rrAt5: z
    .object({
      mean: z.number(),
      least: z.number(),
      most: z.number(),
      seeds: z.number().int(),
      n: z.number().int(),
    })
    .nullable(),
});
export type TrainingRound = z.infer<typeof TrainingRound>;
