import { nearestIndex } from "./nearest-index.ts";
import type { Samples } from "./plot-model.ts";

/**
 * Index of the sample that speaks for `x`, or -1: the one that spans it, else the nearest, but never one further away than
 * half its distance to its neighbour, nor any beyond the ends of the line.
 */
export function sampleAt({ x: columns, from, to }: Samples, x: number): number {
  const index = nearestIndex(columns, x);
  if (index < 0 || x < from[0] || x > to[to.length - 1]) return -1;
  for (const near of [index, index - 1, index + 1]) if (x >= from[near] && x <= to[near]) return near;
  const side = x > columns[index] ? 1 : -1;
  const neighbour = columns[index + side] ?? columns[index - side];
  return Math.abs(columns[index] - x) <= Math.abs(neighbour - columns[index]) / 2 ? index : -1;
}
