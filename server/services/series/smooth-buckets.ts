import type { PointStore, Span } from "#db/points/point-store.ts";
import { createSmoother, stepToMean } from "../../stats/smooth/smooth.ts";
import type { Smoothing } from "../../contracts/charts/smoothing.ts";
import type { Sliced } from "./sliced.ts";

/** A Gaussian is read so often per sigma, where that is rarer than its points: between, it is a line to a part in 500. */
const READINGS_PER_SIGMA = 8;
/** So many places that were given are let go at once. */
const KEPT = 4096;

function strideOf(smoothing: Smoothing): number {
  if (smoothing.kind !== "gaussian") return 1;
  return Math.max(1, Math.floor(smoothing.sigma / READINGS_PER_SIGMA));
}

/**
 * Gives the smoothed value at each finite point of a series within bounds of its own x, in ascending order. Every point up to
 * `until` takes part in the smoothing. A wide Gaussian is worked out at some of its points and is a straight line between.
 */
export function* eachSmoothed(
  store: PointStore,
  seriesId: number,
  { until, within, smoothing }: { until: number | null; within: Span; smoothing: Smoothing },
  take: (x: number, smoothed: number) => void,
): Sliced<void> {
  const smoother = createSmoother(smoothing);
  if (!smoother) return;
  const stride = strideOf(smoothing);
  const [from, to] = [within.from ?? -Infinity, within.to ?? Infinity];
  /** Points whose value is still to be given, from `head` on, and of how many each reading that was asked for is the last. */
  const places: number[] = [];
  const sizes: number[] = [];
  let head = 0;
  let begun = 0;
  let before = Number.NaN;
  let isWithin = false;
  const give = (value: number) => {
    const count = stride === 1 ? 1 : (sizes.shift() ?? 0);
    const start = Number.isNaN(before) ? value : before;
    for (let k = 1; k <= count; head++, k++) {
      const x = places[head];
      if (x >= from && x <= to) take(x, k === count ? value : start * (1 - k / count) + value * (k / count));
    }
    before = value;
    if (head >= KEPT) {
      places.splice(0, head);
      begun -= head;
      head = 0;
    }
  };
  const ask = () => {
    if (stride > 1) sizes.push(places.length - begun);
    begun = places.length;
    smoother.ask(give);
  };
  for (const { x, value } of store.read(seriesId, { from: null, to: until })) {
    for (let i = 0; i < x.length; i++) {
      if (!Number.isFinite(value[i])) continue;
      if (head === places.length && x[i] > to) return;
      smoother.push(value[i]);
      if (begun === places.length && x[i] > to) continue;
      places.push(x[i]);
      // The first within the bounds has a reading whatever came before, since the next stretch goes from there.
      const enters: boolean = !isWithin && x[i] >= from;
      if (places.length - begun < stride && !enters) continue;
      // A stretch wholly before the bounds is not read, since readings of a wide kernel cost.
      if (x[i] < from) places.length = begun;
      else ask();
      isWithin ||= enters;
    }
    yield;
  }
  if (begun < places.length) ask();
  smoother.end();
}

/** Where buckets of a series begin and end on its own axis, without overlap; NaN for one without finite points. */
export interface BucketEnds {
  x0: Float64Array;
  x1: Float64Array;
}

/** The buckets that have ends, ascending on the own axis: on another axis they may stand in another order. */
export function inOrder({ x1 }: BucketEnds): number[] {
  const order = Array.from(x1.keys()).filter((i) => !Number.isNaN(x1[i]));
  const ascends = order.every((i, k) => k === 0 || x1[order[k - 1]] <= x1[i]);
  return ascends ? order : order.sort((a, b) => x1[a] - x1[b]);
}

/**
 * The smoothed line at the last finite point of each bucket; NaN where a bucket has none. Every point of the series up to
 * `until` takes part, also those left of the first bucket and, where a smoothing looks ahead, right of the last.
 */
export function* smoothBuckets(
  store: PointStore,
  seriesId: number,
  until: number | null,
  ends: BucketEnds,
  smoothing: Smoothing,
): Sliced<Float64Array> {
  const smoothed = new Float64Array(ends.x1.length).fill(Number.NaN);
  const smoother = createSmoother(smoothing);
  const order = inOrder(ends);
  if (!smoother || order.length === 0) return smoothed;
  const x0 = Float64Array.from(order, (i) => ends.x0[i]);
  const x1 = Float64Array.from(order, (i) => ends.x1[i]);
  let bucket = 0;
  let owes = false;
  let given = 0;
  let asked = 0;
  const ask = (its: number) => {
    asked++;
    smoother.ask((value) => {
      smoothed[order[its]] = value;
      given++;
    });
  };
  for (const { x, value } of store.read(seriesId, { from: null, to: until })) {
    for (let i = 0; i < x.length; i++) {
      while (bucket < x1.length && x[i] > x1[bucket]) {
        if (owes) {
          ask(bucket);
          yield;
        }
        owes = false;
        bucket++;
      }
      if (bucket === x1.length && given === asked) return smoothed;
      if (!Number.isFinite(value[i])) continue;
      smoother.push(value[i]);
      if (bucket < x1.length && x[i] >= x0[bucket]) owes = true;
    }
    yield;
  }
  if (owes) ask(bucket);
  smoother.end();
  return smoothed;
}

/**
 * The mean of the smoothed line over all finite points of each bucket, as bins of several lines need it: read at their ends
 * alone they would be noisier than what was smoothed. NaN where a bucket has none.
 */
export function* smoothedMeans(
  store: PointStore,
  seriesId: number,
  until: number | null,
  ends: BucketEnds,
  smoothing: Smoothing,
): Sliced<Float64Array> {
  const means = new Float64Array(ends.x1.length).fill(Number.NaN);
  const order = inOrder(ends);
  if (order.length === 0) return means;
  const within = { from: ends.x0[order[0]], to: ends.x1[order[order.length - 1]] };
  let at = 0;
  let count = 0;
  yield* eachSmoothed(store, seriesId, { until, within, smoothing }, (x, smoothed) => {
    for (; x > ends.x1[order[at]]; at++) count = 0;
    const bucket = order[at];
    if (x < ends.x0[bucket]) return;
    means[bucket] = count === 0 ? smoothed : stepToMean(means[bucket], smoothed, 1 / (count + 1));
    count++;
  });
  return means;
}
