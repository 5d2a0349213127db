import { findRoot } from "./find-root.ts";
import { logGamma } from "./log-gamma.ts";

const MAX_TERMS = 100_000;

/** x^a e^-x / Gamma(a + 1) times 1 + x / (a + 1) + x^2 / ((a + 1)(a + 2)) + ... (DLMF 8.7.1), for x up to about a + 1. */
function lowerSeries(a: number, x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; k <= MAX_TERMS && term > 1e-17 * sum; k++) {
    term *= x / (a + k);
    sum += term;
  }
  return Math.exp(a * Math.log(x) - x - logGamma(a + 1)) * sum;
}

/** The rest of it as a continued fraction (DLMF 8.9.2) by Lentz's method, for larger x. */
function upperFraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let value = d;
  for (let k = 1; k <= MAX_TERMS; k++) {
    const numerator = -k * (k - a);
    b += 2;
    d = 1 / (numerator * d + b);
    c = b + numerator / c;
    value *= c * d;
    if (Math.abs(c * d - 1) < 1e-16 * 8) break;
  }
  return Math.exp(a * Math.log(x) - x - logGamma(a)) * value;
}

/**
 * P(X <= x) for X ~ chi-square with `df` > 0 degrees of freedom: the regularised incomplete gamma function P(df / 2, x / 2).
 * Relative error below 1e-11. Throws RangeError for df <= 0, a negative x, or NaN.
 */
export function chiSquareCdf(x: number, df: number): number {
  if (!(df > 0) || !Number.isFinite(df) || !(x >= 0))
    throw new RangeError(`chiSquareCdf needs x >= 0 and finite df above 0, got x = ${x}, df = ${df}.`);
  const a = df / 2;
  if (x === 0) return 0;
  return x / 2 < a + 1 ? lowerSeries(a, x / 2) : 1 - upperFraction(a, x / 2);
}

/** The x with P(X <= x) = p, for 0 < p < 1. Relative error below 1e-10. Throws RangeError outside. */
export function chiSquareQuantile(p: number, df: number): number {
  if (!(p > 0 && p < 1))
    throw new RangeError(`chiSquareQuantile needs a probability inside (0, 1), got ${p}.`);
  const lack = (logX: number) => Math.log(chiSquareCdf(Math.exp(logX), df) / p);
  const middle = Math.log(df);
  let reach = 1;
  while (lack(middle - reach) > 0 || lack(middle + reach) < 0) reach *= 2;
  return Math.exp(findRoot(lack, middle - reach, middle + reach));
}
