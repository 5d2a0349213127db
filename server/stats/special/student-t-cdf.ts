import { incompleteBeta } from "./incomplete-beta.ts";

/**
 * Distribution function of Student's t with `df` > 0 degrees of freedom (any real number), P(T <= t).
 *
 * P(T > t) = I_{df / (df + t^2)}(df / 2, 1/2) / 2 for t >= 0 (A&S 26.7.1). Relative error below 1e-11, so the
 * two-sided p of a statistic is `2 * studentTCdf(-Math.abs(t), df)`.
 * Infinities give 0 and 1; throws RangeError for NaN, df <= 0 or df not finite.
 */
export function studentTCdf(t: number, df: number): number {
  if (!(df > 0) || !Number.isFinite(df) || Number.isNaN(t)) {
    throw new RangeError(`studentTCdf needs a number t and finite df above 0, got t = ${t}, df = ${df}.`);
  }
  if (!Number.isFinite(t)) return t < 0 ? 0 : 1;
  if (Math.abs(t) <= 1) return 0.5 + studentTCentre(t, df);
  const ratio = (t / df) * t;
  const x = Number.isFinite(ratio) ? 1 / (1 + ratio) : df / t / t;
  const y = Number.isFinite(ratio) ? ratio / (1 + ratio) : 1;
  const tail = 0.5 * incompleteBeta(x, df / 2, 0.5, y);
  return t < 0 ? tail : 1 - tail;
}

/** P(T <= t) - 1/2 with its relative accuracy, also at tiny t. */
export function studentTCentre(t: number, df: number): number {
  const ratio = (t / df) * t;
  return 0.5 * Math.sign(t) * incompleteBeta(ratio / (1 + ratio), 0.5, df / 2, 1 / (1 + ratio));
}
