import { countOf } from "#server/wording/counts.ts";
import { notOnLog } from "#server/wording/feet.ts";
import type { Annotations, ChartView, LineSeries, XAxisSpec, YAxisSpec } from "../types.ts";
import { assembleModel } from "./assemble-model.ts";
import { describeLine } from "./describe-line.ts";
import { nameLines } from "./name-lines.ts";
import type { PlotModel, PlotSeries } from "./plot-model.ts";
import { readWindow, type LogAxes, type ReadWindow } from "./read-window.ts";

export interface LineChartInput extends Annotations, ChartView {
  series: LineSeries[];
  x: XAxisSpec;
  y: YAxisSpec;
}

/**
 * Series windows to lines: gaps where data is missing, an envelope wherever a bucket holds more than one point, raw points
 * behind a smoothed line, a strip for what has no place on the axis. Smoothing is the server's.
 */
export function prepareLines({
  series,
  x,
  y,
  zoom,
  hidden,
  outliers,
  ...annotations
}: LineChartInput): PlotModel {
  const log = { x: x.scale === "log", y: y.scale === "log" };
  const names = nameLines(series);
  const left = new Set(hidden);
  const drawn: PlotSeries[] = [];
  const readings: { key: string; reading: ReadWindow }[] = [];
  series.forEach((one, index) => {
    if (left.has(one.key)) return;
    drawn.push(drawLine(one, names[index], log));
    readings.push({ key: one.key, reading: readWindow(one.behind ?? one.window, log) });
  });
  const notOnX = readings.reduce((sum, { reading }) => sum + reading.notOnX, 0);
  const atLeast = readings.some(({ reading }) => reading.notOnXAtLeast);
  return assembleModel({
    lines: series.map((one, index) => ({ ...describeLine(one, names[index]), hidden: left.has(one.key) })),
    series: drawn,
    measured: readings.map(({ key, reading }) => ({ key, samples: reading.line.samples })),
    notOnX: atLeast ? 0 : notOnX,
    bounds: "envelope",
    x,
    y,
    view: { zoom, outliers },
    annotations,
    // A bucket that reaches above zero hides how many of its points do not.
    notes: atLeast ? [notOnLog(notOnX, "point", x.label, true)] : [],
  });
}

function drawLine(one: LineSeries, name: string, log: LogAxes): PlotSeries {
  const { line, envelope } = readWindow(one.window, log);
  const behind = one.behind ? readWindow(one.behind, log) : null;
  const last = line.runs.length > 0 ? line.runs[line.runs.length - 1] - 1 : -1;
  return {
    ...describeLine(one, name),
    line,
    behind: behind?.line ?? null,
    members: [],
    // A smoothed line is one value per step; what spreads is the raw data behind it.
    area: behind ? behind.envelope : envelope,
    bounds: "envelope",
    dots: false,
    whisker: null,
    end: one.end && last >= 0 ? { x: line.samples.x[last], y: line.samples.y[last], state: one.end } : null,
    nInWords: (n) => (n > 1 ? countOf(n, "point") : ""),
  };
}
