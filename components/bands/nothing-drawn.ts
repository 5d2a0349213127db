import type { ChartState } from "#components/charts/chart-frame.tsx";
import { nonePlaced, noPoints } from "#components/charts/prepare/words.ts";
import type { ZoomRange } from "#server/plot/series.ts";
import type { ShownBands } from "#server/contracts/charts/shown-bands.ts";
import { axisLabel } from "#server/wording/charts/axes.ts";
import { allRestarted } from "#server/wording/charts/bands.ts";
import { nothingBetween } from "#server/wording/charts/feet.ts";

/**
 * Why a chart of seeds draws nothing of an answer; undefined where it draws something. `ended`: how many runs there are, once
 * all have ended, 0 before; null where the page does not know.
 */
export function nothingDrawn(
  shown: ShownBands,
  { zoom, ended }: { zoom: ZoomRange | null; ended: number | null },
): ChartState | undefined {
  if (shown.drawn.length > 0) return undefined;
  const axis = axisLabel(shown.axis);
  if (shown.on.length === 0)
    return ended === null ? empty("No points", "None of these runs has sent this metric.") : noPoints(ended);
  if (zoom) {
    const [from, to] = zoom;
    return empty("No points in this part", `${nothingBetween(from, to, axis)} Reset the zoom to see all.`);
  }
  const unplaced = shown.on.reduce((sum, band) => sum + band.unplaced, 0);
  if (unplaced > 0) return nonePlaced(unplaced, axis);
  const restarted = allRestarted(shown);
  return empty(
    "No point is drawn",
    restarted === null ? `None that was sent has a place over ${axis}.` : `${restarted}. Choose another x.`,
  );
}

const empty = (title: string, reason: string): ChartState => ({ kind: "empty", title, reason });
