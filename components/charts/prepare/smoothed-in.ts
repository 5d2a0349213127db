import { lowerBound } from "#server/numbers/lower-bound.ts";
import type { PlotSeries } from "./plot-model.ts";

/**
 * Index of the smoothed sample that belongs to a measured one, or -1: a smoothed value stands at the last point of its bucket,
 * while the bucket itself stands in its middle.
 */
export function smoothedIn({ line, behind }: Pick<PlotSeries, "line" | "behind">, index: number): number {
  if (!behind) return -1;
  const [from, to] = [behind.samples.from[index], behind.samples.to[index]];
  const { x } = line.samples;
  const isIn = (at: number) => x[at] >= from && x[at] <= to;
  // Both come in the same buckets; where they do not, the last one counts.
  if (x.length === behind.samples.x.length && isIn(index)) return index;
  const after = lowerBound(x, to);
  return [after, after - 1].find(isIn) ?? -1;
}
