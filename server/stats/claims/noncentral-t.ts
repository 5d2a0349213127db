import { findRoot } from "../special/find-root.ts";
import { logGamma } from "../special/log-gamma.ts";
import { normalCdf } from "../special/normal-cdf.ts";

/** Nodes and weights of an expectation over S, the estimated standard deviation in units of the true one. */
interface ChiNodes {
  s: Float64Array;
  weight: Float64Array;
}

const LOG_NEGLIGIBLE = -37;

/**
 * Quadrature for E[g(S)], S = sqrt(chi-square(df) / df): sum of weight[i] g(s[i]) for a smooth bounded g.
 *
 * The trapezoid rule in u = ln s, where the density c exp(df u - df e^(2u) / 2), c = 2 (df/2)^(df/2) / Gamma(df/2), is analytic
 * and falls off at both ends, so the error shrinks exponentially with the step (Trefethen & Weideman 2014, SIAM Review 56).
 * The step follows the width 1 / sqrt(2 df) of the bump and stays small enough for the strip of analyticity at low df.
 * Throws RangeError unless df is finite and at least 1.
 */
function scaledChiNodes(df: number): ChiNodes {
  if (!(df >= 1) || !Number.isFinite(df)) {
    throw new RangeError(`Degrees of freedom are a finite number of at least 1, got ${df}.`);
  }
  const step = Math.min(0.1, 0.38 / Math.sqrt(df));
  const constant = Math.log(2 * step) + (df / 2) * Math.log(df / 2) - logGamma(df / 2);
  const logWeight = (u: number) => constant + df * u - (df / 2) * Math.exp(2 * u);
  let first = 0;
  let last = 0;
  while (logWeight((first - 1) * step) > LOG_NEGLIGIBLE) first--;
  while (logWeight((last + 1) * step) > LOG_NEGLIGIBLE) last++;
  const size = last - first + 1;
  const s = new Float64Array(size);
  const weight = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const u = (first + i) * step;
    s[i] = Math.exp(u);
    weight[i] = Math.exp(logWeight(u));
  }
  return { s, weight };
}

/** P(|T| > critical) for a noncentral t with `df` >= 1 degrees of freedom, by noncentrality (Johnson & Welch 1940, Biometrika 31). */
function shownBy(critical: number, df: number): (noncentrality: number) => number {
  const { s, weight } = scaledChiNodes(df);
  return (noncentrality) => {
    let total = 0;
    for (let i = 0; i < s.length; i++) {
      const bound = critical * s[i];
      total += weight[i] * (normalCdf(noncentrality - bound) + normalCdf(-noncentrality - bound));
    }
    return Math.min(1, total);
  };
}

/** The power of a two-sided t test: P(|T| > critical) at this noncentrality, true difference / standard error. */
export function shownPower(critical: number, df: number, noncentrality: number): number {
  return shownBy(critical, df)(noncentrality);
}

/** The noncentrality at which |T| exceeds `critical` with probability `power`; error below 1e-10. */
export function shownNoncentrality(critical: number, df: number, power: number): number {
  const shown = shownBy(critical, df);
  let high = critical;
  while (shown(high) < power) high *= 2;
  return findRoot((noncentrality) => shown(noncentrality) - power, 0, high, 1e-11);
}
