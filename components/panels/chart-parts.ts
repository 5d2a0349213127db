import type { LineSeries } from "#components/charts/types.ts";
import { formatCount } from "#components/ui/format/format-count.ts";
import { formatNumber } from "#components/ui/format/format-number.ts";
import type { SeriesWindow } from "#server/contracts/series-window.ts";
import type { AxisName } from "#server/contracts/x-axes.ts";
import { axisLabel, xSpec, ySpec } from "./axis.ts";
import type { PanelLook } from "./panel-look.ts";
import { isOnOwnAxis } from "./panel-question.ts";
import { toChartWindow, toSmoothedWindow } from "./to-chart-window.ts";

/**
 * Why nothing is drawn of series that have points: the page is zoomed to where they have none, or none of them has a place
 * on its axis that a later attempt has not taken over.
 */
export function emptyPart(windows: SeriesWindow[] | undefined, { axis, zoom }: PanelLook) {
  if (!windows || windows.length === 0 || windows.some((window) => window.total > 0)) return undefined;
  if (!zoom) {
    const reason = windowNotes(windows, axis);
    return reason === undefined
      ? undefined
      : ({ kind: "empty", title: "None of its points is drawn", reason } as const);
  }
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

const countPoints = (count: number): string => `${formatCount(count)} ${count === 1 ? "point" : "points"}`;

/** What of earlier attempts is not drawn, because later ones begin before it. */
function hiddenNote(windows: SeriesWindow[]): string | undefined {
  const cut = windows.filter((window) => window.hidden > 0);
  if (cut.length === 0) return undefined;
  const [{ runId, attempt }] = cut;
  const count = cut.reduce((sum, { hidden }) => sum + hidden, 0);
  const points = `${countPoints(count)} of`;
  const verb = count === 1 ? "lies" : "lie";
  const isOne = cut.every((window) => window.runId === runId && window.attempt === attempt);
  const later = new Set(
    windows.flatMap((w) => (w.runId === runId && w.attempt > attempt ? [w.attempt] : [])),
  );
  return isOne && later.size === 1
    ? `${points} attempt ${attempt} ${verb} behind attempt ${[...later].join()}.`
    : `${points} earlier attempts ${verb} behind later ones.`;
}

/** What a chart of these windows does not show, or shows otherwise than the page says. */
export function windowNotes(windows: SeriesWindow[], axis: AxisName): string | undefined {
  const notes: string[] = [...new Set(windows.flatMap(({ damaged }) => damaged ?? []))];
  const other = windows.find((window) => window.axis !== axis && !isOnOwnAxis(window.metric));
  if (other) notes.push(`Over its own axis, ${axisLabel(other.axis)}: it has no ${axisLabel(axis)}.`);
  const unplaced = windows.reduce((sum, window) => sum + window.unplaced, 0);
  if (unplaced > 0)
    notes.push(
      `${countPoints(unplaced)} ${unplaced === 1 ? "has" : "have"} no ${axisLabel(axis)} and ${unplaced === 1 ? "is" : "are"} not drawn.`,
    );
  if (windows.some((window) => window.interpolated))
    notes.push(`x is interpolated between points of ${axisLabel(axis)}; a shorter stretch is exact.`);
  const hidden = hiddenNote(windows);
  if (hidden !== undefined) notes.push(hidden);
  return notes.length > 0 ? notes.join(" ") : undefined;
}
