import { cutDifferenceWords, cutWords } from "../wording/charts/feet.ts";
import { cutterOf, differenceRange, possibleRange, type PossibleRange } from "../contracts/possible-range.ts";
import { metricInfo } from "../contracts/metrics.ts";
import { asPlainText } from "../wording/typography.ts";
import { meanInterval } from "./mean-interval.ts";
import type { Estimate } from "./estimate.ts";

type Bounded = Pick<Estimate, "value" | "low" | "high" | "method">;

function endedAt<Of extends Bounded>(
  estimate: Of,
  possible: PossibleRange,
  words: (bounds: number[]) => string,
): Of {
  const { value, low, high, method } = estimate;
  if (value === null || low === null || high === null) return estimate;
  const cut = cutterOf(possible, value, value);
  if (cut(low) === low && cut(high) === high) return estimate;
  const bounds = possible.filter((bound) => bound !== null);
  return { ...estimate, low: cut(low), high: cut(high), method: `${method}, ${asPlainText(words(bounds))}` };
}

/**
 * An estimate of a metric whose symmetric interval may pass what the metric can be: it is cut there, and the method says so.
 * Cutting at impossible values keeps the coverage. `possible`: of a training reward what its reward function gives.
 */
export const withinPossible = <Of extends Bounded>(
  metric: string,
  estimate: Of,
  possible: PossibleRange = possibleRange(metric),
): Of => endedAt(estimate, possible, (bounds) => cutWords(bounds, metricInfo(metric).unit));

/** The same of a difference, by what each of its sides can be; no difference of shares is beyond 100 points. */
export const differenceWithin = <Of extends Bounded>(
  metric: string,
  difference: Of,
  [own, other]: readonly [PossibleRange, PossibleRange] = [possibleRange(metric), possibleRange(metric)],
): Of =>
  endedAt(difference, differenceRange(own, other), (bounds) =>
    cutDifferenceWords(bounds, metricInfo(metric).unit),
  );

/** Mean of a metric over seeds or problems with its t interval, in the metric's unit, cut where the metric itself ends. */
export const meanOfMetric = (
  metric: string,
  values: readonly number[],
  possible: PossibleRange = possibleRange(metric),
): Estimate => withinPossible(metric, meanInterval(values), possible);
