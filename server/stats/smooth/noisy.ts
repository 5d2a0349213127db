import { quantileOfSorted } from "../summary.ts";

/** Fewer points are each looked at. */
const LEAST_POINTS = 20;
/** From this share of the spread on, the way from point to point hides where a line goes. */
const NOISY_SHARE = 0.08;
/** The spread is that between these quantiles, so that a spike or a start far away does not hide the noise of the rest. */
const [LOW, HIGH] = [0.1, 0.9];

/**
 * Whether a series is so noisy that a smoothed line in front of it is read more easily: the median way from one point to the
 * next is a tenth of the spread of its values or nearly so. White noise has 0.37 of it, a straight line of 20 points 0.066, a
 * line that is flat but for spikes none, since most of its ways are 0. `values` are in the order of x, in any unit; NaN and
 * infinities are passed over. False for fewer than 20 finite points, and for what has no spread.
 */
export function isNoisy(values: ArrayLike<number>): boolean {
  const finite = Float64Array.from(values).filter(Number.isFinite);
  if (finite.length < LEAST_POINTS) return false;
  const ways = Float64Array.from(finite.subarray(1), (value, i) => Math.abs(value - finite[i])).toSorted();
  const sorted = finite.toSorted();
  const spread = (quantileOfSorted(sorted, HIGH) ?? 0) - (quantileOfSorted(sorted, LOW) ?? 0);
  return spread > 0 && (quantileOfSorted(ways, 0.5) ?? 0) >= NOISY_SHARE * spread;
}
