/** The metric catalogue belongs to the worker protocol; the browser reads it through here. */
export {
  isDefinedByProtocol,
  isEvaluationMetric,
  isTrainingReward,
  METRICS,
  metricInfo,
  rewardPartOf,
  type EvaluationMetricName,
  type MetricInfo,
  type MetricName,
} from "../../workers/protocol/metrics.ts";
