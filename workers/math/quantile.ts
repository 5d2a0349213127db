/**
 * Quantile by linear interpolation between order statistics at (n - 1) p (Hyndman and Fan 1996, type 7; numpy's default).
 * NaN for an empty list.
 */
export function quantile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const position = (sorted.length - 1) * p;
  const below = Math.floor(position);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted.length === 0
    ? Number.NaN
    : sorted[below] + (position - below) * (sorted[above] - sorted[below]);
}
