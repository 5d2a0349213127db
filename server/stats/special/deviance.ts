const SERIES_BELOW = 0.1;

/**
 * x ln(x / m) + m - x for x, m > 0: the half deviance of a count x against its mean m, never negative.
 *
 * Close to x = m the terms cancel, so there it is summed as a series in v = (x - m) / (x + m)
 * (C. Loader 2000, "Fast and accurate computation of binomial probabilities", function bd0).
 */
export function deviance(x: number, m: number): number {
  const gap = x - m;
  if (Math.abs(gap) >= SERIES_BELOW * (x + m)) return x * Math.log(x / m) - gap;
  const v = gap / (x + m);
  const square = v * v;
  let sum = gap * v;
  let term = 2 * x * v;
  for (let k = 3; ; k += 2) {
    term *= square;
    const next = sum + term / k;
    if (next === sum) return sum;
    sum = next;
  }
}
