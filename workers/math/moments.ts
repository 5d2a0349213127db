/** Arithmetic mean; NaN for an empty list. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}

/**
 * Standard deviation in two passes, divisor n - ddof: 0 for the population's, 1 for a sample's.
 * NaN where n - ddof is not positive.
 */
export function standardDeviation(values: ArrayLike<number>, ddof: 0 | 1): number {
  const freedom = values.length - ddof;
  if (freedom <= 0) return Number.NaN;
  const centre = mean(values);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i] - centre) ** 2;
  return Math.sqrt(sum / freedom);
}
