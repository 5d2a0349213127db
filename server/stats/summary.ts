import { keepFinite } from "./moments.ts";
import { leftOutValues } from "../wording/charts/feet.ts";
import { countOf, writeOf } from "../wording/counts.ts";

/** Interquartile mean with what it kept. */
interface Iqm {
  /** Null without finite values. */
  value: number | null;
  n: number;
  /** Values that were averaged. */
  kept: number;
  nonFinite: number;
  method: string;
}

/**
 * Interquartile mean: the mean of what is left after floor(n / 4) values are cut at each end (Agarwal et al. 2021,
 * arXiv 2108.13264; the same as scipy's trim_mean at 0.25). In the values' unit.
 *
 * Below 4 values nothing is cut and it is the plain mean; `method` says so. It carries no interval: over 3 to 10 seeds the
 * percentile bootstrap covers 75 to 90 % where it says 95 %.
 */
export function iqm(values: readonly number[]): Iqm {
  const { finite, nonFinite } = keepFinite(values);
  const n = finite.length;
  const cut = Math.floor(n / 4);
  const middle = [...Float64Array.from(finite).sort()].slice(cut, n - cut);
  const value = summary(middle).mean;
  const what =
    n === 0
      ? "no value: no finite values"
      : cut === 0
        ? `plain mean: of ${countOf(n, "value")} the interquartile mean cuts none`
        : `interquartile mean, ${writeOf(cut, n, "value")} cut at each end`;
  return { value, n, kept: middle.length, nonFinite, method: what + leftOutValues(nonFinite) };
}

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

/** Location and spread of a sample. Non-finite values are counted, never mixed in. */
export interface Summary {
  /** Finite values. */
  n: number;
  nonFinite: number;
  /** Null when there is no finite value. */
  mean: number | null;
  /** Sample standard deviation with n - 1 (ddof 1); null below 2 values. */
  sd: number | null;
  min: number | null;
  max: number | null;
}

/** Beyond these magnitudes squares leave the range of a double, so the sample is scaled first. */
const SCALE_ABOVE = 1e140;
const SCALE_BELOW = 1e-140;

/**
 * Mean, sample standard deviation (ddof 1), extremes and counts of `values`, in their own unit.
 *
 * Two passes around the first value, so that equal values have exactly their own mean and a standard deviation of exactly 0.
 */
export function summary(values: readonly number[]): Summary {
  const { finite, nonFinite } = keepFinite(values);
  const n = finite.length;
  if (n === 0) return { n, nonFinite, mean: null, sd: null, min: null, max: null };
  let min = finite[0];
  let max = finite[0];
  for (const value of finite) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const magnitude = Math.max(Math.abs(min), Math.abs(max));
  const scale = magnitude > SCALE_ABOVE || (magnitude < SCALE_BELOW && magnitude > 0) ? magnitude : 1;
  const origin = finite[0] / scale;
  let shift = 0;
  for (const value of finite) shift += value / scale - origin;
  const scaledMean = origin + shift / n;
  let squares = 0;
  for (const value of finite) squares += (value / scale - scaledMean) ** 2;
  const mean = Math.min(max, Math.max(min, scaledMean * scale));
  const sd = n < 2 ? null : Math.min(Number.MAX_VALUE, Math.sqrt(squares / (n - 1)) * scale);
  return { n, nonFinite, mean, sd, min, max };
}

/** Mean of the finite values, in their own unit; null where there are none. */
export const meanOf = (values: readonly number[]): number | null => summary(values).mean;

/** Mean of what is known and finite; null where nothing is. */
export const meanOfKnown = (values: readonly (number | null)[]): number | null =>
  meanOf(values.filter((value) => value !== null));
