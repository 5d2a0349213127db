import type { ZoomRange } from "../types.ts";
import type { Beyond, PlotSeries, Samples, StripMark } from "./plot-model.ts";
import { visibleRange, within } from "./visible-range.ts";

/** A bound that was rounded may cut the last digits of a value. */
const ROUNDING = 1e-9;

/**
 * Points inside the x domain whose value lies beyond an end of the y domain. Of a bucket that lies beyond as a whole all
 * points count, of one that only reaches there at least one. Of a smoothed line the points behind it count; that the line
 * itself reaches there is said apart, since what lifted it may be out of sight.
 */
export function collectBeyond(
  series: readonly PlotSeries[],
  x: ZoomRange,
  y: readonly [number, number],
  log: boolean,
): Beyond[] {
  const slack = Math.abs(y[1] - y[0]) * ROUNDING;
  return [
    collect(series, x, "above", y[1], (value) => value > y[1] + slack),
    // What is zero or less on a log axis is in its own strip.
    collect(series, x, "below", y[0], (value) => value < y[0] - slack && (!log || value > 0)),
  ].filter(({ count, smoothed }) => count > 0 || smoothed > 0);
}

function collect(
  series: readonly PlotSeries[],
  x: ZoomRange,
  side: Beyond["side"],
  bound: number,
  isBeyond: (value: number) => boolean,
): Beyond {
  const marks: StripMark[] = [];
  let [count, smoothed] = [0, 0];
  for (const { key, line, behind, area } of series) {
    const { samples } = behind ?? line;
    if (behind && reaches(line.samples, x, isBeyond)) smoothed++;
    const envelope = area?.means === "envelope" ? area : null;
    const [first, end] = visibleRange(samples, x);
    for (let index = first; index < end; index++) {
      const low = envelope ? envelope.low[index] : samples.y[index];
      const high = envelope ? envelope.high[index] : samples.y[index];
      const [far, near] = side === "above" ? [high, low] : [low, high];
      if (!isBeyond(far)) continue;
      const whole = isBeyond(near);
      const points = envelope && whole ? samples.n[index] : 1;
      count += points;
      marks.push({
        x: within(x, samples.x[index]),
        count: points,
        atLeast: !whole && samples.n[index] > 1,
        key,
      });
    }
  }
  if (series.length > 1) marks.sort((a, b) => a.x - b.x);
  return { side, bound, count, atLeast: marks.some((mark) => mark.atLeast), smoothed, marks };
}

function reaches(samples: Samples, x: ZoomRange, isBeyond: (value: number) => boolean): boolean {
  const [first, end] = visibleRange(samples, x);
  return samples.y.subarray(first, end).some(isBeyond);
}
