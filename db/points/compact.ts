import { lowerBound } from "#server/numbers/mean.ts";
import { addChunks, removeChunks } from "./chunks.ts";
import { encodeBlock } from "./codec/block.ts";
import { totalsOf } from "./facts.ts";
import { cutBehind, firstAbove, joinBlocks, orderPoints, slicePoints } from "./order-points.ts";
import type { PointBlock } from "./point-store.ts";
import { type ChunkRow, type SegmentPiece, type SegmentRow, type SeriesRow, writeSeries } from "./rows.ts";
import { CHUNK_POINTS, MERGE_POINTS, MOST_SEGMENTS, SLICE_CHUNKS } from "./sizes.ts";
import { NO_POINTS, type StoredPoints } from "./stored-points.ts";

export interface Workshop {
  stored: StoredPoints;
  /** The id for a seg that is newer than all others. */
  takeSegmentId: () => number;
  /** What is left of the merge under way, which would else be read anew for every slice. */
  merging: { seriesId: number; upTo: number; points: PointBlock } | null;
  /** The attempt being sealed: its series in their order, of which so many are in their final form. */
  sealing: { attemptId: string; ids: number[]; done: number } | null;
}

/** What becomes of points that do not fill a chunk: a seg, to be joined with what comes next, or a last chunk. */
export type Rest = "seg" | "chunk";

/** A merge of the first segs of a series. */
interface Merge {
  rows: SegmentRow[];
  /** The first so many are merged. */
  taken: number;
  /** What of their points is not in chunks yet: ascending, at least one. */
  points: PointBlock;
}

/** Some neighbouring chunks that points fall on. */
interface Overlap {
  rows: ChunkRow[];
  /** The first so many points go into them; those behind belong to later chunks, or behind all. */
  taken: number;
  /** No chunk comes after these. */
  isLast: boolean;
}

/** The first chunks that points fall on, or before; null where all points come behind. */
function findOverlap(stored: StoredPoints, seriesId: number, { x }: PointBlock): Overlap | null {
  const found = stored.chunks(seriesId, x[0], Infinity, SLICE_CHUNKS + 2);
  if (found.length === 0) return null;
  const rows = found.slice(0, SLICE_CHUNKS);
  if (found.length > rows.length) return { rows, taken: lowerBound(x, found[rows.length].x0), isLast: false };
  return { rows, taken: firstAbove(x, rows[rows.length - 1].x1), isLast: true };
}

const pointsOfChunks = (stored: StoredPoints, seriesId: number, rows: readonly ChunkRow[]): PointBlock[] =>
  rows.map((row) => stored.chunkPoints(seriesId, row));

/** Writes chunks anew with the points that fall on them. */
function mergeInto(stored: StoredPoints, series: SeriesRow, points: PointBlock, overlap: Overlap): void {
  const { id } = series;
  const { rows, taken, isLast } = overlap;
  const old = pointsOfChunks(stored, id, rows);
  const merged = orderPoints(joinBlocks([...old, slicePoints(points, 0, taken)]), series);
  removeChunks(
    stored.sql,
    rows.map((row) => row.id),
  );
  const n = merged.x.length;
  // Chunks of even size have room for the next points that come late; behind the last chunk nothing comes late.
  const size = isLast ? CHUNK_POINTS : Math.ceil(n / Math.ceil(n / CHUNK_POINTS));
  addChunks(stored.sql, id, merged, size);
}

/** Puts points behind all chunks as chunks; gives back those that do not fill one, unless a last chunk is wanted. */
function putBehind(stored: StoredPoints, id: number, points: PointBlock, rest: Rest): PointBlock {
  const last = stored.lastChunk(id);
  const open = last && last.n < CHUNK_POINTS ? [last] : [];
  const all = joinBlocks([...pointsOfChunks(stored, id, open), points]);
  removeChunks(
    stored.sql,
    open.map((row) => row.id),
  );
  const n = all.x.length;
  const even = n - (n % CHUNK_POINTS);
  const full = rest === "chunk" ? n : even === 0 ? 0 : cutBehind(all.x, even);
  addChunks(stored.sql, id, slicePoints(all, 0, full), CHUNK_POINTS);
  return slicePoints(all, full, n);
}

/** Takes the segs of a finished merge off a series and puts what is left of their points in their place. */
function replaceSegments(
  { stored, takeSegmentId }: Workshop,
  series: SeriesRow,
  { rows, taken }: Merge,
  { x, value, at }: PointBlock,
): void {
  const last = rows[taken - 1];
  const hasNewer = taken < rows.length;
  series.segs = rows.length - taken;
  series.loose = rows.slice(taken).reduce((sum, row) => sum + row.n, 0);
  series.firstSegment = hasNewer ? rows[taken].id : null;
  if (!hasNewer) series.lastSegment = null;
  if (x.length === 0) return;
  const data = encodeBlock([x, value, at], false);
  if (hasNewer) {
    stored.sql.replaceSegment.run(x.length, x[0], x[x.length - 1], data, last.id);
    series.firstSegment = last.id;
  } else {
    const id = takeSegmentId();
    stored.sql.addSegment.run(id, series.id, null, x.length, x[0], x[x.length - 1], data);
    series.firstSegment = series.lastSegment = id;
  }
  series.segs += 1;
  series.loose += x.length;
}

/** Whether segs come after all chunks, one after the other. */
function areInOrder(stored: StoredPoints, seriesId: number, rows: readonly SegmentRow[]): boolean {
  let reached = stored.lastChunk(seriesId)?.x1 ?? -Infinity;
  return rows.every(({ x0, x1 }) => {
    const follows = x0 > reached;
    reached = x1;
    return follows;
  });
}

/** Writes the row after a merge, with exact totals when nothing is out of order any more. */
function finishMerge(stored: StoredPoints, series: SeriesRow): void {
  series.mergeSegment = series.mergeX = null;
  if (
    series.tangled &&
    areInOrder(stored, series.id, series.lastSegment === null ? [] : stored.segmentRows(series))
  ) {
    series.tangled = 0;
    Object.assign(series, totalsOf(stored, series));
  }
  const isFull = series.tangled === 1 || series.loose >= CHUNK_POINTS || series.segs >= MOST_SEGMENTS;
  series.due = isFull ? 2 : series.segs > 0 ? 1 : 0;
  writeSeries(stored.sql, series);
}

/** A slice that was undone leaves behind a merge that is farther than its series. */
const isOf = ({ seriesId, upTo, points }: NonNullable<Workshop["merging"]>, series: SeriesRow): boolean =>
  seriesId === series.id && upTo === series.mergeSegment && points.x[0] === series.mergeX;

const isPiece = (row: SegmentRow | SegmentPiece): row is SegmentPiece => "data" in row;

/** The segs to merge: the oldest, up to about as many points as one merge takes; all of a merge that is under way. */
function readMerge({ stored, merging }: Workshop, series: SeriesRow): Merge {
  const { mergeSegment, mergeX } = series;
  const known = merging !== null && isOf(merging, series) ? merging.points : null;
  // Of a long row only what is merged is read.
  const isLong = known !== null || series.loose > 2 * MERGE_POINTS;
  const rows = isLong ? stored.segmentRows(series) : stored.segmentPieces(series);
  let n = 0;
  // Fewer than a chunk would be put back as they are, again and again.
  const isEnough = (row: SegmentRow) => (n += row.n) > MERGE_POINTS && n - row.n >= CHUNK_POINTS;
  let taken = rows.findIndex((row) => (mergeSegment === null ? isEnough(row) : row.id > mergeSegment));
  if (taken < 0) taken = rows.length;
  taken = Math.max(1, taken);
  if (known) return { rows, taken, points: known };
  const merged = rows.slice(0, taken);
  const pieces = merged.every(isPiece) ? merged : stored.segmentPieces(series, rows[taken - 1].id);
  const points = stored.pointsOfSegments(series, pieces);
  const from = mergeX === null ? 0 : lowerBound(points.x, mergeX);
  return { rows, taken, points: slicePoints(points, from, points.x.length) };
}

/**
 * One slice of bringing the segs of a series into chunks, inside the running transaction: some milliseconds. A merge is a
 * row of small exchanges, and the series' row says how far it has come; nothing is pending in between, and a crash loses
 * nothing. `series` is its row as it is now, and is changed.
 */
export function compactSlice(workshop: Workshop, series: SeriesRow, rest: Rest): void {
  const { stored } = workshop;
  if (series.lastSegment === null) return finishMerge(stored, series);
  const merge = readMerge(workshop, series);
  const { rows, taken, points } = merge;
  workshop.merging = null;
  const overlap = findOverlap(stored, series.id, points);
  if (overlap) {
    mergeInto(stored, series, points, overlap);
    if (overlap.taken < points.x.length) {
      const upTo = rows[taken - 1].id;
      const left = slicePoints(points, overlap.taken, points.x.length);
      workshop.merging = { seriesId: series.id, upTo, points: left };
      series.mergeSegment = upTo;
      series.mergeX = left.x[0];
      return writeSeries(stored.sql, series);
    }
  }
  const left = overlap ? NO_POINTS : putBehind(stored, series.id, points, rest);
  replaceSegments(workshop, series, merge, left);
  finishMerge(stored, series);
}
