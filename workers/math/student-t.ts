/**
 * The value that |T| stays below with probability `level`, for Student's t with a whole number of degrees of freedom.
 * Bisects the finite trigonometric sums for P(|T| < t) in theta = atan(t / sqrt(df)) (Abramowitz & Stegun 1964, 26.7.3 and
 * 26.7.4); relative error below 1e-9. Throws RangeError for a level outside (0, 1) or df below 1.
 */
export function studentTCritical(level: number, df: number): number {
  if (!(level > 0 && level < 1) || !Number.isInteger(df) || df < 1)
    throw new RangeError(
      `A critical t needs a level inside (0, 1) and whole degrees of freedom, got ${level} and ${df}.`,
    );
  let [low, high] = [0, Math.PI / 2];
  for (let round = 0; round < 60; round++) {
    const middle = (low + high) / 2;
    if (within(middle, df) < level) low = middle;
    else high = middle;
  }
  return Math.sqrt(df) * Math.tan((low + high) / 2);
}

/** P(|T| < sqrt(df) tan(theta)). */
function within(theta: number, df: number): number {
  const [sine, cosine] = [Math.sin(theta), Math.cos(theta)];
  const odd = df % 2 === 1;
  let term = odd ? cosine : 1;
  let sum = df === 1 ? 0 : term;
  for (let k = odd ? 2 : 1; k <= df - 3; k += 2) {
    term *= (k / (k + 1)) * cosine * cosine;
    sum += term;
  }
  return odd ? (2 / Math.PI) * (theta + sine * sum) : sine * sum;
}
