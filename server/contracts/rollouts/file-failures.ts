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

/** How many failed episodes of one model, and how many rows that could not be told, travel to a page. */
export const MOST_SENT = { cases: 1000, skipped: 200 };

/** A `results.db` that was sent in parts under this id, with the log beside it where there is one, and what is assumed of it. */
export const ReadFailuresInput = z.object({
  stagingId: z.uuid(),
  maxSteps: z.number().int().min(1).max(100_000),
  /** 0 for never. */
  slowOver: z.number().int().min(0).max(100_000),
});
export type ReadFailuresInput = z.infer<typeof ReadFailuresInput>;
