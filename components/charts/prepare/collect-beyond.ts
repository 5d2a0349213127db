import type { ZoomRange } from "../types.ts";
import type { Beyond, PlotSeries, Samples, StripMark } from "./plot-model.ts";
import { visibleRange, within } from "./visible-range.ts";

/** A bound that was rounded may cut the last digits of a value. */
const ROUNDING = 1e-9;

type IsBeyond = (value: number) => boolean;

/** What lies beyond either end of a y domain. What is zero or less on a log axis is said apart, and is not. */
export function beyondEnds(
  y: readonly [number, number],
  log: boolean,
): { isAbove: IsBeyond; isBelow: IsBeyond } {
  const slack = Math.abs(y[1] - y[0]) * ROUNDING;
  return {
    isAbove: (value) => value > y[1] + slack,
    isBelow: (value) => value < y[0] - slack && (!log || value > 0),
  };
}

/**
 * Points inside the x domain whose value lies beyond an end of the y domain. Of a bucket that lies beyond as a whole all
 * points count, of one that only reaches there at least one. Where no area is drawn a line counts where it is beyond itself. Of
 * a smoothed line the points behind it count; that the line itself reaches there is said apart, since what lifted it may be out
 * of sight.
 */
export function collectBeyond(
  series: readonly PlotSeries[],
  x: ZoomRange,
  y: readonly [number, number],
  log: boolean,
): Beyond[] {
  const { isAbove, isBelow } = beyondEnds(y, log);
  return [collect(series, x, "above", y[1], isAbove), collect(series, x, "below", y[0], isBelow)].filter(
    ({ count, smoothed }) => count > 0 || smoothed > 0,
  );
}

function collect(
  series: readonly PlotSeries[],
  x: ZoomRange,
  side: Beyond["side"],
  bound: number,
  isBeyond: IsBeyond,
): Beyond {
  const marks: StripMark[] = [];
  let [count, smoothed] = [0, 0];
  for (const one of series) {
    const { key, line, behind, area } = one;
    const { samples } = behind ?? line;
    if (behind && reaches(line.samples, x, isBeyond)) smoothed++;
    // Of a single seed there is no lowest and highest: its mean is drawn.
    const bounds = one.bounds === "envelope" ? (area ?? samples.bounds) : null;
    const bar = barOf(one);
    const visit = (index: number) => {
      const hasBounds = bounds !== null && !Number.isNaN(bounds.low[index]);
      const low = hasBounds ? bounds.low[index] : samples.y[index];
      const high = hasBounds ? bounds.high[index] : samples.y[index];
      const [far, near] = side === "above" ? [high, low] : [low, high];
      if (!isBeyond(area || index === bar ? far : samples.y[index])) return;
      const whole = isBeyond(near);
      const points = bounds && whole ? samples.n[index] : 1;
      count += points;
      marks.push({
        x: within(x, samples.x[index]),
        count: points,
        // Of two the other one is the end that is in sight.
        atLeast: !whole && samples.n[index] > 2,
        key,
      });
    };
    const [first, end] = visibleRange(samples, x);
    for (let index = first; index < end; index++) visit(index);
    if (bar !== null && (bar < first || bar >= end)) visit(bar);
  }
  if (series.length > 1) marks.sort((a, b) => a.x - b.x);
  return { side, bound, count, atLeast: marks.some((mark) => mark.atLeast), smoothed, marks };
}

/** Index of the sample whose bounds are the bar at the right edge, which a zoom leaves there; null where there is none. */
function barOf({ whisker, bounds, line: { runs } }: PlotSeries): number | null {
  return whisker && bounds === "envelope" && runs.length > 0 ? runs[runs.length - 1] - 1 : null;
}

function reaches(samples: Samples, x: ZoomRange, isBeyond: IsBeyond): boolean {
  const [first, end] = visibleRange(samples, x);
  return samples.y.subarray(first, end).some(isBeyond);
}
