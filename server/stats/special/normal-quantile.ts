import { normalCdf, normalCentre } from "./normal-cdf.ts";

const SQRT_TWO_PI = 2.5066282746310007;
const CENTRAL_MASS = 0.1;

/** First guess for the upper tail t <= 1/2, absolute error 4.5e-4 (Hastings; A&S 26.2.23). */
function guess(tail: number): number {
  const s = Math.sqrt(-2 * Math.log(tail));
  const top = 2.515517 + s * (0.802853 + s * 0.010328);
  const bottom = 1 + s * (1.432788 + s * (0.189269 + s * 0.001308));
  return s - top / bottom;
}

/**
 * Standard normal quantile: the x with P(Z <= x) = p, for 0 < p < 1.
 *
 * Hastings' rational guess, then two Halley steps on the tail probability; Newton's method around the median. Relative error
 * below 1e-13 for p from 1e-300 on. The upper tail is `-normalQuantile(tail)`.
 * Throws RangeError for p outside (0, 1): the answer would be infinite.
 */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`normalQuantile needs a probability inside (0, 1), got ${p}.`);
  const mass = p - 0.5;
  if (Math.abs(mass) <= CENTRAL_MASS) return centralQuantile(mass);
  const tail = p < 0.5 ? p : 1 - p;
  let x = guess(tail);
  for (let step = 0; step < 2; step++) {
    const u = (normalCdf(-x) - tail) * SQRT_TWO_PI * Math.exp((x * x) / 2);
    x += u / (1 - (x * u) / 2);
  }
  return p < 0.5 ? -x : x;
}

/** Newton's method on Phi(x) - 1/2, which keeps its digits where the quantile is close to 0. */
function centralQuantile(mass: number): number {
  let x = mass * SQRT_TWO_PI;
  for (let step = 0; step < 4; step++) {
    x -= (normalCentre(x) - mass) * SQRT_TWO_PI * Math.exp((x * x) / 2);
  }
  return x;
}
