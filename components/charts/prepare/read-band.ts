import type { BandPoint, BandSeries } from "../types.ts";
import type { Area, Line, Samples } from "./plot-model.ts";
import type { LogAxes } from "./read-window.ts";
import { longestJoin, splitAtGaps } from "./split-at-gaps.ts";
import { toArea } from "./to-area.ts";
import { toSamples, type Measurement } from "./to-samples.ts";

/** What `low` and `high` are: an interval, or the lowest and highest seed. */
export type BandSpread = "interval" | "range";

/** Below this many seeds the t half-width is several standard deviations: no band, and the caption says so. */
export const LEAST_SEEDS = 3;
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
  { points, members = [], seeds }: BandSeries,
  spread: BandSpread,
  log: LogAxes,
): ReadBand {
  const placed = log.x ? points.filter(({ x }) => x > 0) : points;
  const least = spread === "interval" ? LEAST_SEEDS : LEAST_OF_RANGE;
  const samples = withNonFinite(toSamples(placed.map((point) => withKnownBounds(point, least))), placed);
  const longest = longestJoin(samples);
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
    members: members.map((member) => toMember(member, log)),
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

function toMember(points: { x: number; y: number }[], log: LogAxes): Line {
  const placed = log.x ? points.filter(({ x }) => x > 0) : points;
  const samples = toSamples(placed.map(({ x, y }) => ({ x, y, low: null, high: null, n: 1 })));
  return { samples, runs: splitAtGaps(samples, isDrawn(samples.y, log)) };
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
