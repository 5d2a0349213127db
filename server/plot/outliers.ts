import { visitDrawn, type Parts } from "./domain.ts";
import type { PlotSeries, Beyond, Samples, StripMark } from "./plot-model.ts";
import type { ZoomRange } from "./series.ts";
import { visibleRange, within } from "./stretches.ts";

/** Values at each end that may turn out to be outliers: this share, and one at least. */
const TRIMMED = 0.01;
/** Below this many values there is no telling what is usual. */
const LEAST = 20;
/** How far beyond the trimmed range, in widths of it, a value must lie. */
const REACH = 1;
/** Values that are looked at; more are thinned evenly. */
const LOOKED_AT = 8192;

/**
 * Bounds outside of which a value is an outlier; null where there is none. What remains after the outer 1 % of the drawn
 * values (at least one) is taken off each end is the usual range; an outlier lies beyond it by more than its own width. For
 * normal values that is 7 sd, for uniform ones never, so well-behaved data is left alone, and never is more than 1 % of
 * either end hidden. A smoothed line carries a spike on over many values: what is usual is told by the points behind it, and
 * it is held against that. A constant has no width and hence no outliers: what differs from it is what matters. On a log axis the
 * widths are in decades.
 */
export function findOutliers(
  series: readonly PlotSeries[],
  domain: ZoomRange,
  log: boolean,
): [number, number] | null {
  let count = 0;
  const bent = (value: number) => (log ? Math.log10(value) : value);
  const each = (visit: (value: number) => void, parts: Parts = "measured") => {
    for (const one of series)
      visitDrawn(one, domain, (value) => (log && value <= 0 ? undefined : visit(value)), parts);
  };
  each(() => count++);
  if (count < LEAST) return null;
  const stride = Math.ceil(count / LOOKED_AT);
  const values = new Float64Array(Math.ceil(count / stride));
  let [seen, taken] = [0, 0];
  each((value) => {
    if (seen++ % stride === 0) values[taken++] = bent(value);
  });
  values.sort();
  const trim = Math.max(1, Math.floor(taken * TRIMMED));
  const [low, high] = [values[trim], values[taken - 1 - trim]];
  const margin = (high - low) * REACH;
  if (!(margin > 0 && Number.isFinite(margin))) return null;
  const unbent = (value: number) => (log ? 10 ** value : value);
  const bounds: [number, number] = [unbent(low - margin), unbent(high + margin)];
  let beyond = false;
  each((value) => {
    beyond ||= value < bounds[0] || value > bounds[1];
  }, "all");
  return beyond ? bounds : null;
}

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
  return [
    collectSide(series, x, "above", y[1], isAbove),
    collectSide(series, x, "below", y[0], isBelow),
  ].filter(({ count, smoothed }) => count > 0 || smoothed > 0);
}

function collectSide(
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
