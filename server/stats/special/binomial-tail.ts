import { deviance, incompleteBeta } from "./incomplete-beta.ts";
import { stirlingError } from "./log-gamma.ts";

/**
 * P(X = k) for X ~ Binomial(n, p), by the saddle-point form of C. Loader (2000): relative error below 1e-12 for n up to 1e6.
 * Zero for k outside 0..n. Throws RangeError where n is not a whole number >= 0, k not whole, or p outside [0, 1].
 */
export function binomialProbability(k: number, n: number, p: number): number {
  if (!Number.isInteger(n) || n < 0 || !Number.isInteger(k) || !(p >= 0 && p <= 1)) {
    throw new RangeError(
      `A binomial needs whole k and n >= 0 and p in [0, 1], got k = ${k}, n = ${n}, p = ${p}.`,
    );
  }
  if (k < 0 || k > n) return 0;
  if (p === 0) return k === 0 ? 1 : 0;
  if (p === 1) return k === n ? 1 : 0;
  if (k === 0) return Math.exp(n * Math.log1p(-p));
  if (k === n) return Math.exp(n * Math.log(p));
  const shape = stirlingError(n) - stirlingError(k) - stirlingError(n - k);
  const distance = deviance(k, n * p) + deviance(n - k, n * (1 - p));
  return Math.exp(shape - distance) * Math.sqrt(n / (2 * Math.PI * k * (n - k)));
}

/**
 * P(X >= k) for X ~ Binomial(n, p): I_p(k, n - k + 1) (A&S 6.6.4), relative error below 1e-12.
 *
 * The lower tail P(X <= k) is `binomialTail(n - k, n, 1 - p)`. 1 for k <= 0 and 0 for k > n.
 * Throws RangeError where n is not a whole number >= 0, k not whole, or p outside [0, 1].
 */
export function binomialTail(k: number, n: number, p: number): number {
  if (!Number.isInteger(n) || n < 0 || !Number.isInteger(k) || !(p >= 0 && p <= 1)) {
    throw new RangeError(
      `A binomial needs whole k and n >= 0 and p in [0, 1], got k = ${k}, n = ${n}, p = ${p}.`,
    );
  }
  if (k <= 0) return 1;
  if (k > n) return 0;
  return incompleteBeta(p, k, n - k + 1);
}
