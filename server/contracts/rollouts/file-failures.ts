import { z } from "zod";
import { FailedCase, FailureReport } from "../../../workers/protocol/failures.ts";

const Count = z.number().int().min(0);

/** What went wrong in the episodes of one model, as far as a file with one row per episode tells. */
export const ModelFailures = FailureReport.pick({
  n: true,
  slowOver: true,
  maxSteps: true,
  kinds: true,
  byType: true,
  conflict: true,
  meanSteps: true,
}).extend({
  model: z.string(),
  cases: z.array(FailedCase.pick({ key: true, type: true, kind: true, steps: true })),
});
export type ModelFailures = z.infer<typeof ModelFailures>;

/** A row of the file of which it cannot be said how it ended. */
export const SkippedResult = z.object({ model: z.string(), problem: z.string(), reason: z.string() });
export type SkippedResult = z.infer<typeof SkippedResult>;

/** The failures of a `results.db`, with the rows that could not be told and what such a file does not hold. */
export const FileFailures = z.object({
  file: z.string(),
  rows: Count,
  models: z.array(ModelFailures),
  skipped: z.array(SkippedResult),
  /** One sentence each. */
  lacks: z.array(z.string()),
});
export type FileFailures = z.infer<typeof FileFailures>;
