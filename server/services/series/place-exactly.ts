import type { PointBlock, PointStore, Span } from "#db/points/point-store.ts";
import { bucketPoints } from "./bucket-points.ts";
import {
  bothSpans,
  EVERYTHING,
  type LinePart,
  type PlacedBuckets,
  type PlacedQuestion,
} from "./line-part.ts";
import { readPoints } from "./read-points.ts";
import type { Sliced } from "./sliced.ts";

const NO_POINTS: PointBlock = {
  x: new Float64Array(0),
  value: new Float64Array(0),
  at: new Float64Array(0),
};

/** Where each point stands on the axis; NaN where it has no place. */
function* placesOf(
  store: PointStore,
  { place, startedAt }: LinePart,
  points: PointBlock,
  within: Span,
): Sliced<Float64Array> {
  if (place.by === "own") return points.x;
  if (place.by === "wall") return points.at.map((at) => (at - startedAt) / 1000);
  const places = new Float64Array(points.x.length).fill(Number.NaN);
  if (!place.series) return places;
  const axis = yield* readPoints(store, place.series.id, within);
  let a = 0;
  for (let i = 0; i < places.length; i++) {
    while (a < axis.x.length && axis.x[a] < points.x[i]) a++;
    if (a < axis.x.length && axis.x[a] === points.x[i] && Number.isFinite(axis.value[a]))
      places[i] = axis.value[a];
  }
  return places;
}

/** The chosen points in ascending order of their place; what stands at the same place keeps its order. */
function inOrder(chosen: number[], places: Float64Array): number[] {
  const ascends = chosen.every((i, k) => k === 0 || places[chosen[k - 1]] <= places[i]);
  return ascends ? chosen : chosen.toSorted((a, b) => places[a] - places[b]);
}

/** Reads both series, of a long one only what lies within bounds on the own axis, and joins them point by point. */
export function* placeExactly(
  store: PointStore,
  part: LinePart,
  question: PlacedQuestion,
  within: Span = EVERYTHING,
): Sliced<PlacedBuckets> {
  const { after, span, buckets } = question;
  const wanted = bothSpans({ from: null, to: part.until }, within);
  const points = wanted ? yield* readPoints(store, part.series.id, wanted) : NO_POINTS;
  const places = yield* placesOf(store, part, points, within);
  const chosen: number[] = [];
  let unplaced = 0;
  for (let i = 0; i < places.length; i++) {
    if (after !== null && points.x[i] <= after) continue;
    if (Number.isNaN(places[i])) unplaced++;
    else if (!(span.from !== null && places[i] < span.from) && !(span.to !== null && places[i] > span.to))
      chosen.push(i);
  }
  const order = inOrder(chosen, places);
  const pick = (column: Float64Array) => Float64Array.from(order, (i) => column[i]);
  const placed = { x: pick(places), value: pick(points.value), at: pick(points.at) };
  const { block, lastFinite } = bucketPoints(placed, span, buckets);
  // The smoothed line is that of all points, read at the last finite one of each bucket.
  const last = Float64Array.from(lastFinite, (k) => (k < 0 ? Number.NaN : points.x[order[k]]));
  return { block, unplaced, own: { x0: last, x1: last } };
}
