import { countOf, writeCount } from "../wording/counts.ts";
import { notOnLog } from "../wording/charts/feet.ts";
import { linesWithoutInterval } from "../wording/charts/bands.ts";
import { writeSeeds } from "../wording/seeds.ts";
import { assembleModel } from "./assemble-model.ts";
import type { PlotModel, PlotSeries, Line } from "./plot-model.ts";
import {
  readWindow,
  type LogAxes,
  type ReadWindow,
  readBand,
  type BandSpread,
  type ReadBand,
  toSamples,
} from "./samples.ts";
import type {
  Annotations,
  ChartView,
  LineSeries,
  XAxisSpec,
  YAxisSpec,
  BandSeries,
  DotSeries,
  SeriesIdentity,
} from "./series.ts";
import { toArea, splitAtGaps } from "./stretches.ts";

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

export interface BandChartInput extends Annotations, ChartView {
  series: BandSeries[];
  x: XAxisSpec;
  y: YAxisSpec;
  /** What `low` and `high` are: an interval, the default, or the lowest and highest seed, which needs no third one. */
  spread?: BandSpread;
  /** Seeds were smoothed before they were put together: its means are no means of what was measured. */
  smoothed?: boolean;
  /** Who shows the chart says beside it which lines have too few seeds for an interval. */
  seedsTold?: boolean;
}

/** From this many variants on, only the baseline and pinned ones keep their band. */
export const FEWER_BANDS_FROM = 4;

/** Means over seeds with their interval as a band; with many variants the last interval of the others as a bar. */
export function prepareBands(input: BandChartInput): PlotModel {
  const {
    series,
    x,
    y,
    zoom,
    hidden,
    outliers,
    spread = "interval",
    smoothed,
    seedsTold = false,
    ...annotations
  } = input;
  const names = nameLines(series);
  const left = new Set(hidden);
  const shown = series.filter((one) => !left.has(one.key));
  const many = shown.filter((one) => one.colour !== "rest").length >= FEWER_BANDS_FROM;
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
    notes: spread === "interval" && !seedsTold ? seedNotes(shown) : [],
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
const seedNotes = (series: BandSeries[]) =>
  linesWithoutInterval(series.map(({ label, points }) => ({ label, n: points.map(({ n }) => n) })));

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

type Described = Pick<
  PlotSeries,
  "key" | "label" | "name" | "variant" | "metric" | "run" | "runName" | "attempt" | "colour" | "role"
>;

/** What a line is before its data: the baseline and an only run are ink, what has no colour left is the rest. */
function describeLine(one: SeriesIdentity, name: string): Described {
  const hue = one.colour === "rest" ? "rest" : one.beside ? "beside" : "run";
  const role = one.baseline ? "baseline" : hue;
  return {
    key: one.key,
    label: one.label,
    name,
    variant: one.variant ?? null,
    metric: one.metric ?? null,
    run: one.run ?? null,
    runName: one.runName ?? null,
    attempt: one.attempt ?? null,
    colour: one.baseline ? "ink" : (one.colour ?? "ink"),
    role,
  };
}

/**
 * What tooltip, legend and table call each line. The attempt is said where it tells lines apart: a second attempt, or a
 * first one beside it.
 */
export function nameLines(series: readonly SeriesIdentity[]): string[] {
  const names = series.map(({ name, label }) => name ?? label);
  const repeated = new Set<string>();
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) repeated.add(name);
    seen.add(name);
  }
  return series.map(({ attempt }, index) => {
    const name = names[index];
    if (attempt === undefined || (attempt < 2 && !repeated.has(name))) return name;
    return name === "" ? `attempt ${attempt}` : `${name}, attempt ${attempt}`;
  });
}
