import { lowerBound } from "#server/numbers/lower-bound.ts";

/** Index of the element nearest to `x`, the lower one of two that are equally near, or -1 in an empty column. */
export function nearestIndex(sorted: Float64Array, x: number): number {
  const after = Math.min(lowerBound(sorted, x), sorted.length - 1);
  return after > 0 && x - sorted[after - 1] <= sorted[after] - x ? after - 1 : after;
}
