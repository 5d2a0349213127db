import type { EvaluationMetricName } from "./pack.ts";
import { PROGRAM_CHARTS, PROGRAM_NOTES } from "./programs/notes.ts";
import { REPAIR_CHARTS, REPAIR_CURVES, REPAIR_NOTES } from "./repair/notes.ts";

/** What is said of a metric beside a chart and below a table; of one without a note its definition is. */
export const METRIC_NOTES: Readonly<Record<string, string>> = {
  ...REPAIR_NOTES,
  ...PROGRAM_NOTES,
  "eval/answers": "outcomes as the client sent them, problem by problem; Wilson 95 %",
};

/** What the page of a run draws of evaluations, by their kind; of one without a list the first metric. */
export const RUN_CHARTS: Readonly<Record<string, readonly EvaluationMetricName[]>> = {
  ...REPAIR_CHARTS,
  ...PROGRAM_CHARTS,
};

/** What the page of an experiment draws along training, by the kind of its evaluations. */
export const EXPERIMENT_CURVES: typeof RUN_CHARTS = { ...REPAIR_CURVES, ...PROGRAM_CHARTS };
