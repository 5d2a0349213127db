import type { PointStore, Span } from "#db/points/point-store.ts";
import { type AxisMap, axisMapOf, cornersAround, ownAt, placeOf } from "./axis-map.ts";
import { cutRows, emptyBlock } from "./bucket-points.ts";
import { nextDown, nextUp } from "./neighbour.ts";
import { seriesMemory } from "./series-memory.ts";
import {
  bothSpans,
  EVERYTHING,
  type LinePart,
  ownSpan,
  type PlacedBuckets,
  type PlacedQuestion,
} from "./line-part.ts";

/** Corner buckets: finer than any chart, and summaries answer them. */
const CORNERS = 4096;

const secondsSince = (startedAt: number) => (at: number) => (at - startedAt) / 1000;

function cornersOf(store: PointStore, { series, place, startedAt, until }: LinePart): AxisMap | null {
  if (place.by === "wall") {
    const block = store.window(series.id, { from: null, to: until }, CORNERS);
    const seconds = secondsSince(startedAt);
    return axisMapOf(block, block.at0.map(seconds), block.at1.map(seconds));
  }
  if (place.by !== "series" || !place.series) return null;
  const block = store.window(place.series.id, EVERYTHING, CORNERS);
  const ascends = block.first.every((first, i) => !(block.min[i] < first) && !(block.max[i] > block.last[i]));
  return ascends ? axisMapOf(block, block.first, block.last) : null;
}

/** The corners, worked out anew when the series they come from has changed. */
function mapOf(store: PointStore, part: LinePart): AxisMap | null {
  const { series, place, startedAt, until } = part;
  const source = place.by === "series" && place.series ? place.series : series;
  const key = [place.by, store.revision(source.id), startedAt, place.by === "wall" ? until : null].join();
  const { axes } = seriesMemory(store);
  let map = axes.get(key);
  if (map === undefined) axes.set(key, (map = cornersOf(store, part) ?? "back"));
  return map === "back" ? null : map;
}

/** Points that lie before the first own x that an axis knows, or behind the last. */
function countBeyond(store: PointStore, { series, place }: LinePart, wanted: Span, { own }: AxisMap): number {
  if (place.by === "wall") return 0;
  const beyond = [
    { from: null, to: nextDown(own[0]) },
    { from: nextUp(own[own.length - 1]), to: null },
  ].flatMap((span) => bothSpans(wanted, span) ?? []);
  return beyond.reduce((sum, span) => sum + store.window(series.id, span, 2).total, 0);
}

/**
 * The stretch of the own axis in which all points of the asked part lie, and how many points have no place because they are
 * beyond what the axis knows. Null where that axis does not ascend.
 */
export function stretchOf(
  store: PointStore,
  part: LinePart,
  question: PlacedQuestion,
): { within: Span; beyond: number } | null {
  const map = mapOf(store, part);
  if (!map || map.own.length === 0) return null;
  const wanted = ownSpan(part, question);
  const beyond = wanted ? countBeyond(store, part, wanted, map) : 0;
  return { within: cornersAround(map, question.span), beyond };
}

/**
 * Buckets of equal width on the own axis whose two ends are placed on the asked one: at wall time by the time of their first
 * and last point, else where the corners of the axis' series put them, which is never the data itself. Null where that axis
 * does not ascend.
 */
export function placeByEnds(
  store: PointStore,
  part: LinePart,
  question: PlacedQuestion,
): PlacedBuckets | null {
  const { series, place, startedAt } = part;
  const map = mapOf(store, part);
  if (!map || map.own.length === 0) return null;
  const nothing = {
    block: emptyBlock(),
    unplaced: 0,
    own: { x0: new Float64Array(0), x1: new Float64Array(0) },
  };
  const wanted = ownSpan(part, question);
  if (!wanted) return nothing;
  const unplaced = countBeyond(store, part, wanted, map);
  const known = bothSpans(wanted, { from: map.own[0], to: map.own[map.own.length - 1] });
  const { from, to } = question.span;
  const bounds = { from: from === null ? null : ownAt(map, from), to: to === null ? null : ownAt(map, to) };
  const span = known && bothSpans(known, bounds);
  if (!span) return { ...nothing, unplaced };
  const onWall = place.by === "wall";
  const window = store.window(series.id, span, question.buckets);
  const block = { ...window, raw: window.raw && onWall };
  const seconds = secondsSince(startedAt);
  const x0 = onWall ? block.at0.map(seconds) : block.x0.map((x) => placeOf(map, x));
  const x1 = onWall ? block.at1.map(seconds) : block.x1.map((x) => placeOf(map, x));
  const [low, high] = [from ?? -Infinity, to ?? Infinity];
  const start = x1.findIndex((end) => end >= low);
  if (start < 0) return { ...nothing, unplaced };
  const end = x0.findLastIndex((begin) => begin <= high) + 1;
  if (end <= start) return { ...nothing, unplaced };
  const own = { x0: block.x0.slice(start, end), x1: block.x1.slice(start, end) };
  const rows = cutRows({ ...block, x0, x1 }, start, end);
  const total = rows.n.reduce((a, b) => a + b, 0);
  return { block: { ...rows, total }, unplaced, interpolated: !onWall, own };
}
