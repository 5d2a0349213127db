import type { Annotations, LineSeries, XAxisSpec, YAxisSpec } from "../types.ts";
import { assembleModel } from "./assemble-model.ts";
import { nonFiniteStrip, notOnLogStrip } from "./collect-strips.ts";
import type { Drawable, PlotModel, PlotSeries, Sample } from "./plot-model.ts";
import { readWindow } from "./read-window.ts";
import { splitAtGaps } from "./split-at-gaps.ts";

export interface LineChartInput extends Annotations {
  series: LineSeries[];
  x: XAxisSpec;
  y: YAxisSpec;
}

/**
 * Series windows to lines: gaps where data is missing, an envelope wherever a bucket holds more than one point, raw points
 * behind a smoothed line, a strip for what has no place on the axis. Smoothing is the server's.
 */
export function prepareLines({ series, x, y, ...annotations }: LineChartInput): PlotModel {
  const log = y.scale === "log";
  const drawn = series.map((one) => drawLine(one, log));
  const source = series.map(({ key, window, behind }) => ({ key, samples: readWindow(behind ?? window) }));
  const strips = [nonFiniteStrip(source), log ? notOnLogStrip(source) : null].filter((row) => row !== null);
  return assembleModel({ series: drawn, strips, x, y, annotations, notes: [] });
}

function drawLine(one: LineSeries, log: boolean): PlotSeries {
  const samples = onAxis(readWindow(one.window), log);
  const behind = one.behind ? onAxis(readWindow(one.behind), log) : [];
  // A smoothed line is one value per step; what spreads is the raw data behind it, and that is drawn itself.
  const line = splitAtGaps(samples);
  const last = line.at(-1)?.at(-1);
  const enveloped = !one.behind && samples.some((sample) => sample.low !== null);
  return {
    key: one.key,
    label: one.label,
    colour: one.baseline ? "ink" : (one.colour ?? "ink"),
    role: one.baseline ? "baseline" : one.colour === "rest" ? "rest" : "run",
    line: enveloped ? line : line.map((stretch) => stretch.map(withoutBounds)),
    behind: splitAtGaps(behind),
    members: [],
    area: enveloped ? "envelope" : null,
    dots: false,
    whisker: null,
    end: one.end && last ? { x: last.x, y: last.y, state: one.end } : null,
    samples,
    nInWords: (n) => (n === 1 ? "" : `${n} points`),
  };
}

function onAxis(samples: Sample[], log: boolean): Sample[] {
  return log
    ? samples.map((sample) => (sample.y !== null && sample.y <= 0 ? { ...sample, y: null } : sample))
    : samples;
}

function withoutBounds(point: Drawable): Drawable {
  return { ...point, low: null, high: null };
}
