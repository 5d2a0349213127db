import type { BucketColumns, LineSeries, SeriesWindow as ChartWindow } from "#server/plot/series.ts";
import type { SeriesWindow } from "#server/contracts/charts/series-window.ts";
import type { AskedSmoothing } from "#server/contracts/charts/smoothing.ts";
import type { AxisName } from "#server/contracts/x-axes.ts";
import { countOf, listAnd, plural, writeCount, writeOf } from "#server/wording/counts.ts";
import { nothingBetween, withoutPlace } from "#server/wording/charts/feet.ts";
import { isOfMachine } from "#server/contracts/charts/machine-section.ts";
import { metricInfo } from "#server/contracts/metrics.ts";
import { kindOfUnit, writeValue } from "#server/wording/quantities.ts";
import { withUnit } from "#server/wording/typography.ts";
import { axisLabel, isOnOwnAxis } from "#server/wording/charts/axes.ts";
import { sharedYSpec, unitWords, xSpec } from "#server/plot/metric-axes.ts";
import { oneAxis } from "#server/contracts/charts/shown-bands.ts";
import type { PanelLook } from "./panel-look.ts";
import { smoothingWords } from "./smoothing-text.ts";

function countsOf(window: SeriesWindow): Pick<BucketColumns, "n" | "nonFinite" | "posInf" | "negInf"> {
  const { n, nan, posInf, negInf } = window;
  const nonFinite = nan.map((count, i) => count + posInf[i] + negInf[i]);
  return { n: n.map((count, i) => count - nonFinite[i]), nonFinite, posInf, negInf };
}

/** Charts keep what they prepared for a window, so the same window is always the same object for them. */
const drawn = new WeakMap<SeriesWindow, ChartWindow>();
const smoothed = new WeakMap<SeriesWindow, ChartWindow | null>();

/** The server's window as charts read it: `n` counts finite points, NaN and infinities are counted apart. */
function toChartWindow(window: SeriesWindow): ChartWindow {
  let chart = drawn.get(window);
  if (!chart) {
    const { raw, x0, x1, first, last, min, max, mean, ofLogger } = window;
    chart = { raw, ofLogger, buckets: { x0, x1, first, last, min, max, mean, ...countsOf(window) } };
    drawn.set(window, chart);
  }
  return chart;
}

/**
 * The smoothed line of a window: one value for each bucket, at its last point. Null where nothing was smoothed. The points
 * themselves, `toChartWindow(window)`, are drawn behind it.
 */
function toSmoothedWindow(window: SeriesWindow): ChartWindow | null {
  const known = smoothed.get(window);
  if (known !== undefined) return known;
  const line = window.smoothed;
  const chart = line && {
    raw: true,
    ofLogger: window.ofLogger,
    buckets: {
      x0: window.x1,
      x1: window.x1,
      first: line,
      last: line,
      min: line,
      max: line,
      mean: line,
      ...countsOf(window),
    },
  };
  smoothed.set(window, chart);
  return chart;
}

/** The windows that a panel draws: those of one axis. */
export const drawnWindows = (windows: readonly SeriesWindow[], axis: AxisName): SeriesWindow[] =>
  oneAxis(windows, axis).on;

/**
 * Why nothing is drawn of series that have points: the page is zoomed to where they have none, or none of them has a place
 * on its axis that a later attempt has not taken over.
 */
export function emptyPart(windows: SeriesWindow[] | undefined, { axis, zoom }: PanelLook) {
  if (!windows || windows.length === 0) return undefined;
  if (drawnWindows(windows, axis).some((window) => window.total > 0)) return undefined;
  if (!zoom) {
    const reason = windowNotes(windows, axis);
    return reason === undefined
      ? undefined
      : ({ kind: "empty", title: "None of its points is drawn", reason } as const);
  }
  const [from, to] = zoom;
  return {
    kind: "empty",
    title: "No points in this part",
    reason: `${nothingBetween(from, to, axisLabel(axis))} Reset the zoom above to see all.`,
  } as const;
}

/** Fewer readings of a machine show no course of anything. */
const FEWEST_READINGS = 3;

/**
 * The readings of a machine themselves where they are too few to be a line; undefined where they are enough, and of all that is
 * no reading of a machine. `labels`: what each metric of several is called, by its name.
 */
function fewReadings(
  windows: readonly SeriesWindow[],
  { zoom }: PanelLook,
  labels?: ReadonlyMap<string, string>,
) {
  const isFew = ({ metric, raw, total }: SeriesWindow) =>
    isOfMachine(metric) && raw && total < FEWEST_READINGS;
  if (zoom || windows.length === 0 || !windows.every(isFew)) return undefined;
  const readings = windows.flatMap(({ metric, axis, ownAxis, mean, x0 }) => {
    const { unit } = metricInfo(metric);
    const label = labels?.get(metric);
    return Array.from(mean, (value, i) => {
      const read = withUnit(writeValue(value, kindOfUnit(unit)), unitWords(metric));
      const at = axis === ownAxis ? ` at ${withUnit(writeCount(x0[i]), "s")}` : "";
      return `${label === undefined ? "" : `${label} `}${read}${at}`;
    });
  });
  return {
    kind: "empty",
    title: countOf(readings.length, "reading"),
    reason: `${listAnd(readings)}.`,
  } as const;
}

/** What a panel of one run shows instead of a drawing: why there is nothing to draw, or so little that it says it. */
export const instead = (
  windows: SeriesWindow[] | undefined,
  look: PanelLook,
  labels?: ReadonlyMap<string, string>,
) => emptyPart(windows, look) ?? (windows && fewReadings(drawnWindows(windows, look.axis), look, labels));

/** What of a line is drawn: the smoothed one with its points behind it, or the points. */
export function drawnWindow(window: SeriesWindow): Pick<LineSeries, "window" | "behind"> {
  const points = toChartWindow(window);
  const smoothed = toSmoothedWindow(window);
  return smoothed ? { window: smoothed, behind: points } : { window: points };
}

/**
 * The axes of a panel whose first line is of this metric; the others are known by their windows. Windows that stand on
 * another axis than the page's say which; where some are on the page's, those are drawn.
 */
export function chartAxes(metric: string, windows: SeriesWindow[], look: PanelLook) {
  const { axis, on } = oneAxis(windows, look.axis);
  const metrics = [...new Set([metric, ...on.map((window) => window.metric)])];
  return {
    x: xSpec(isOnOwnAxis(metric) ? "SFT epoch" : axis, undefined, look.xscale),
    y: sharedYSpec(metrics, look.yscale),
  };
}

/** What of earlier attempts is not drawn, because later ones begin before it. */
function hiddenNote(windows: SeriesWindow[]): string | undefined {
  const cut = windows.filter((window) => window.hidden > 0);
  if (cut.length === 0) return undefined;
  const [{ runId, attempt }] = cut;
  const count = cut.reduce((sum, { hidden }) => sum + hidden, 0);
  const points = `${countOf(count, "point")} of`;
  const verb = plural(count, "lies", "lie");
  const isOne = cut.every((window) => window.runId === runId && window.attempt === attempt);
  const later = new Set(
    windows.flatMap((w) => (w.runId === runId && w.attempt > attempt ? [w.attempt] : [])),
  );
  const [next, ...others] = later;
  return isOne && next !== undefined && others.length === 0
    ? `${points} attempt ${attempt} ${verb} behind attempt ${next}.`
    : `${points} earlier attempts ${verb} behind later ones.`;
}

/** What the toolbar says of lines that have what their noise calls for, for a picture that leaves the page; else undefined. */
export const smoothedAside = (windows: SeriesWindow[], { kind }: AskedSmoothing): string | undefined =>
  kind === "auto" && windows.some((window) => window.smoothed)
    ? "Bold: smoothed as its noise calls for; thin: as measured."
    : undefined;

/** Which of two lines is the smoothed one, and how; its points have its colour, paler. */
function smoothedNote(windows: SeriesWindow[], smoothing: AskedSmoothing): string[] {
  // Where each line has what its noise calls for, the toolbar says so once, and each last value that it is raw.
  const words = smoothing.kind === "auto" ? null : smoothingWords(smoothing);
  if (words === null || !windows.some((window) => window.smoothed)) return [];
  return [`Bold: ${words}; thin: as measured.`];
}

/** That lines stand on another axis only and are not drawn: as runs where these have no other line. */
function offAxisNote(on: SeriesWindow[], off: SeriesWindow[], axis: string): string {
  const drawn = new Set(on.map(({ runId }) => runId));
  const runs = new Set(off.flatMap(({ runId }) => (drawn.has(runId) ? [] : [runId]))).size;
  const lines = off.filter(({ runId }) => drawn.has(runId)).length;
  const ofRuns = runs > 0 ? [writeOf(runs, drawn.size + runs, "run")] : [];
  const ofLines = lines > 0 ? [countOf(lines, "line")] : [];
  const what = listAnd([...ofRuns, ...ofLines]);
  const [has, is] = [plural(runs + lines, "has", "have"), plural(runs + lines, "is", "are")];
  return `${what} ${has} no ${axis} and ${is} not drawn.`;
}

/** What a chart of these windows does not show, or shows otherwise than the page says, and how its lines are smoothed. */
export function windowNotes(
  windows: SeriesWindow[],
  axis: AxisName,
  smoothing: AskedSmoothing = { kind: "none" },
): string | undefined {
  const notes = windowCaptions(windows, axis, smoothing);
  return notes.length > 0 ? notes.join(" ") : undefined;
}

/** The sentences of `windowNotes`, for charts that share some. */
export function windowCaptions(
  windows: SeriesWindow[],
  axis: AxisName,
  smoothing: AskedSmoothing = { kind: "none" },
): string[] {
  const notes: string[] = [
    ...smoothedNote(windows, smoothing),
    ...new Set(windows.flatMap(({ damaged }) => damaged ?? [])),
  ];
  const drawn = oneAxis(windows, axis);
  if (drawn.axis !== axis && drawn.on.some((window) => !isOnOwnAxis(window.metric)))
    notes.push(`Over its own axis, ${axisLabel(drawn.axis)}: it has no ${axisLabel(axis)}.`);
  if (drawn.off.length > 0) notes.push(offAxisNote(drawn.on, drawn.off, axisLabel(drawn.axis)));
  const unplaced = drawn.on.reduce((sum, window) => sum + window.unplaced, 0);
  if (unplaced > 0) notes.push(`${withoutPlace(unplaced, "point", axisLabel(axis))}.`);
  if (drawn.on.some((window) => window.interpolated))
    notes.push(`x is interpolated between points of ${axisLabel(axis)}; a shorter stretch is exact.`);
  if (windows.some((window) => window.coarselySmoothed))
    notes.push("Long lines are smoothed from means of neighboring points.");
  const hidden = hiddenNote(drawn.on);
  if (hidden !== undefined) notes.push(hidden);
  return notes;
}
