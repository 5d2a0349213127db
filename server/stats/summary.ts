import { keepFinite } from "./keep-finite.ts";

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
