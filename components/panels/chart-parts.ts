import type { LineSeries } from "#components/charts/types.ts";
import { formatNumber } from "#components/ui/format/format-number.ts";
import type { SeriesWindow } from "#server/contracts/series-window.ts";
import type { AxisName } from "#server/contracts/x-axes.ts";
import { axisLabel, xSpec, ySpec } from "./axis.ts";
import type { PanelLook } from "./panel-look.ts";
import { isOnOwnAxis } from "./panel-question.ts";
import { toChartWindow, toSmoothedWindow } from "./to-chart-window.ts";

export const NO_POINTS = {
  kind: "empty",
  title: "No points yet",
  reason: "The first one appears here by itself.",
} as const;

/** Why nothing is drawn of series that have points: the page is zoomed to where they have none. */
export function emptyPart(windows: SeriesWindow[] | undefined, { axis, zoom }: PanelLook) {
  if (!zoom || !windows || windows.length === 0 || windows.some((window) => window.total > 0))
    return undefined;
  const [from, to] = zoom.map((end) => formatNumber(end));
  return {
    kind: "empty",
    title: "No points in this part",
    reason: `None between ${from} and ${to} on ${axisLabel(axis)}. Reset the zoom above to see all.`,
  } as const;
}

/** What of a line is drawn: the smoothed one with its points behind it, or the points. */
export function drawnWindow(window: SeriesWindow): Pick<LineSeries, "window" | "behind"> {
  const points = toChartWindow(window);
  const smoothed = toSmoothedWindow(window);
  return smoothed ? { window: smoothed, behind: points } : { window: points };
}

/** The axes of a panel whose lines are of this metric. Windows that stand on another axis than the page's say which. */
export function chartAxes(metric: string, windows: SeriesWindow[], look: PanelLook) {
  const axis = isOnOwnAxis(metric) ? "SFT epoch" : (windows[0]?.axis ?? look.axis);
  return { x: xSpec(axis, undefined, look.xscale), y: ySpec(metric, look.yscale) };
}

/** What a chart of these windows does not show, or shows otherwise than the page says. */
export function windowNotes(windows: SeriesWindow[], axis: AxisName): string | undefined {
  const notes: string[] = [];
  const other = windows.find((window) => window.axis !== axis && !isOnOwnAxis(window.metric));
  if (other) notes.push(`Over its own axis, ${axisLabel(other.axis)}: it has no ${axisLabel(axis)}.`);
  const unplaced = windows.reduce((sum, window) => sum + window.unplaced, 0);
  if (unplaced > 0) notes.push(`${unplaced} points have no ${axisLabel(axis)} and are not drawn.`);
  return notes.length > 0 ? notes.join(" ") : undefined;
}
