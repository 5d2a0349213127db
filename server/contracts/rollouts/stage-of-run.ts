import { z } from "zod";
import {
  type EvaluationMetricName,
  LEAD_METRICS,
} from "../../../workers/protocol/metrics/evaluation-metrics.ts";

/** A share of problems with its own interval. */
export const ShareOfProblems = z.object({
  hits: z.number().int(),
  n: z.number().int(),
  low: z.number(),
  high: z.number(),
});

/**
 * What tells most of an evaluation in one number, the first metric of its kind, where a list has room for one.
 * Programs of one family stand and fall together: `families` are what was resampled, null where problems count one by one. Bounds are null where too few families have any.
 */
export const LeadShare = ShareOfProblems.extend({
  metric: z.enum(LEAD_METRICS as [EvaluationMetricName, ...EvaluationMetricName[]]),
  /** Of the metric; publications of before did not keep it. */
  title: z.string().optional(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  families: z.number().int().nullable(),
});
export type LeadShare = z.infer<typeof LeadShare>;

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
  /** What tells most of the last evaluation inside the stage, with the step and the evaluation; null where there was none. */
  measured: z.object({ evaluation: z.string(), trainStep: z.number().int(), lead: LeadShare }).nullable(),
});
export type StageOfRun = z.infer<typeof StageOfRun>;
