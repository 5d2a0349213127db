import { findRoot } from "./find-root.ts";
import { logGamma } from "./log-gamma.ts";
import { studentTCdf, studentTCentre } from "./student-t-cdf.ts";

const LOG_LARGEST = Math.log(1e300);
const MAX_STEPS = 60;

/**
 * Quantile of Student's t with `df` > 0 degrees of freedom: the t with P(T <= t) = p, for 0 < p < 1.
 *
 * Solved on the logarithm of the tail against the logarithm of t, where the function is nearly straight. Relative error below
 * 1e-11. Throws RangeError for p outside (0, 1), df <= 0, or a quantile beyond 1e300.
 */
export function studentTQuantile(p: number, df: number): number {
  if (!(p > 0 && p < 1))
    throw new RangeError(`studentTQuantile needs a probability inside (0, 1), got ${p}.`);
  if (p === 0.5) return 0;
  const tail = p < 0.5 ? p : 1 - p;
  const size = tail < studentTCdf(-1, df) ? outerQuantile(tail, df) : centralQuantile(0.5 - tail, df);
  return p < 0.5 ? -size : size;
}

/** The t > 1 with P(T > t) = tail. */
function outerQuantile(tail: number, df: number): number {
  const excess = (logT: number) => Math.log(studentTCdf(-Math.exp(logT), df) / tail);
  let low = 0;
  let high = 1;
  while (excess(high) > 0) {
    low = high;
    high *= 2;
    if (high > LOG_LARGEST)
      throw new RangeError(`The t quantile of tail ${tail} at df = ${df} is beyond 1e300.`);
  }
  return Math.exp(findRoot(excess, low, high));
}

/** The t in [0, 1] with P(0 < T <= t) = mass: Newton from below, which cannot overshoot where the density falls. */
function centralQuantile(mass: number, df: number): number {
  const peak = Math.exp(logGamma((df + 1) / 2) - logGamma(df / 2)) / Math.sqrt(Math.PI * df);
  let t = mass / peak;
  for (let step = 0; step < MAX_STEPS; step++) {
    const density = peak * Math.exp(-((df + 1) / 2) * Math.log1p((t * t) / df));
    const change = (mass - studentTCentre(t, df)) / density;
    t += change;
    if (Math.abs(change) <= 1e-15 * t) break;
  }
  return t;
}
