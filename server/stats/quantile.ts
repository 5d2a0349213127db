import { keepFinite } from "./keep-finite.ts";

/**
 * Sample quantile of type 7 (Hyndman & Fan 1996; numpy's and R's default): linear interpolation at position (n - 1) q of the
 * sorted finite values, in their own unit. q = 0 is the minimum, q = 1 the maximum.
 *
 * `value` is null without finite values; the others are counted. Throws RangeError for q outside [0, 1].
 */
export function quantile(
  values: readonly number[],
  q: number,
): { value: number | null; n: number; nonFinite: number; method: string } {
  const { finite, nonFinite } = keepFinite(values);
  const sorted = Float64Array.from(finite).sort();
  const value = quantileOfSorted(sorted, q);
  return { value, n: finite.length, nonFinite, method: `quantile ${q}, type 7 (linear interpolation)` };
}

/** The same for values that are already finite and ascending; null when there are none. */
export function quantileOfSorted(sorted: Float64Array, q: number): number | null {
  if (!(q >= 0 && q <= 1)) throw new RangeError(`A quantile is asked for at a q in [0, 1], got ${q}.`);
  if (sorted.length === 0) return null;
  const position = (sorted.length - 1) * q;
  const below = Math.floor(position);
  const fraction = position - below;
  if (fraction === 0) return sorted[below];
  return sorted[below] * (1 - fraction) + sorted[below + 1] * fraction;
}
