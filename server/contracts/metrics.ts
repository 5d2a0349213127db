/** The metric catalogue belongs to the worker protocol; the browser reads it through here. */
export {
  isTrainingReward,
  METRICS,
  metricInfo,
  type MetricInfo,
  type MetricName,
} from "../../workers/protocol/metrics.ts";
