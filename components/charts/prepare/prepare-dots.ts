import { writeCount } from "#server/wording/counts.ts";
import type { Annotations, ChartView, DotSeries, XAxisSpec, YAxisSpec } from "../types.ts";
import { assembleModel } from "./assemble-model.ts";
import { describeLine } from "./describe-line.ts";
import { nameLines } from "./name-lines.ts";
import { toArea } from "./to-area.ts";
import type { PlotModel, PlotSeries } from "./plot-model.ts";
import { splitAtGaps } from "./split-at-gaps.ts";
import { toSamples } from "./to-samples.ts";

export interface DotChartInput extends Annotations, ChartView {
  series: DotSeries[];
  x: XAxisSpec;
  y: YAxisSpec;
}

/** Discrete measurements: a dot each, joined by straight lines, the interval of each as a band. */
export function prepareDots({
  series,
  x,
  y,
  zoom,
  hidden,
  outliers,
  ...annotations
}: DotChartInput): PlotModel {
  const names = nameLines(series);
  const left = new Set(hidden);
  const drawn = series.flatMap((one, index) => (left.has(one.key) ? [] : [drawDots(one, names[index])]));
  return assembleModel({
    lines: series.map((one, index) => ({ ...describeLine(one, names[index]), hidden: left.has(one.key) })),
    series: drawn,
    bounds: "interval",
    x,
    y,
    view: { zoom, outliers },
    annotations,
    notes: [],
  });
}

function drawDots(one: DotSeries, name: string): PlotSeries {
  const samples = toSamples(
    one.points.map(({ value, count, ...point }) => ({ ...point, y: value, hits: count })),
  );
  const line = { samples, runs: splitAtGaps(samples) };
  return {
    ...describeLine(one, name),
    line,
    behind: null,
    members: [],
    area: toArea(line, "interval"),
    bounds: "interval",
    dots: true,
    whisker: null,
    end: null,
    nInWords: (n) => `n ${writeCount(n)}`,
  };
}
