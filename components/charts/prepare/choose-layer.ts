import type { Area, Line, PlotModel, PlotSeries } from "./plot-model.ts";
import type { Scale } from "./scale.ts";
import { toRows } from "./to-rows.ts";
import { visibleRange } from "./visible-range.ts";

/**
 * What one chart may cost the chart library's own marks, in points of a line. At 6,000 an update stays near 50 ms; above,
 * drawing plain paths is two to five times faster.
 */
export const POINT_BUDGET = 2000;
/** A mark costs as much as this many points before its first point. */
const MARK_COST = 300;
/** A band costs three times the points of its line. */
const BAND_COST = 3;
/** The library fills an envelope at the middle of each bucket; wider ones, in px, would hide where their spikes are. */
const WIDEST_BUCKET = 1;

function countPoints({ runs }: Line | Area): number {
  let points = 0;
  for (let run = 0; run < runs.length; run += 2) points += runs[run + 1] - runs[run];
  return points;
}

/** What the marks of a chart cost, in points of a line. */
export function markCost(series: readonly PlotSeries[]): number {
  return series.reduce((sum, { line, behind, area }) => {
    const marks = 1 + (behind ? 1 : 0) + (area ? 1 : 0);
    const points = countPoints(line) + (behind ? countPoints(behind) : 0);
    return sum + points + (area ? countPoints(area) * BAND_COST : 0) + marks * MARK_COST;
  }, 0);
}

/**
 * `marks` while the chart library can draw this truthfully and in time, else `paths`. Its marks share one table of x, in
 * which a line must not be broken by the x of another, it dashes none in part, draws nothing for a point that stands alone, and
 * fills a bucket only at its middle.
 */
export function chooseLayer({ series }: PlotModel, x: Scale, budget = POINT_BUDGET): "marks" | "paths" {
  if (markCost(series) > budget) return "paths";
  if (series.some((one) => one.members.length > 0 || one.whole)) return "paths";
  const parts = series
    .flatMap(({ line, behind, area }) => [line, behind, area])
    .filter((part) => part !== null);
  if (parts.some(hasLonePoint) || series.some(({ area }) => area && hasWideBucket(area, x))) return "paths";
  return isUnbroken(series, parts) ? "marks" : "paths";
}

function hasLonePoint({ runs }: Line | Area): boolean {
  for (let run = 0; run < runs.length; run += 2) if (runs[run + 1] - runs[run] === 1) return true;
  return false;
}

function hasWideBucket({ samples }: Area, x: Scale): boolean {
  const [first, end] = visibleRange(samples, x.domain);
  for (let index = first; index < end; index++)
    if (x.toPx(samples.to[index]) - x.toPx(samples.from[index]) > WIDEST_BUCKET) return true;
  return false;
}

/** Whether each stretch of each line lies on neighbouring rows of the shared table. */
function isUnbroken(series: readonly PlotSeries[], parts: (Line | Area)[]): boolean {
  const place = new Map(toRows(series).map((row, index) => [row.x, index]));
  return parts.every(({ samples: { x }, runs }) => {
    for (let run = 0; run < runs.length; run += 2) {
      const [first, last] = [runs[run], runs[run + 1] - 1];
      if (place.get(x[last]) !== (place.get(x[first]) as number) + last - first) return false;
    }
    return true;
  });
}
