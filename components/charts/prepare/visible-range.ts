import { lowerBound } from "#server/numbers/lower-bound.ts";
import type { Samples } from "./plot-model.ts";

/** Indices [first, end) of the samples that stand for something inside `domain`. */
export function visibleRange({ from, to }: Samples, domain: readonly [number, number]): [number, number] {
  const first = lowerBound(to, domain[0]);
  let end = lowerBound(from, domain[1]);
  while (end < from.length && from[end] === domain[1]) end++;
  return [first, Math.max(first, end)];
}

/** The place of a bucket's mark where only a part of it is in sight. */
export function within([from, to]: readonly [number, number], x: number): number {
  return Math.max(from, Math.min(to, x));
}
