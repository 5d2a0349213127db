import { metricInfo } from "../../../workers/protocol/metrics.ts";
import type { Estimate } from "../../stats/estimate.ts";
import { meanInterval } from "../../stats/mean-interval.ts";

/**
 * Mean of a metric over seeds with its t interval, in the metric's unit. The symmetric interval of a share may pass 0 or 1,
 * where no share can lie: it is cut there, and the method says so. Cutting at impossible values keeps the coverage.
 */
export function meanOfMetric(metric: string, values: readonly number[]): Estimate {
  const estimate = meanInterval(values);
  const { low, high, method } = estimate;
  if (metricInfo(metric).unit !== "share" || low === null || high === null || (low >= 0 && high <= 1))
    return estimate;
  return {
    ...estimate,
    low: Math.max(0, low),
    high: Math.min(1, high),
    method: `${method}, cut at 0 and 100 %`,
  };
}
