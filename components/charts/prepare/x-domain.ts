import type { XAxisSpec, ZoomRange } from "../types.ts";
import type { PlotSeries } from "./plot-model.ts";
import { isStretch } from "./zoom-range.ts";

/** From the first sample to the last; null without any. */
export function sampleReach(series: readonly PlotSeries[]): ZoomRange | null {
  let [first, last] = [Infinity, -Infinity];
  for (const { line, behind } of series)
    for (const { from, to } of behind ? [line.samples, behind.samples] : [line.samples]) {
      if (from.length === 0) continue;
      first = Math.min(first, from[0]);
      last = Math.max(last, to[to.length - 1]);
    }
  return first <= last ? [first, last] : null;
}

/** Where a log axis may begin, and how narrow another may be: below it the digits of numbers end. */
const LEAST = 1e-290;

/** All of x: what was given, or from the first sample to the last. A single one stands in the middle of its room. */
export function fullDomain(reach: ZoomRange | null, { domain, scale }: XAxisSpec): ZoomRange {
  const log = scale === "log";
  const [from, to] = domain ?? reach ?? (log ? [1, 10] : [0, 1]);
  if (!log) return to - from > LEAST ? [from, to] : aroundSingle(from);
  // A bucket may begin below the axis; it shows one decade of it at least.
  const high = to > 0 ? to : 10;
  const low = from > 0 ? from : Math.max(LEAST, Math.min(high / 10, 1));
  return low < high
    ? [low, high]
    : [Math.max(LEAST, low / 10), Math.max(LEAST * 10, Math.min(Number.MAX_VALUE, low * 10))];
}

/** Far from zero one more is no other number. */
function aroundSingle(x: number): ZoomRange {
  const room = Math.max(1, Math.abs(x) * 1e-9);
  return [Math.max(-Number.MAX_VALUE, x - room), Math.min(Number.MAX_VALUE, x + room)];
}

/** The stretch that is asked for where it is one, else all. */
export function zoomedDomain(full: ZoomRange, zoom: ZoomRange | null | undefined, log: boolean): ZoomRange {
  if (!zoom) return full;
  const [from, to] = [log && zoom[0] <= 0 ? full[0] : zoom[0], zoom[1]];
  return Number.isFinite(from) && Number.isFinite(to) && isStretch([from, to]) ? [from, to] : full;
}
