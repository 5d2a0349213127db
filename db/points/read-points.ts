import type { KnownPoints, PointBlock, Span, Step } from "./point-store.ts";
import { lowerBound } from "#server/numbers/mean.ts";
import { firstAbove, joinBlocks, meanPerX, orderPoints, slicePoints } from "./order-points.ts";
import type { ChunkRow, SeriesRow } from "./rows.ts";
import { MERGE_POINTS } from "./sizes.ts";
import { NO_POINTS, type StoredPoints } from "./stored-points.ts";

/** What a value is. SQLite turns NaN into NULL and JSON knows no infinity, so it is kept beside a number. */
export const POINT_KINDS = { number: 0, nan: 1, posInf: 2, negInf: 3 } as const;

export function pointKind(value: number): number {
  if (Number.isFinite(value)) return POINT_KINDS.number;
  if (Number.isNaN(value)) return POINT_KINDS.nan;
  return value > 0 ? POINT_KINDS.posInf : POINT_KINDS.negInf;
}

export const lowOf = ({ from }: Span): number => from ?? -Infinity;
export const highOf = ({ to }: Span): number => to ?? Infinity;

/** A stretch of a series: a chunk that no loose point lies in, or points. */
export type Piece = { chunk: ChunkRow } | { points: PointBlock };

/** Points between bounds, both included. */
export const between = (points: PointBlock, from: number, to: number): PointBlock =>
  slicePoints(points, lowerBound(points.x, from), firstAbove(points.x, to));

/** Whether segs come one after the other, behind all chunks, and are so many that they are not to be read at once. */
const isRowOfSegments = ({ tangled, loose }: SeriesRow): boolean => tangled === 0 && loose > MERGE_POINTS;

/** Chunks, then segs, some of them at a time. */
function* piecesInARow(
  stored: StoredPoints,
  series: SeriesRow,
  from: number,
  to: number,
  limit: number,
): Generator<Piece> {
  for (const chunk of stored.chunks(series.id, from, to, limit)) yield { chunk };
  for (const rows of stored.segmentsInARow(series)) {
    if (rows[rows.length - 1].x1 < from) continue;
    if (rows[0].x0 > to) return;
    const points = between(stored.segmentPoints(series.id, rows), from, to);
    if (points.x.length > 0) yield { points };
  }
}

/** Whether points lie in segs out of order, too many to be put in order at once. */
const isLargeTangle = ({ tangled, loose }: SeriesRow): boolean => tangled === 1 && loose > 2 * MERGE_POINTS;

/** The points of a block from `from` up to, not including, `end`, and up to `to`. */
const within = (points: PointBlock, from: number, end: number, to: number): PointBlock =>
  slicePoints(
    points,
    lowerBound(points.x, from),
    Math.min(lowerBound(points.x, end), firstAbove(points.x, to)),
  );

/** The same in stretches of x, each with no more points in segs than can be put in order at once. */
function* piecesInWindows(
  stored: StoredPoints,
  series: SeriesRow,
  from: number,
  to: number,
): Generator<Piece> {
  for (let low = from, end = low; low <= to; low = end) {
    const window = stored.looseWindow(series, low, 2 * MERGE_POINTS);
    end = window.end;
    const loose = within(window.points, low, end, to);
    let taken = 0;
    for (const chunk of stored.chunks(series.id, low, Math.min(to, end))) {
      const inside = firstAbove(loose.x, chunk.x1);
      const isWhole = inside === taken && chunk.x0 >= low && chunk.x1 < end;
      const before = isWhole ? inside : lowerBound(loose.x, chunk.x0);
      if (before > taken) yield { points: slicePoints(loose, taken, before) };
      if (isWhole) yield { chunk };
      else {
        const under = within(stored.chunkPoints(series.id, chunk), low, end, to);
        const points = orderPoints(joinBlocks([under, slicePoints(loose, before, inside)]), series);
        if (points.x.length > 0) yield { points };
      }
      taken = inside;
    }
    if (taken < loose.x.length) yield { points: slicePoints(loose, taken, loose.x.length) };
    if (end === Infinity) return;
  }
}

/**
 * What a series has from `from` to `to`, in order of x: whole chunks where nothing lies over them, points elsewhere. At the
 * ends chunks may reach beyond the bounds. With a limit only the first pieces are meant to be taken.
 */
export function* piecesOf(
  stored: StoredPoints,
  series: SeriesRow,
  from: number,
  to: number,
  limit = -1,
): Generator<Piece> {
  if (isRowOfSegments(series)) return yield* piecesInARow(stored, series, from, to, limit);
  if (isLargeTangle(series)) return yield* piecesInWindows(stored, series, from, to);
  const seriesId = series.id;
  const loose = between(stored.loose(series), from, to);
  let taken = 0;
  const looseUpTo = (end: number): PointBlock => {
    const start = taken;
    taken = end;
    return slicePoints(loose, start, end);
  };
  for (const chunk of stored.chunks(seriesId, from, to, limit)) {
    const before = lowerBound(loose.x, chunk.x0);
    if (before > taken) yield { points: looseUpTo(before) };
    const inside = firstAbove(loose.x, chunk.x1);
    if (inside === taken) yield { chunk };
    else {
      const under = between(stored.chunkPoints(seriesId, chunk), from, to);
      yield { points: orderPoints(joinBlocks([under, looseUpTo(inside)]), series) };
    }
  }
  if (taken < loose.x.length) yield { points: looseUpTo(loose.x.length) };
}

/**
 * The points between the bounds, block by block. The state is looked up anew for each block, so whoever reads slowly misses
 * nothing that was there at the beginning and gets nothing twice, also when chunks are merged meanwhile.
 */
export function* walkPoints(stored: StoredPoints, seriesId: number, span: Span): Generator<PointBlock> {
  let from = lowOf(span);
  const to = highOf(span);
  let first = true;
  for (;;) {
    const block = nextBlock(stored, seriesId, from, to, first);
    if (!block) return;
    // Before it is handed over: who has it may give its memory back.
    from = block.x[block.x.length - 1];
    first = false;
    yield block;
  }
}

function nextBlock(
  stored: StoredPoints,
  seriesId: number,
  from: number,
  to: number,
  included: boolean,
): PointBlock | null {
  // One row may end before `from`, the next at it; the third begins behind it.
  for (const piece of piecesOf(stored, stored.series(seriesId), from, to, 3)) {
    const points = "chunk" in piece ? stored.chunkPoints(seriesId, piece.chunk) : piece.points;
    const start = included ? lowerBound(points.x, from) : firstAbove(points.x, from);
    const block = slicePoints(points, start, firstAbove(points.x, to));
    if (block.x.length > 0) return block;
  }
  return null;
}

/** A chunk, or some segs; see `PointStore.step`. */
export function stepBehind(
  stored: StoredPoints,
  seriesId: number,
  after: number,
  takes?: (known: KnownPoints) => boolean,
): Step | null {
  for (const piece of piecesOf(stored, stored.series(seriesId), after, Infinity, 3)) {
    if ("chunk" in piece) {
      const { x0, x1, n } = piece.chunk;
      if (x1 <= after) continue;
      if (takes && x0 > after && takes(stored.chunkSummary(piece.chunk))) return { taken: n, reached: x1 };
    }
    const points = "chunk" in piece ? stored.chunkPoints(seriesId, piece.chunk) : piece.points;
    const behind = slicePoints(points, firstAbove(points.x, after), points.x.length);
    if (behind.x.length > 0) return { points: behind, reached: behind.x[behind.x.length - 1] };
  }
  return null;
}

/** The same with one point for each x. */
export function* walkMeans(stored: StoredPoints, seriesId: number, span: Span): Generator<PointBlock> {
  for (const block of walkPoints(stored, seriesId, span)) yield meanPerX(block);
}

/** What a series has at its last so many x, ascending. */
export function lastPoints(stored: StoredPoints, seriesId: number, count: number): PointBlock {
  const series = stored.series(seriesId);
  for (let wanted = count; ; wanted *= 4) {
    const from = stored.boundOfLast(series, wanted);
    const blocks = [...piecesOf(stored, series, from, Infinity)].map((piece) =>
      "chunk" in piece ? stored.chunkPoints(seriesId, piece.chunk) : piece.points,
    );
    if (blocks.length === 0) return NO_POINTS;
    const points = meanPerX(joinBlocks(blocks));
    const n = points.x.length;
    if (n >= count || from === -Infinity) return slicePoints(points, Math.max(0, n - count), n);
  }
}
