import type { PointBlock, PointStore, Span } from "#db/points/point-store.ts";
import { stableOrder } from "../../numbers/stable-order.ts";
import { bucketPoints, emptyBlock } from "./bucket-points.ts";
import {
  bothSpans,
  EVERYTHING,
  type LinePart,
  type PlacedBuckets,
  type PlacedQuestion,
} from "./line-part.ts";
import { eachSmoothed } from "./smooth-buckets.ts";
import type { Sliced } from "./sliced.ts";

/** All points of blocks in three columns. For series that are known to be small. */
function* readPoints(read: Generator<PointBlock>): Sliced<PointBlock> {
  const blocks: PointBlock[] = [];
  for (const block of read) {
    blocks.push(block);
    yield;
  }
  if (blocks.length === 1) return blocks[0];
  const length = blocks.reduce((sum, { x }) => sum + x.length, 0);
  const all: PointBlock = {
    x: new Float64Array(length),
    value: new Float64Array(length),
    at: new Float64Array(length),
  };
  let offset = 0;
  for (const { x, value, at } of blocks) {
    all.x.set(x, offset);
    all.value.set(value, offset);
    all.at.set(at, offset);
    offset += x.length;
  }
  return all;
}

const NO_POINTS: PointBlock = {
  x: new Float64Array(0),
  value: new Float64Array(0),
  at: new Float64Array(0),
};

/** Points between two steps: about a millisecond. */
const PIECE = 2 ** 15;

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
  const axis = yield* readPoints(store.read(place.series.id, within));
  let a = 0;
  for (let i = 0; i < places.length; i++) {
    if (i % PIECE === 0) yield;
    while (a < axis.x.length && axis.x[a] < points.x[i]) a++;
    if (a < axis.x.length && axis.x[a] === points.x[i] && Number.isFinite(axis.value[a]))
      places[i] = axis.value[a];
  }
  return places;
}

/** Of the places those that are chosen, in ascending order; what stands at the same place keeps its order. */
function* inOrder(chosen: Uint32Array, places: Float64Array): Sliced<Uint32Array> {
  let ascends = true;
  for (let k = 1; ascends && k < chosen.length; k++) ascends = places[chosen[k - 1]] <= places[chosen[k]];
  if (ascends) return chosen;
  const order = yield* stableOrder(yield* pick(places, chosen));
  for (let k = 0; k < order.length; k++) {
    if (k % PIECE === 0) yield;
    order[k] = chosen[order[k]];
  }
  return order;
}

/** One bucket of which only the first and last place and the number of points are known. */
function endsOf(chosen: Uint32Array, places: Float64Array): PlacedBuckets {
  let [least, greatest] = [Infinity, -Infinity];
  for (const i of chosen) {
    if (places[i] < least) least = places[i];
    if (places[i] >= greatest) greatest = places[i];
  }
  const block = { ...emptyBlock(1, false), total: chosen.length };
  block.n[0] = chosen.length;
  [block.x0[0], block.x1[0]] = [least, greatest];
  const own = { x0: block.first, x1: block.last };
  return { block, unplaced: 0, own };
}

/** What a column holds at these indices: neighbours in their order are a view, which is not to be written to. */
function* read(column: Float64Array, indices: Uint32Array, areNeighbours: boolean): Sliced<Float64Array> {
  if (!areNeighbours) return yield* pick(column, indices);
  return column.subarray(indices[0], indices[0] + indices.length);
}

/** The same as a copy. */
function* pick(column: Float64Array, indices: Uint32Array): Sliced<Float64Array> {
  const picked = new Float64Array(indices.length);
  for (let k = 0; k < indices.length; k++) {
    if (k % PIECE === 0) yield;
    picked[k] = column[indices[k]];
  }
  return picked;
}

/** The points with their smoothed values; NaN and infinities stay. */
function* smoothedPoints(
  store: PointStore,
  { series, until }: LinePart,
  points: PointBlock,
  { smoothing, means }: PlacedQuestion,
): Sliced<PointBlock> {
  if (!means || smoothing.kind === "none" || points.x.length === 0) return points;
  const within = { from: points.x[0], to: points.x[points.x.length - 1] };
  const value = points.value.slice();
  let i = 0;
  yield* eachSmoothed(store, series.id, { until, within, smoothing }, (x, smoothed) => {
    while (i < value.length && points.x[i] < x) i++;
    for (; points.x[i] === x; i++) if (Number.isFinite(value[i])) value[i] = smoothed;
  });
  return { ...points, value };
}

export interface ExactQuestion extends PlacedQuestion {
  /** Of more points than buckets only where they begin and end is wanted. */
  endsOnly?: boolean;
}

/**
 * Reads both series, of a long one only what lies within bounds on the own axis, and joins them point by point. Where means
 * of a smoothed line are asked, the points are those of that line.
 */
export function* placeExactly(
  store: PointStore,
  part: LinePart,
  question: ExactQuestion,
  within: Span = EVERYTHING,
): Sliced<PlacedBuckets> {
  const { after, span, buckets, endsOnly = false } = question;
  const wanted = bothSpans({ from: null, to: part.until }, within);
  // Values that share an x have each its own time.
  const give = part.place.by === "wall" ? store.rows : store.read;
  const stored = wanted ? yield* readPoints(give(part.series.id, wanted)) : NO_POINTS;
  const points = yield* smoothedPoints(store, part, stored, question);
  const places = yield* placesOf(store, part, points, within);
  const chosen = new Uint32Array(places.length);
  let count = 0;
  let unplaced = 0;
  for (let i = 0; i < places.length; i++) {
    if (i % PIECE === 0) yield;
    if (after !== null && points.x[i] <= after) continue;
    if (Number.isNaN(places[i])) unplaced++;
    else if (!(span.from !== null && places[i] < span.from) && !(span.to !== null && places[i] > span.to))
      chosen[count++] = i;
  }
  const these = chosen.subarray(0, count);
  if (endsOnly && count > buckets) return { ...endsOf(these, places), unplaced };
  const order = yield* inOrder(these, places);
  const areNeighbours = order === these && count > 0 && these[count - 1] - these[0] === count - 1;
  const x = yield* read(places, order, areNeighbours);
  const value = yield* read(points.value, order, areNeighbours);
  const at = yield* read(points.at, order, areNeighbours);
  const { block, lastFinite } = bucketPoints({ x, value, at }, span, buckets);
  // The smoothed line is that of all points, read at the last finite one of each bucket.
  const last = Float64Array.from(lastFinite, (k) => (k < 0 ? Number.NaN : points.x[order[k]]));
  return { block, unplaced, own: { x0: last, x1: last } };
}
