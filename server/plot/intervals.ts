import { recordingCutter, type PossibleRange } from "../contracts/possible-range.ts";
import { drawnExtent } from "./domain.ts";
import { beyondEnds } from "./outliers.ts";
import type { Area, PlotSeries, PlotModel } from "./plot-model.ts";
import { visibleRange } from "./stretches.ts";

/** What the bounds of samples are: computed from them, or the lowest and highest that was measured. */
export type BoundsMeaning = Area["means"];

/**
 * Ends intervals where the quantity itself ends (`recordingCutter`). Samples are cut with the drawing, so that tooltip, table and CSV
 * say what is drawn; an envelope is measured and never cut. `cut` are the bounds that cut something, ascending.
 */
export function clipToPossible(
  series: PlotSeries[],
  possible: PossibleRange,
  bounds: BoundsMeaning,
): { series: PlotSeries[]; cut: number[] } {
  if (bounds !== "interval" && !series.some((one) => one.whisker)) return { series, cut: [] };
  const drawn = drawnExtent(series, null, "lines");
  const { within, cutAt } = recordingCutter(possible, ...drawn);
  const clipped = series.map((one): PlotSeries => {
    const inside = bounds === "interval" ? cutSamples(one, within) : one;
    if (!one.whisker) return inside;
    const [low, high] = [within(one.whisker.low), within(one.whisker.high)];
    const open = { low: low !== one.whisker.low, high: high !== one.whisker.high };
    return { ...inside, whisker: { low, high, open } };
  });
  const cut = cutAt();
  return cut.length > 0 ? { series: clipped, cut } : { series, cut };
}

/** The line and its area read the same bounds afterwards. */
function cutSamples(one: PlotSeries, within: (value: number) => number): PlotSeries {
  const { line, area } = one;
  if (!line.samples.bounds) return one;
  const bounds = { low: line.samples.bounds.low.map(within), high: line.samples.bounds.high.map(within) };
  const samples = { ...line.samples, bounds };
  return { ...one, line: { ...line, samples }, area: area && { ...area, ...bounds, samples } };
}

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
