import type { EvaluationTotals } from "#db/queries/evaluations.ts";
import type { EvaluationMetricName } from "../../../workers/protocol/metrics/metric-kinds.ts";

/** What one seed measured of each metric of evaluations, from the totals of its evaluation. */
export const EVALUATION_VALUES: Record<EvaluationMetricName, (t: EvaluationTotals) => number | null> = {
  "eval/rr": (t) => t.solved / t.n,
  "eval/rr_at_5": (t) => t.solvedAt5 / t.n,
  "eval/answers": (t) => (t.answers ? t.solved / t.n : null),
  "eval/da": (t) => t.da,
  "eval/op": (t) => t.op,
  "eval/clean": (t) => (t.cleanN === 0 ? null : t.clean / t.cleanN),
  "eval/steps": (t) => t.meanSteps,
  "eval/solved": (t) => (t.passedN === 0 ? null : t.solvedPrograms / t.passedN),
  "eval/passed_share": (t) => t.passed,
  "eval/pass_at_1": (t) => t.passAt1,
  "eval/pass_at_8": (t) => t.passAt8,
};

/** Problems behind one seed's value: those for which the metric is defined. */
export const EVALUATION_PROBLEMS: Record<string, (t: EvaluationTotals) => number> = {
  "eval/da": (t) => t.daN,
  "eval/op": (t) => t.opN,
  "eval/clean": (t) => t.cleanN,
  "eval/solved": (t) => t.passedN,
  "eval/passed_share": (t) => t.passedN,
  "eval/pass_at_1": (t) => t.passAt1N,
  "eval/pass_at_8": (t) => t.passAt8N,
};
