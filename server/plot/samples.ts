import { SEEDS_FOR_INTERVAL } from "../wording/seeds.ts";
import type { Samples, Area, Line } from "./plot-model.ts";
import type { BucketColumns, Counts, SeriesWindow, BandPoint, BandSeries } from "./series.ts";
import { longestJoin, splitAtGaps, toArea } from "./stretches.ts";

/** One measurement at one x, not a bucket. */
export interface Measurement {
  x: number;
  y: number | null;
  low: number | null;
  high: number | null;
  n: number;
  hits?: number;
}

/** Measurements as columns. What is not finite has no y. */
export function toSamples(points: readonly Measurement[]): Samples {
  const column = (read: (point: Measurement) => number | null | undefined) =>
    Float64Array.from(points, (point) => read(point) ?? Number.NaN);
  const x = column((point) => point.x);
  return {
    x,
    from: x,
    to: x,
    y: column(({ y }) => (y !== null && Number.isFinite(y) ? y : null)),
    bounds: points.some(({ low }) => low !== null)
      ? { low: column(({ low }) => low), high: column(({ high }) => high) }
      : null,
    n: column(({ n }) => n),
    hits: points.some(({ hits }) => hits !== undefined) ? column(({ hits }) => hits) : undefined,
    nonFinite: new Uint32Array(points.length),
  };
}

/** On which axes zero and less have no place. */
export interface LogAxes {
  x: boolean;
  y: boolean;
}

export interface ReadWindow {
  line: Line;
  /** From the lowest to the highest point of every bucket; null where no bucket holds more than one. */
  envelope: Area | null;
  /** Points whose x is zero or less on a log axis. Their buckets are left out, but for one that reaches above it. */
  notOnX: number;
  /** Whether that bucket may hide more of them: it tells only its first point. */
  notOnXAtLeast: boolean;
}

const LINEAR: LogAxes = { x: false, y: false };

const kept = new WeakMap<SeriesWindow, Map<string, ReadWindow>>();

/**
 * One sample per bucket: the mean at the middle of the bucket, its lowest and highest point as the envelope. Samples are as
 * measured; what has no place on a log axis is in no stretch of them. What was read is kept as long as the window object
 * lives, so that points which arrive in one of a hundred series read one window.
 */
export function readWindow(window: SeriesWindow, log = LINEAR): ReadWindow {
  const readings = kept.get(window) ?? new Map<string, ReadWindow>();
  kept.set(window, readings);
  const key = `${log.x} ${log.y}`;
  const reading = readings.get(key) ?? readAgain(window, log);
  readings.set(key, reading);
  return reading;
}

function readAgain(window: SeriesWindow, log: LogAxes): ReadWindow {
  const { buckets, ...hidden } = log.x
    ? withPositiveX(window.buckets)
    : { buckets: window.buckets, notOnX: 0, notOnXAtLeast: false };
  const { x0, x1, mean, min, max, n, nonFinite, posInf, negInf } = buckets;
  const enveloped = n.some((count) => count > 1);
  const samples: Samples = {
    x: x0.map((start, index) => middle(start, x1[index], log.x)),
    from: x0,
    to: x1,
    y: mean,
    bounds: enveloped ? { low: min, high: max } : null,
    n,
    nonFinite,
    posInf,
    negInf,
  };
  const longest = longestJoin(samples, window.ofLogger);
  const isDrawn = (column: Float64Array) => (index: number) =>
    Number.isFinite(column[index]) && (!log.y || column[index] > 0);
  const envelope = enveloped
    ? { samples, low: min, high: max, runs: splitAtGaps(samples, isDrawn(max), longest) }
    : null;
  return {
    line: { samples, runs: splitAtGaps(samples, isDrawn(mean), longest) },
    envelope: envelope && { means: "envelope", ...envelope },
    ...hidden,
  };
}

/** Halves before adding: the sum of two large x need not be a number. A bucket that begins below a log axis stands at its end. */
function middle(from: number, to: number, log: boolean): number {
  return from === to || (log && from <= 0) ? to : from / 2 + to / 2;
}

function withPositiveX(
  buckets: BucketColumns,
): { buckets: BucketColumns } & Pick<ReadWindow, "notOnX" | "notOnXAtLeast"> {
  const { x0, x1, n, nonFinite } = buckets;
  let first = 0;
  let notOnX = 0;
  while (first < x1.length && x1[first] <= 0) notOnX += n[first] + nonFinite[first++];
  const reaches = x0[first] <= 0;
  const cut = <Column extends Counts>(column: Column) => column.subarray(first) as Column;
  return {
    notOnX: notOnX + (reaches ? 1 : 0),
    notOnXAtLeast: reaches && n[first] + nonFinite[first] > 2,
    buckets: {
      x0: cut(buckets.x0),
      x1: cut(x1),
      first: cut(buckets.first),
      last: cut(buckets.last),
      min: cut(buckets.min),
      max: cut(buckets.max),
      mean: cut(buckets.mean),
      n: cut(n),
      nonFinite: cut(nonFinite),
      posInf: buckets.posInf && cut(buckets.posInf),
      negInf: buckets.negInf && cut(buckets.negInf),
    },
  };
}

/** What `low` and `high` are: an interval, or the lowest and highest seed. */
export type BandSpread = "interval" | "range";

/** The lowest and the highest of two seeds need no third one. */
const LEAST_OF_RANGE = 2;

export interface ReadBand {
  line: Line;
  /** Stretches in which every seed has a point; left out where all are. */
  whole?: Line;
  area: Area | null;
  members: Line[];
  /** What may have no place on a log axis: the mean, or the seeds from the lowest to the highest. */
  measured: Samples;
  /** Means left out because their x is zero or less on a log axis. */
  notOnX: number;
}

/** Means over seeds as samples, broken and left out like the points of a single line where an axis is logarithmic. */
export function readBand(
  { points, members = [], seeds, ofLogger }: BandSeries,
  spread: BandSpread,
  log: LogAxes,
): ReadBand {
  const placed = log.x ? points.filter(({ x }) => x > 0) : points;
  const least = spread === "interval" ? SEEDS_FOR_INTERVAL : LEAST_OF_RANGE;
  const samples = withNonFinite(toSamples(placed.map((point) => withKnownBounds(point, least))), placed);
  const longest = longestJoin(samples, ofLogger);
  const along = (column: Float64Array): Line => ({
    samples,
    runs: splitAtGaps(samples, isDrawn(column, log), longest),
  });
  const all = seeds ?? Math.max(0, ...placed.map(({ n }) => n));
  const hasMean = isDrawn(samples.y, log);
  const hasFewer = placed.some(({ n }, index) => n < all && hasMean(index));
  const ofAll = (index: number) => hasMean(index) && samples.n[index] >= all;
  // A band that begins below a log axis is drawn as far as it reaches above it.
  const area = samples.bounds && toArea(along(samples.bounds.high), areaMeaning(spread));
  return {
    line: along(samples.y),
    whole: hasFewer ? { samples, runs: splitAtGaps(samples, ofAll, longest) } : undefined,
    area,
    members: members.map((member) => toMember(member, log, ofLogger)),
    measured: spread === "interval" ? onlyMeans(samples) : withSeeds(samples, placed),
    notOnX: points.length - placed.length,
  };
}

const areaMeaning = (spread: BandSpread): Area["means"] => (spread === "interval" ? "interval" : "envelope");

function isDrawn(column: Float64Array, log: LogAxes): (index: number) => boolean {
  return (index) => Number.isFinite(column[index]) && (!log.y || column[index] > 0);
}

function withKnownBounds({ x, mean, low, high, n }: BandPoint, least: number): Measurement {
  const known = n >= least;
  return { x, y: mean, low: known ? low : null, high: known ? high : null, n };
}

function withNonFinite(samples: Samples, points: readonly BandPoint[]): Samples {
  return {
    ...samples,
    nonFinite: Uint32Array.from(points, ({ nonFinite = 0 }) => nonFinite),
    posInf: Uint32Array.from(points, ({ posInf = 0 }) => posInf),
    negInf: Uint32Array.from(points, ({ negInf = 0 }) => negInf),
  };
}

function toMember(points: { x: number; y: number }[], log: LogAxes, ofLogger?: boolean): Line {
  const placed = log.x ? points.filter(({ x }) => x > 0) : points;
  const samples = toSamples(placed.map(({ x, y }) => ({ x, y, low: null, high: null, n: 1 })));
  return { samples, runs: splitAtGaps(samples, isDrawn(samples.y, log), longestJoin(samples, ofLogger)) };
}

/** An interval that reaches below zero is no measurement there; the mean is one point, whatever is behind it. */
function onlyMeans(samples: Samples): Samples {
  return { ...samples, bounds: null, n: Uint32Array.from(samples.y, (y) => (Number.isNaN(y) ? 0 : 1)) };
}

/** The lowest and the highest seed, also where a single one has no range to draw. */
function withSeeds(samples: Samples, points: readonly BandPoint[]): Samples {
  const column = (read: (point: BandPoint) => number | null) =>
    Float64Array.from(points, (point) => read(point) ?? Number.NaN);
  const bounds = {
    low: column(({ low, mean }) => low ?? mean),
    high: column(({ high, mean }) => high ?? mean),
  };
  return { ...samples, bounds };
}
