/**
 * Weighted mean of values whose plain sum leaves the range of a double: a step from the mean so far for each value, by
 * products that are no larger than the values. It lies between the least and the greatest of them, which rounding alone could
 * leave. `values` yields a value and its weight above 0, at least one of them.
 */
export function meanOfHuge(values: Iterable<readonly [value: number, weight: number]>): number {
  let [mean, total, least, greatest] = [0, 0, Infinity, -Infinity];
  for (const [value, weight] of values) {
    total += weight;
    mean = mean * (1 - weight / total) + value * (weight / total);
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
    mean = Math.max(least, Math.min(greatest, mean));
  }
  return mean;
}
