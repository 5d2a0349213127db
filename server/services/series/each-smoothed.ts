import type { PointStore, Span } from "#db/points/point-store.ts";
import type { Smoothing } from "../../contracts/smoothing.ts";
import { createSmoother } from "../../stats/smooth.ts";
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
