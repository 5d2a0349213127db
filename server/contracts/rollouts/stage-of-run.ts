import { z } from "zod";

/** A share of problems with its own interval. */
export const ShareOfProblems = z.object({
  hits: z.number().int(),
  n: z.number().int(),
  low: z.number(),
  high: z.number(),
});

/** A stage of a curriculum, with what the policy was worth at its end. */
export const StageOfRun = z.object({
  /** First train step, and the last one that was heard of; null while the stage goes on. */
  from: z.number().int(),
  to: z.number().int().nullable(),
  change: z.enum(["began", "promoted", "demoted", "scheduled"]),
  name: z.string(),
  reason: z.string(),
  /** Level -> how likely a draw is of it. */
  weights: z.record(z.string(), z.number()),
  /** RR@5 of the last evaluation inside the stage, with the step and the evaluation; null where there was none. */
  measured: z
    .object({ evaluation: z.string(), trainStep: z.number().int(), rrAt5: ShareOfProblems })
    .nullable(),
});
export type StageOfRun = z.infer<typeof StageOfRun>;
