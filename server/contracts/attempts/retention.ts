import { z } from "zod";
import { idSchema } from "../ids.ts";

/** Which checkpoints stay, whatever else: so many of the last of each run, and the best of it by its primary metric. */
export const RetentionRule = z.object({
  run: idSchema("run").optional(),
  experiment: idSchema("experiment").optional(),
  /** At least one, or no run could ever go on. */
  keepLast: z
    .number()
    .int("How many to keep is a whole number.")
    .min(1, "At least the last checkpoint of a run stays.")
    .max(1000)
    .default(1),
  keepBest: z.boolean().default(true),
});
export type RetentionRule = z.input<typeof RetentionRule>;

export const ApplyRetentionInput = RetentionRule.extend({
  /** What the preview listed: nothing else is removed. */
  ids: z.array(z.number().int()).min(1, "Nothing is to be removed.").max(20_000),
});
export type ApplyRetentionInput = z.input<typeof ApplyRetentionInput>;

const Going = z.object({
  id: z.number().int(),
  runId: z.string(),
  runName: z.string(),
  attempt: z.number().int(),
  path: z.string(),
  trainStep: z.number().int().nullable(),
  bytes: z.number().int(),
  worker: z.string(),
});

export const RetentionPlan = z.object({
  /** Checkpoints that would go, by run. */
  go: z.array(Going),
  bytes: z.number().int(),
  /** Those that stay, by what keeps them: the first reason that holds counts. */
  kept: z.object({
    live: z.number().int(),
    pinned: z.number().int(),
    input: z.number().int(),
    last: z.number().int(),
    best: z.number().int(),
  }),
  keptBytes: z.number().int(),
  /** Runs of which the best is not known, because no value of their primary metric stands before a checkpoint. */
  withoutBest: z.array(z.string()),
  /** One sentence: what would go, and what stays. */
  message: z.string(),
});
export type RetentionPlan = z.infer<typeof RetentionPlan>;

export const RetentionAnswer = z.object({
  asked: z.number().int(),
  bytes: z.number().int(),
  /** One sentence: what happens now. */
  message: z.string(),
});
export type RetentionAnswer = z.infer<typeof RetentionAnswer>;

export const FileInput = z.object({ id: z.number().int() });
export const PinInput = FileInput.extend({ pinned: z.boolean() });
