import { beyondEnds } from "./collect-beyond.ts";
import type { PlotModel, PlotSeries } from "./plot-model.ts";
import { visibleRange } from "./visible-range.ts";

/** Intervals in sight that run off the y axis, by the end or ends that they run off at. */
export interface IntervalsBeyond {
  above: number;
  below: number;
  both: number;
}

type Visit = (low: number, mean: number, high: number) => void;

/** Every interval that is drawn: those of the band, or the bar at the right edge. */
function visitIntervals({ area, whisker, line, bounds }: PlotSeries, x: PlotModel["x"], visit: Visit): void {
  if (bounds !== "interval") return;
  const { samples, runs } = line;
  if (whisker && runs.length > 0) visit(whisker.low, samples.y[runs[runs.length - 1] - 1], whisker.high);
  if (!area) return;
  const [first, end] = visibleRange(area.samples, x.domain);
  for (let run = 0; run < area.runs.length; run += 2) {
    const stop = Math.min(area.runs[run + 1], end);
    for (let index = Math.max(area.runs[run], first); index < stop; index++)
      visit(area.low[index], area.samples.y[index], area.high[index]);
  }
}

/** How many intervals reach beyond the y axis. At an end that their mean is beyond they are said with that. */
export function intervalsBeyond({ series, x, y }: Pick<PlotModel, "series" | "x" | "y">): IntervalsBeyond {
  const { isAbove, isBelow } = beyondEnds(y.domain, y.log);
  const counts = { above: 0, below: 0, both: 0 };
  for (const one of series)
    visitIntervals(one, x, (low, mean, high) => {
      const above = isAbove(high) && !isAbove(mean);
      const below = isBelow(low) && !isBelow(mean);
      if (above && below) counts.both++;
      else if (above) counts.above++;
      else if (below) counts.below++;
    });
  return counts;
}
