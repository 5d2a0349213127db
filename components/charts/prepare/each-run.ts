import type { ZoomRange } from "../types.ts";
import type { Area, Line } from "./plot-model.ts";
import { visibleRange } from "./visible-range.ts";

/**
 * Calls `visit` with the bounds [start, end) of every stretch, as far as it is shown: one sample beyond each end of the
 * domain stays, since the line goes on to there.
 */
export function eachRun(
  { samples, runs }: Line | Area,
  domain: ZoomRange,
  visit: (start: number, end: number) => void,
): void {
  const [first, end] = visibleRange(samples, domain);
  for (let run = 0; run < runs.length; run += 2) {
    const start = Math.max(runs[run], first - 1);
    const stop = Math.min(runs[run + 1], end + 1);
    if (start < stop) visit(start, stop);
  }
}
