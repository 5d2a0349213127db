import { cutterOf, possibleRange } from "../contracts/possible-range.ts";
import { metricInfo } from "../contracts/metrics.ts";
import { cutWords } from "../wording/feet.ts";
import { asPlainText } from "../wording/typography.ts";
import type { Estimate } from "./estimate.ts";
import { meanInterval } from "./mean-interval.ts";

/**
 * An estimate of a metric whose symmetric interval may pass what the metric can be: it is cut there, and the method says so.
 * Cutting at impossible values keeps the coverage.
 */
export function withinPossible<Of extends Estimate>(metric: string, estimate: Of): Of {
  const { value, low, high, method } = estimate;
  if (value === null || low === null || high === null) return estimate;
  const possible = possibleRange(metric);
  const cut = cutterOf(possible, value, value);
  if (cut(low) === low && cut(high) === high) return estimate;
  const bounds = possible.filter((bound) => bound !== null);
  const words = asPlainText(cutWords(bounds, metricInfo(metric).unit));
  return { ...estimate, low: cut(low), high: cut(high), method: `${method}, ${words}` };
}

/** Mean of a metric over seeds or problems with its t interval, in the metric's unit, cut where the metric itself ends. */
export const meanOfMetric = (metric: string, values: readonly number[]): Estimate =>
  withinPossible(metric, meanInterval(values));
