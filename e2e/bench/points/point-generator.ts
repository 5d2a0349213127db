/**
 * Points that are a function of (seed, series, index) alone: any process can make any slice again, and no (series, x)
 * comes twice. Only integer hashing, additions, products and quotients are used, so every machine makes the same bits.
 */

export const SEED = 20_261_121;

/** Of any single-point spike; the curves themselves stay within -2 and 5. */
export const SPIKE = 1000;

/** One point of `NON_FINITE_EVERY` is NaN, +Infinity or -Infinity. */
const NON_FINITE_EVERY = 5000;

/** Wall time of the first point of every series, ms since the epoch. */
const FIRST_AT = 1_766_000_000_000;
const STEP_MS = 137;
/** Late by 0 to 22 ms, at random. */
const JITTER_MS = 23;

export interface GeneratedSeries {
  /** Number of the series: what its values depend on. */
  index: number;
  /** Number of its attempt: metrics of one attempt are logged at the same times. */
  clock: number;
  metric: string;
  points: number;
  /** Every value is a float32, as `tensor.item()` gives it; else any float64. */
  float32: boolean;
  firstX: number;
  stride: number;
  /** Indexes of the one point at +SPIKE and the one at -SPIKE. */
  up: number;
  down: number;
}

export interface Points {
  x: Float64Array;
  value: Float64Array;
  at: Float64Array;
}

/** 32 random bits for a point; `lane` tells several draws for one point apart (murmur3's finalizer over three words). */
function bits(series: number, index: number, lane: number): number {
  let h = SEED ^ Math.imul(series + 1, 0x9e3779b1) ^ Math.imul(lane + 1, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b) ^ index;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Uniform on [0, 1) with all 53 bits. */
const uniform = (series: number, index: number, lane: number): number =>
  ((bits(series, index, lane) >>> 5) * 0x4000000 + (bits(series, index, lane + 1) >>> 6)) / 2 ** 53;

const STRIDES = [1, 1, 1, 2, 5, 10];

/** What series number `index` is; lanes of its own, so that a longer series begins like a shorter one. */
export function planSeries(
  index: number,
  metric: string,
  points: number,
  { clock = index, float32 = true }: { clock?: number; float32?: boolean } = {},
): GeneratedSeries {
  const up = Math.floor(uniform(index, 0, 100) * points);
  const apart = 1 + Math.floor(uniform(index, 0, 102) * (points - 1));
  return {
    index,
    clock,
    metric,
    points,
    float32,
    firstX: bits(index, 0, 104) % 1000,
    stride: STRIDES[bits(index, 0, 105) % STRIDES.length],
    up,
    down: (up + apart) % points,
  };
}

export const xOf = (series: GeneratedSeries, i: number): number => series.firstX + i * series.stride;

const NON_FINITE = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

/** A decaying curve under noise, with its spikes and its non-finite values. */
function valueOf(series: GeneratedSeries, start: number, i: number): number {
  if (i === series.up) return SPIKE;
  if (i === series.down) return -SPIKE;
  const chance = bits(series.index, i, 0);
  if (chance % NON_FINITE_EVERY === 0) return NON_FINITE[(chance >>> 20) % 3];
  const noise = uniform(series.index, i, 2) + uniform(series.index, i, 4) - 1;
  const value = start / (1 + i / 3000) + 0.3 + 0.2 * noise;
  return series.float32 ? Math.fround(value) : value;
}

/** The points from index `from` up to, not including, `to`, ascending in x. */
export function pointsOf(series: GeneratedSeries, from: number, to: number): Points {
  const n = to - from;
  const points = { x: new Float64Array(n), value: new Float64Array(n), at: new Float64Array(n) };
  const start = 0.5 + 2.5 * uniform(series.index, 0, 106);
  for (let k = 0; k < n; k++) {
    const i = from + k;
    points.x[k] = xOf(series, i);
    points.value[k] = valueOf(series, start, i);
    points.at[k] = FIRST_AT + i * STEP_MS + (bits(series.clock, i, 200) % JITTER_MS);
  }
  return points;
}

/** All points of a series, in blocks. */
export function* blocksOf(series: GeneratedSeries, size = 65_536): Generator<Points> {
  for (let from = 0; from < series.points; from += size)
    yield pointsOf(series, from, Math.min(series.points, from + size));
}
