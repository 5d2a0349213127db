import type { PointStore, SeriesFacts, Span } from "#db/points/point-store.ts";
import type { Smoothing } from "../../contracts/smoothing.ts";
import { emptyBlock } from "./bucket-points.ts";
import { bothSpans, ownSpan, type LinePart, type PlacedQuestion, type PlacedWindow } from "./line-part.ts";
import { placeByEnds } from "./place-by-ends.ts";
import { placeExactly } from "./place-exactly.ts";
import type { Sliced } from "./sliced.ts";
import { smoothBuckets } from "./smooth-buckets.ts";
import { seriesMemory, stateOf } from "./series-memory.ts";

/** Up to so many points each, a series and its axis are joined point by point. */
const EXACT_UP_TO = 100_000;

const NOT_SMOOTHED: Smoothing = { kind: "none" };

function* withSmoothing(
  store: PointStore,
  part: LinePart,
  window: Omit<PlacedWindow, "smoothed"> & { own: { x0: Float64Array; x1: Float64Array } },
  question: PlacedQuestion,
): Sliced<PlacedWindow> {
  const { own, ...placed } = window;
  const { smoothing, span, buckets, after } = question;
  if (smoothing.kind === "none") return { ...placed, smoothed: null };
  const memory = seriesMemory(store).smoothed;
  const key = [
    stateOf(part.series),
    part.until,
    JSON.stringify([smoothing, span, buckets, after, part.axis]),
  ].join();
  const known = memory.get(key);
  if (known?.length === own.x1.length) return { ...placed, smoothed: known };
  const smoothed = yield* smoothBuckets(store, part.series.id, part.until, own, smoothing);
  memory.set(key, smoothed);
  return { ...placed, smoothed };
}

function* placeOnOwn(store: PointStore, part: LinePart, question: PlacedQuestion): Sliced<PlacedWindow> {
  const own = ownSpan(part, question);
  const span = own && bothSpans(own, question.span);
  const block = span ? store.window(part.series.id, span, question.buckets) : emptyBlock();
  return yield* withSmoothing(store, part, { block, unplaced: 0, own: block }, question);
}

const isSmall = (series: SeriesFacts | null): boolean => series === null || series.n <= EXACT_UP_TO;

/**
 * One part of a line in at most so many buckets of equal width on its axis. On the series' own axis the store does it. On
 * another axis small series are joined point by point; above 100,000 points the ends of buckets are placed instead, between
 * which points are taken to lie in line, so that the cost does not grow with the history.
 */
export function* placeWindow(
  store: PointStore,
  part: LinePart,
  question: PlacedQuestion,
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
    const window = placeByEnds(store, part, question);
    if (window) return yield* withSmoothing(store, part, window, question);
  }
  return yield* placeExactly(store, part, question);
}

/** Buckets finer than bins by this much, where a series is too large to be put into them point by point. */
const FINER = 16;

/**
 * Without smoothing, for lines that are put together. With `exactly` the bounds are given, buckets begin at the lower one and
 * all have the same width, as bins of several lines must; of a large series they are finer parts of these, so that a part at
 * the edge of a bin may count for its neighbour.
 */
export function placePlain(
  store: PointStore,
  part: LinePart,
  { span, buckets, exactly }: { span: Span; buckets: number; exactly: boolean },
): Sliced<PlacedWindow> {
  const question = { span, buckets, after: null, smoothing: NOT_SMOOTHED };
  if (!exactly) return placeWindow(store, part, question);
  const axis = part.place.by === "series" ? part.place.series : null;
  return isSmall(part.series) && isSmall(axis)
    ? placeExactly(store, part, question)
    : placeWindow(store, part, { ...question, buckets: FINER * buckets });
}
