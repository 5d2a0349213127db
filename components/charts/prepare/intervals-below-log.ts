import type { PlotModel } from "./plot-model.ts";
import { visibleRange } from "./visible-range.ts";

/** How many intervals in sight reach to zero or below, where a log axis has no place: they are drawn without their lower end. */
export function intervalsBelowLog({ series, x, y }: Pick<PlotModel, "series" | "x" | "y">): number {
  if (!y.log) return 0;
  let count = 0;
  for (const { area, whisker, bounds } of series) {
    if (bounds !== "interval") continue;
    if (whisker && whisker.low <= 0) count++;
    if (!area) continue;
    const [first, end] = visibleRange(area.samples, x.domain);
    for (let index = first; index < end; index++) if (area.low[index] <= 0) count++;
  }
  return count;
}
