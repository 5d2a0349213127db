import type { Drawable, PlotModel, PlotSeries } from "./plot-model.ts";
import { toRows } from "./to-rows.ts";

/**
 * What one chart may cost the chart library's own marks, in points of a line. At 6,000 an update stays near 50 ms; above,
 * drawing plain paths is two to five times faster.
 */
export const POINT_BUDGET = 6000;
/** A mark costs as much as this many points before its first point. */
const MARK_COST = 300;
/** A band costs three times the points of its line. */
const BAND_COST = 3;

function countPoints(stretches: Drawable[][]): number {
  return stretches.reduce((sum, stretch) => sum + stretch.length, 0);
}

/** What the marks of a chart cost, in points of a line. */
export function markCost(series: PlotSeries[]): number {
  return series.reduce((sum, one) => {
    const line = countPoints(one.line);
    const behind = countPoints(one.behind);
    const marks = 1 + (behind > 0 ? 1 : 0) + (one.area ? 1 : 0);
    return sum + line + behind + (one.area ? line * BAND_COST : 0) + marks * MARK_COST;
  }, 0);
}

/**
 * `marks` while the chart library can draw this truthfully and in time, else `paths`. Its marks share one table of x, in
 * which a line must not be broken by the x of another, and it draws nothing for a point that stands alone.
 */
export function chooseLayer({ series }: PlotModel, budget = POINT_BUDGET): "marks" | "paths" {
  if (markCost(series) > budget) return "paths";
  if (series.some((one) => one.members.length > 0)) return "paths";
  const lines = series.flatMap((one) => [one.line, one.behind]);
  if (lines.some((stretches) => stretches.some((stretch) => stretch.length === 1))) return "paths";
  return isUnbroken(series) ? "marks" : "paths";
}

/** Whether each stretch of each line lies on neighbouring rows of the shared table. */
function isUnbroken(series: PlotSeries[]): boolean {
  const place = new Map(toRows(series).map((row, index) => [row.x, index]));
  return series.every((one) =>
    [...one.line, ...one.behind].every((stretch) => {
      const first = place.get(stretch[0].x) as number;
      return place.get(stretch[stretch.length - 1].x) === first + stretch.length - 1;
    }),
  );
}
