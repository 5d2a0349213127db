import { encodeBlock } from "./codec/block.ts";
import { cutBehind, orderPoints, slicePoints } from "./order-points.ts";
import { POINT_KINDS, pointKind } from "./read-points.ts";
import type { PointBlock } from "./point-store.ts";
import { writeSeries } from "./rows.ts";
import type { OpenSeries, SeriesMemory } from "./series-memory.ts";
import { CHUNK_POINTS, MOST_SEGMENTS } from "./sizes.ts";
import type { Statements } from "./statements.ts";
import { summarise } from "./summary.ts";
import { noteArrival } from "./waiting.ts";

/**
 * Brings the totals of a series up to points that come after all others; or, where they do not, to bounds of the truth.
 * True where it has only come farther, with neither a new extreme nor anything but numbers.
 */
function extendTotals(series: OpenSeries, points: PointBlock, follows: boolean): boolean {
  const { x, value, at } = points;
  const end = x.length - 1;
  const added = summarise(points, 0, x.length);
  if (follows || x[end] >= (series.lastX ?? -Infinity)) {
    series.lastX = x[end];
    series.lastKind = pointKind(value[end]);
    series.lastValue = series.lastKind === POINT_KINDS.number ? value[end] : null;
    series.lastAt = at[end];
  }
  const isLower = added.min < (series.min ?? Infinity);
  const isHigher = added.max > (series.max ?? -Infinity);
  if (isLower) {
    series.min = added.min;
    series.minX = added.minX;
  }
  if (isHigher) {
    series.max = added.max;
    series.maxX = added.maxX;
  }
  const sum = (series.sum ?? NaN) + added.sum;
  series.sum = Number.isFinite(sum) ? sum : null;
  series.n += added.n;
  series.nan += added.nan;
  series.posInf += added.posInf;
  series.negInf += added.negInf;
  series.firstX = Math.min(series.firstX ?? x[0], x[0]);
  if (!follows) series.tangled = 1;
  return follows && !isLower && !isHigher && added.nan + added.posInf + added.negInf === 0;
}

/** Adds points to a series as a seg, or as several where they are very many. */
function addSegments(sql: Statements, memory: SeriesMemory, series: OpenSeries, points: PointBlock): void {
  const n = points.x.length;
  for (let from = 0, to = 0; from < n; from = to) {
    to = from + cutBehind(points.x.subarray(from), CHUNK_POINTS);
    const { x, value, at } = to - from === n ? points : slicePoints(points, from, to);
    const id = memory.takeSegmentId();
    const data = encodeBlock([x, value, at], false);
    sql.addSegment.run(id, series.id, series.lastSegment, x.length, x[0], x[x.length - 1], data);
    series.firstSegment ??= id;
    series.lastSegment = id;
    series.segs += 1;
    series.loose += x.length;
  }
}

/** Adds points to a series; most of the time only how far its row reaches changes. */
function addTo(
  sql: Statements,
  memory: SeriesMemory,
  series: OpenSeries,
  given: PointBlock,
  upTo: number,
): void {
  const { inOrder, due, firstSegment } = series;
  const points = inOrder ? given : orderPoints(given, series);
  // What is disordered only in itself is not when it is sorted.
  const follows = inOrder || points.x[0] > (series.lastX ?? -Infinity);
  const hasAdvanced = extendTotals(series, points, follows);
  addSegments(sql, memory, series, points);
  series.settled = upTo;
  const isFull = series.loose >= CHUNK_POINTS || series.segs >= MOST_SEGMENTS;
  series.due = series.tangled || isFull ? 2 : 1;
  if (!hasAdvanced || series.due !== due || series.firstSegment !== firstSegment)
    return writeSeries(sql, series);
  const { n, sum, lastX, lastValue, lastKind, lastAt, lastSegment, segs, loose, settled, id } = series;
  sql.advanceSeries.run(n, sum, lastX, lastValue, lastKind, lastAt, lastSegment, segs, loose, settled, id);
}

/** Gives a series what waits for it. */
const settle = (sql: Statements, memory: SeriesMemory, series: OpenSeries): void =>
  memory.waiting.take(series, (points, upTo) => addTo(sql, memory, series, points, upTo));

/**
 * Brings points that wait for series from the journal into segs, inside `memory.change`. Entries of which nothing waits any
 * more go.
 */
export function settleSeries(sql: Statements, memory: SeriesMemory, wanted: readonly OpenSeries[]): void {
  for (const series of new Set(wanted)) settle(sql, memory, series);
  removeEntries(sql, memory);
}

/** Does the same with those that wait longest, while `isTooMuch`. */
export function settleOldest(sql: Statements, memory: SeriesMemory, isTooMuch: () => boolean): void {
  let oldest: number | null = null;
  for (const series of memory.waiting) {
    // Looked for only where there is one to drop: a set is slow to say what is first in it after many have left.
    if (series.spans[0] !== oldest) {
      if (oldest !== null) removeEntries(sql, memory);
      [oldest] = series.spans;
    }
    if (!isTooMuch()) break;
    settle(sql, memory, series);
  }
  removeEntries(sql, memory);
}

/** Adds points that a series gets at once and that are enough for segs of their own: what waits for it comes before them. */
export function addAtOnce(
  sql: Statements,
  memory: SeriesMemory,
  series: OpenSeries,
  points: PointBlock,
): void {
  if (series.waiting > 0) settleSeries(sql, memory, [series]);
  noteArrival(series, points.x, 0, points.x.length);
  addTo(sql, memory, series, points, memory.entryId);
  series.inOrder = true;
}

const removeBelow = (sql: Statements, id: number): void =>
  void sql.removeJournalBelow.run(Math.min(id, Number.MAX_SAFE_INTEGER));

function removeEntries(sql: Statements, memory: SeriesMemory): void {
  const keep = memory.waiting.dropEntries();
  if (keep !== null) removeBelow(sql, keep);
}
