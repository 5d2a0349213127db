/** Training metrics are read at the end of a run: the mean of what they have in this many last train steps. */
export const LAST_STEPS = 10;

/** The metric catalogue belongs to the worker protocol; the browser reads it through here. */
export type { MetricInfo } from "../../workers/protocol/metrics/metric-info.ts";
export { METRICS, metricInfo, type MetricName } from "../../workers/protocol/metrics/metrics.ts";
export {
  comesInFamilies,
  isEvaluationMetric,
  isInFamilies,
  isShareOfProblems,
  KIND_OF_STEPS,
  LEAD_METRICS,
  leadOf,
  metricsOfKind,
  OVERALL_METRICS,
  overallOf,
  overProblemsOf,
  type EvaluationMetricName,
} from "../../workers/protocol/metrics/evaluation-metrics.ts";
export {
  isDefinedByProtocol,
  isOfProblems,
  isOfSamples,
  isTrainingReward,
  rewardPartOf,
} from "../../workers/protocol/metrics/metric-kinds.ts";
export {
  foreignMetric,
  calledBack,
  otherNamesOf,
  foreignNamesOf,
  namesOfMeasure,
  withPrefix,
} from "../../workers/protocol/metrics/foreign-metrics.ts";
