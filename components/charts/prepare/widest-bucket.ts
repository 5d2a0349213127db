import type { PlotModel } from "./plot-model.ts";
import { visibleRange } from "./visible-range.ts";

/**
 * The bucket of more than one point that takes the greatest share of a log x axis, as its first and last x with that share;
 * null without any, or on a linear axis. Buckets are of equal width in x, so on a log axis the leftmost are the widest drawn.
 */
export function widestBucket({ series, x }: PlotModel): { from: number; to: number; share: number } | null {
  if (!x.log) return null;
  const axis = Math.log10(x.domain[1]) - Math.log10(x.domain[0]);
  let widest: ReturnType<typeof widestBucket> = null;
  for (const { line, behind } of series) {
    const { samples } = behind ?? line;
    const { from, to, n, nonFinite } = samples;
    const [first, end] = visibleRange(samples, x.domain);
    for (let index = first; index < end; index++) {
      if (n[index] + nonFinite[index] < 2) continue;
      const [left, right] = [Math.max(from[index], x.domain[0]), Math.min(to[index], x.domain[1])];
      const share = (Math.log10(right) - Math.log10(left)) / axis;
      if (share > (widest?.share ?? 0)) widest = { from: from[index], to: to[index], share };
    }
  }
  return widest;
}
