import type { Annotations, DotSeries, XAxisSpec, YAxisSpec } from "../types.ts";
import { assembleModel } from "./assemble-model.ts";
import type { PlotModel, PlotSeries, Sample } from "./plot-model.ts";
import { splitAtGaps } from "./split-at-gaps.ts";

export interface DotChartInput extends Annotations {
  series: DotSeries[];
  x: XAxisSpec;
  y: YAxisSpec;
}

/** Discrete measurements: a dot each, joined by straight lines, the interval of each as a band. */
export function prepareDots({ series, x, y, ...annotations }: DotChartInput): PlotModel {
  return assembleModel({ series: series.map(drawDots), strips: [], x, y, annotations, notes: [] });
}

function drawDots(one: DotSeries): PlotSeries {
  const samples: Sample[] = one.points.map(({ x, value, low, high, n, count }) => ({
    x,
    y: Number.isFinite(value) ? value : null,
    low,
    high,
    n,
    count,
    nonFinite: 0,
    span: [x, x],
  }));
  return {
    key: one.key,
    label: one.label,
    colour: one.baseline ? "ink" : (one.colour ?? "ink"),
    role: one.baseline ? "baseline" : one.colour === "rest" ? "rest" : "run",
    line: splitAtGaps(samples),
    behind: [],
    members: [],
    area: samples.some((sample) => sample.low !== null) ? "interval" : null,
    dots: true,
    whisker: null,
    end: null,
    samples,
    nInWords: (n) => `n ${n}`,
  };
}
