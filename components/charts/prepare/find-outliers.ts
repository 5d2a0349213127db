import type { ZoomRange } from "../types.ts";
import { visitDrawn, type Parts } from "./drawn-extent.ts";
import type { PlotSeries } from "./plot-model.ts";

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
