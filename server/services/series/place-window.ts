import { hash } from "node:crypto";
import type { BucketBlock, PointStore, SeriesFacts, Span } from "#db/points/point-store.ts";
import type { Smoothing } from "../../contracts/charts/smoothing.ts";
import { requireRoom } from "../answer-room.ts";
import { emptyBlock } from "./bucket-points.ts";
import {
  bothSpans,
  ownSpan,
  type LinePart,
  type PlacedBuckets,
  type PlacedQuestion,
  type PlacedWindow,
} from "./line-part.ts";
import { placeByEnds, stretchOf } from "./place-by-ends.ts";
import { placeExactly, type ExactQuestion } from "./place-exactly.ts";
import type { Sliced } from "./sliced.ts";
import { isSmoothedByMeans, smoothCoarsely } from "./smooth-coarsely.ts";
import { smoothBuckets, smoothedMeans } from "./smooth-buckets.ts";
import { seriesMemory } from "./series-memory.ts";

/** Up to so many points each, a series and its axis are joined point by point. */
const EXACT_UP_TO = 100_000;

/** Bytes that are held for each point while a series is joined with its axis: read, put in one piece, placed and put in order. */
const HELD = { series: 90, axis: 48 };

/** Throws `too_large` where joining all points would hold more than one answer may. */
function requireJoinRoom({ series, place, axis }: LinePart): void {
  const beside = place.by === "series" ? (place.series?.n ?? 0) : 0;
  requireRoom(
    series.n * HELD.series + beside * HELD.axis,
    `${series.metric} over ${axis}, which does not rise steadily along a series of this length,`,
    "Draw it over the axis that it was logged on, or over time.",
  );
}

const digestOf = (column: Float64Array): string => hash("sha1", column, "base64");

function* withSmoothing(
  store: PointStore,
  part: LinePart,
  { own, ...placed }: PlacedBuckets,
  { smoothing, means = false }: PlacedQuestion,
): Sliced<PlacedWindow> {
  if (smoothing.kind === "none") return { ...placed, smoothed: null };
  const isCoarse = isSmoothedByMeans(part.series);
  const coarse = isCoarse && { coarselySmoothed: true };
  const memory = seriesMemory(store).smoothed;
  const revision = store.revision(part.series.id);
  const key = [
    revision,
    part.until,
    JSON.stringify(smoothing),
    means,
    digestOf(own.x0),
    digestOf(own.x1),
  ].join();
  const known = memory.get(key);
  if (known) return { ...placed, smoothed: known, ...coarse };
  const smooth = means ? smoothedMeans : smoothBuckets;
  const smoothed = isCoarse
    ? yield* smoothCoarsely(store, part, own, { smoothing, means })
    : yield* smooth(store, part.series.id, part.until, own, smoothing);
  memory.set(key, smoothed);
  return { ...placed, smoothed, ...coarse };
}

/** Where a whole series begins and ends and what it counts, without reading it; null where that is not enough. */
function endsOfWhole({ series, until }: LinePart, question: ExactQuestion): BucketBlock | null {
  const { n, nan, posInf, negInf, firstX, lastX, setAside } = series;
  const { span, after, buckets, endsOnly = false } = question;
  const isWhole = span.from === null && span.to === null && until === null && after === null;
  if (!endsOnly || !isWhole || n <= buckets || firstX === null || lastX === null || setAside) return null;
  const block = { ...emptyBlock(1, false), total: n };
  [block.x0[0], block.x1[0], block.n[0]] = [firstX, lastX, n];
  [block.nan[0], block.posInf[0], block.negInf[0]] = [nan, posInf, negInf];
  return block;
}

function* placeOnOwn(store: PointStore, part: LinePart, question: ExactQuestion): Sliced<PlacedWindow> {
  const ends = endsOfWhole(part, question);
  if (ends) return { block: ends, unplaced: 0, smoothed: null };
  const own = ownSpan(part, question);
  const span = own && bothSpans(own, question.span);
  const block = span ? store.window(part.series.id, span, question.buckets) : emptyBlock();
  return yield* withSmoothing(store, part, { block, unplaced: 0, own: block }, question);
}

const isSmall = (series: SeriesFacts | null): boolean => series === null || series.n <= EXACT_UP_TO;

function* placeOneByOne(
  store: PointStore,
  part: LinePart,
  question: ExactQuestion,
  stretch?: { within: Span; beyond: number },
): Sliced<PlacedWindow> {
  if (!stretch) requireJoinRoom(part);
  const placed = yield* placeExactly(store, part, question, stretch?.within);
  const unplaced = placed.unplaced + (stretch?.beyond ?? 0);
  if (question.means) return { block: placed.block, unplaced, smoothed: placed.block.mean };
  return yield* withSmoothing(store, part, { ...placed, unplaced }, question);
}

/** Whether what lies in a stretch of a large series and of its axis is few enough to be joined point by point. */
function holdsFew(store: PointStore, { series, place }: LinePart, within: Span): boolean {
  const few = (one: SeriesFacts) => isSmall(one) || store.window(one.id, within, 2).total <= EXACT_UP_TO;
  return few(series) && (place.by !== "series" || place.series === null || few(place.series));
}

/**
 * One part of a line in at most so many buckets of equal width on its axis. On the series' own axis the store does it. On
 * another axis the asked part is joined point by point; where it holds more than 100,000 points the ends of buckets are placed
 * instead, between which points are taken to lie in line, so that the cost does not grow with the history.
 */
export function* placeWindow(
  store: PointStore,
  part: LinePart,
  question: ExactQuestion,
): Sliced<PlacedWindow> {
  const { series, place } = part;
  if (place.by === "own") return yield* placeOnOwn(store, part, question);
  if (place.by === "series" && place.series === null) {
    const span = ownSpan(part, question);
    const unplaced = span ? store.window(series.id, span, 2).total : 0;
    const smoothed = question.smoothing.kind === "none" ? null : new Float64Array(0);
    return { block: emptyBlock(), smoothed, unplaced };
  }
  if (!isSmall(series) || (place.by === "series" && !isSmall(place.series))) {
    const isZoomed = question.span.from !== null || question.span.to !== null;
    const stretch = isZoomed ? stretchOf(store, part, question) : null;
    if (stretch && holdsFew(store, part, stretch.within))
      return yield* placeOneByOne(store, part, question, stretch);
    const window = placeByEnds(store, part, question);
    if (window) return yield* withSmoothing(store, part, window, question);
  }
  return yield* placeOneByOne(store, part, question);
}

/** Buckets finer than bins by this much, where points cannot be put into them one by one. */
const FINER = 16;

/**
 * For lines that are put together. With `exactly` the bounds are given, buckets begin at the lower one and all have the same
 * width, as bins of several lines must, and a smoothed line is its mean over the points there; of a large series they are
 * finer parts of these, so that a part at the edge of a bin may count for its neighbour.
 */
export function placeTogether(
  store: PointStore,
  part: LinePart,
  {
    span,
    buckets,
    exactly,
    smoothing,
  }: { span: Span; buckets: number; exactly: boolean; smoothing: Smoothing },
): Sliced<PlacedWindow> {
  const isSmoothed = smoothing.kind !== "none";
  const question = { span, buckets, after: null, smoothing, means: exactly && isSmoothed };
  if (!exactly) return placeWindow(store, part, { ...question, endsOnly: !isSmoothed });
  const axis = part.place.by === "series" ? part.place.series : null;
  if (isSmall(part.series) && isSmall(axis)) return placeOneByOne(store, part, question);
  return placeWindow(store, part, { ...question, buckets: FINER * buckets });
}
