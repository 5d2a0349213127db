import type { PointStore } from "#db/points/point-store.ts";
import { createSmoother, type Smoother } from "../../stats/smooth.ts";
import type { Smoothing } from "../../contracts/smoothing.ts";
import type { Sliced } from "./sliced.ts";

/** Where buckets of a series begin and end on its own axis; ascending, without overlap. */
interface BucketEnds {
  x0: Float64Array;
  x1: Float64Array;
}

/**
 * The smoothed line at the last finite point of each bucket; NaN where a bucket has none. Every point of the series up to
 * `until` takes part, also those left of the first bucket and, where a smoothing looks ahead, right of the last.
 */
export function* smoothBuckets(
  store: PointStore,
  seriesId: number,
  until: number | null,
  { x0, x1 }: BucketEnds,
  smoothing: Smoothing,
): Sliced<Float64Array> {
  const smoothed = new Float64Array(x1.length).fill(Number.NaN);
  const smoother = createSmoother(smoothing);
  if (!smoother || x1.length === 0) return smoothed;
  let bucket = 0;
  let owes = false;
  let given = 0;
  let asked = 0;
  const ask = (its: number) => {
    asked++;
    smoother.ask((value) => {
      smoothed[its] = value;
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

/** The same for points at hand, at chosen places of the line: `places` ascend, each of a finite value. */
export function* smoothPlaces(
  value: Float64Array,
  places: Int32Array,
  smoothing: Smoothing,
): Sliced<Map<number, number>> {
  const smoothed = new Map<number, number>();
  const smoother: Smoother | null = createSmoother(smoothing);
  if (!smoother) return smoothed;
  let next = 0;
  for (let i = 0; i < value.length; i++) {
    if (!Number.isFinite(value[i])) continue;
    smoother.push(value[i]);
    if (i !== places[next]) continue;
    smoother.ask((v) => smoothed.set(i, v));
    next++;
    yield;
  }
  smoother.end();
  return smoothed;
}
