import type { PointBlock, PointStore } from "#db/points/point-store.ts";
import { bucketPoints, type Bucketed } from "./bucket-points.ts";
import type { LinePart, PlacedQuestion, PlacedWindow } from "./line-part.ts";
import { readPoints } from "./read-points.ts";
import type { Sliced } from "./sliced.ts";
import { smoothPlaces } from "./smooth-buckets.ts";

/** Where each point stands on the axis; NaN where it has no place. */
function* placesOf(
  store: PointStore,
  { place, startedAt }: LinePart,
  points: PointBlock,
): Sliced<Float64Array> {
  if (place.by === "own") return points.x;
  if (place.by === "wall") return points.at.map((at) => (at - startedAt) / 1000);
  const places = new Float64Array(points.x.length).fill(Number.NaN);
  if (!place.series) return places;
  const axis = yield* readPoints(store, place.series.id, { from: null, to: null });
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

function* smoothedOf(
  points: PointBlock,
  order: number[],
  { lastFinite }: Bucketed,
  { smoothing }: PlacedQuestion,
): Sliced<Float64Array | null> {
  if (smoothing.kind === "none") return null;
  const at = Array.from(lastFinite, (k) => (k < 0 ? -1 : order[k]));
  const wanted = Int32Array.from(new Set(at.filter((i) => i >= 0))).sort();
  const smoothed = yield* smoothPlaces(points.value, wanted, smoothing);
  return Float64Array.from(at, (i) => smoothed.get(i) ?? Number.NaN);
}

/** Reads both series and joins them point by point. */
export function* placeExactly(
  store: PointStore,
  part: LinePart,
  question: PlacedQuestion,
): Sliced<PlacedWindow> {
  const { after, span, buckets } = question;
  const points = yield* readPoints(store, part.series.id, { from: null, to: part.until });
  const places = yield* placesOf(store, part, points);
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
  const bucketed = bucketPoints(placed, span, buckets);
  return { block: bucketed.block, smoothed: yield* smoothedOf(points, order, bucketed, question), unplaced };
}
