import { withoutInterval, writeSeeds } from "#server/wording/seeds.ts";
import type { Annotations, BandSeries, ChartView, XAxisSpec, YAxisSpec } from "../types.ts";
import { assembleModel } from "./assemble-model.ts";
import { describeLine } from "./describe-line.ts";
import { nameLines } from "./name-lines.ts";
import type { Line, PlotModel, PlotSeries } from "./plot-model.ts";
import { LEAST_SEEDS, readBand, type BandSpread, type ReadBand } from "./read-band.ts";

export interface BandChartInput extends Annotations, ChartView {
  series: BandSeries[];
  x: XAxisSpec;
  y: YAxisSpec;
  /** What `low` and `high` are: an interval, the default, or the lowest and highest seed, which needs no third one. */
  spread?: BandSpread;
  /** Seeds were smoothed before they were put together: its means are no means of what was measured. */
  smoothed?: boolean;
}

/** From this many variants on, only the baseline and pinned ones keep their band. */
const MANY = 4;

/** Means over seeds with their interval as a band; with many variants the last interval of the others as a bar. */
export function prepareBands(input: BandChartInput): PlotModel {
  const { series, x, y, zoom, hidden, outliers, spread = "interval", smoothed, ...annotations } = input;
  const names = nameLines(series);
  const left = new Set(hidden);
  const shown = series.filter((one) => !left.has(one.key));
  const many = shown.filter((one) => one.colour !== "rest").length >= MANY;
  const bounds = spread === "interval" ? "interval" : "envelope";
  const log = { x: x.scale === "log", y: y.scale === "log" };
  const drawn: PlotSeries[] = [];
  const readings: { key: string; reading: ReadBand }[] = [];
  series.forEach((one, index) => {
    if (left.has(one.key)) return;
    const reading = readBand(one, spread, log);
    readings.push({ key: one.key, reading });
    const withBand = !many || Boolean(one.baseline || one.pinned);
    drawn.push({ ...drawBand(one, names[index], reading, withBand), bounds });
  });
  return assembleModel({
    lines: series.map((one, index) => ({ ...describeLine(one, names[index]), hidden: left.has(one.key) })),
    series: drawn,
    measured: readings.map(({ key, reading }) => ({ key, samples: reading.measured })),
    notOnX: readings.reduce((sum, { reading }) => sum + reading.notOnX, 0),
    counted: spread === "interval" ? "mean" : "lowest seed",
    smoothed,
    bounds,
    x,
    y,
    view: { zoom, outliers },
    annotations,
    notes: spread === "interval" ? seedNotes(shown) : [],
  });
}

function drawBand(
  one: BandSeries,
  name: string,
  { line, whole, area, members }: ReadBand,
  withBand: boolean,
): Omit<PlotSeries, "bounds"> {
  const identity = describeLine(one, name);
  const rest = identity.role === "rest";
  return {
    ...identity,
    line,
    whole,
    behind: null,
    members,
    area: withBand && !rest ? area : null,
    dots: false,
    whisker: withBand || rest ? null : lastInterval(line),
    end: null,
    nInWords: writeSeeds,
  };
}

function lastInterval({ samples: { bounds }, runs }: Line): PlotSeries["whisker"] {
  const last = runs.length > 0 ? runs[runs.length - 1] - 1 : -1;
  if (!bounds || last < 0) return null;
  const [low, high] = [bounds.low[last], bounds.high[last]];
  return Number.isFinite(low) && Number.isFinite(high) ? { low, high } : null;
}

/** Which lines have no interval, and why. */
function seedNotes(series: BandSeries[]): string[] {
  const few = series
    .map((one) => ({ label: one.label, n: Math.max(0, ...one.points.map((point) => point.n)) }))
    .filter(({ n }) => n > 0 && n < LEAST_SEEDS);
  if (few.length > 1 && few.length === series.length) return ["Fewer than 3 seeds, no intervals"];
  return few.map(({ label, n }) =>
    series.length > 1 ? `${label}: ${withoutInterval(n)}` : withoutInterval(n),
  );
}
