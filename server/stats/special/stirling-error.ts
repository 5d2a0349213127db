/** Coefficients of the asymptotic series: Bernoulli numbers B(2k) / (2k (2k - 1)) (A&S 6.1.41). */
const SERIES = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156, -3617 / 122400];
const SERIES_FROM = 11;

/**
 * What Stirling's formula leaves out: ln Gamma(x) - [(x - 1/2) ln x - x + ln(2 pi) / 2], for x > 0.
 *
 * The series from 11 on; below, the recurrence d(x) - d(x + 1) = (x + 1/2) ln(1 + 1/x) - 1 climbs up to it.
 * Kept apart because products of gamma functions lose all digits for large arguments when taken as logarithms
 * (C. Loader 2000, "Fast and accurate computation of binomial probabilities").
 */
export function stirlingError(x: number): number {
  let climbed = 0;
  let at = x;
  while (at < SERIES_FROM) {
    climbed += (at + 0.5) * Math.log1p(1 / at) - 1;
    at += 1;
  }
  const inverse = 1 / at;
  const square = inverse * inverse;
  let sum = 0;
  for (let i = SERIES.length - 1; i >= 0; i--) sum = sum * square + SERIES[i];
  return climbed + sum * inverse;
}
