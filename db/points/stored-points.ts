import { lowerBound } from "#server/numbers/mean.ts";
import { giveBack } from "#server/numbers/give-back.ts";
import { createRecent } from "#server/numbers/recent.ts";
import type { Connected } from "../connection.ts";
import { BlockReader, BrokenBlock } from "./codec/block.ts";
import { DamagedPoints } from "./damaged-points.ts";
import { seriesOfAside } from "./journal.ts";
import { joinBlocks, orderPoints, slicePoints } from "./order-points.ts";
import type { PointBlock } from "./point-store.ts";
import type { ChunkRow, SegmentPiece, SegmentRow, SeriesRow } from "./rows.ts";
import { CHUNK_POINTS } from "./sizes.ts";
import { type Statements, statementsOf } from "./statements.ts";
import { type PartColumns, PartReader, type Summary, unpackSummary } from "./summary.ts";

/** A million points, or 122 full chunks. */
const CACHE_BYTES = 24 * 1024 * 1024;

/** Rows of segs without their points; reading a long series looks at them again for each of its pieces. */
const CACHE_ROWS = 20_000;

export const NO_POINTS: PointBlock = {
  x: new Float64Array(0),
  value: new Float64Array(0),
  at: new Float64Array(0),
};

/** Room for points, as one piece of memory whose bytes are whatever was there before. */
function roomFor(n: number): PointBlock {
  const { buffer } = Buffer.allocUnsafeSlow(24 * n);
  const column = (k: number) => new Float64Array(buffer, 8 * n * k, n);
  return { x: column(0), value: column(1), at: column(2) };
}

interface Piece {
  id: number;
  n: number;
  data: unknown;
}

/** Says of which series and piece the bytes are that cannot be read. */
function reading<T>(seriesId: number, piece: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new DamagedPoints(seriesId, piece, error);
  }
}

function openBlock(data: unknown): BlockReader {
  if (!(data instanceof Uint8Array)) throw new BrokenBlock("its bytes are gone");
  return new BlockReader(data);
}

/** Reads pieces one behind the other. Throws `DamagedPoints`. */
function decode(pieces: readonly Piece[], seriesId: number, kind: "chunk" | "seg"): PointBlock {
  const points = roomFor(pieces.reduce((sum, { n }) => sum + n, 0));
  let done = 0;
  for (const { id, n, data } of pieces) {
    reading(seriesId, `${kind} ${id}`, () => {
      const block = openBlock(data);
      if (block.n !== n) throw new BrokenBlock(`it holds ${block.n} points instead of ${n}`);
      block.next(points.x, done);
      block.next(points.value, done);
      block.next(points.at, done);
    });
    // Its bytes came from the database for this alone.
    if (data instanceof Uint8Array) giveBack(data);
    done += n;
  }
  return points;
}

/** Reads rows of one connection into points. */
export class StoredPoints {
  readonly sql: Statements;
  readonly #client: Connected["$client"];
  #aside: Map<number, number> | null = null;
  readonly #cache = createRecent(CACHE_BYTES, ({ x }: PointBlock) => 24 * x.length);
  readonly #rows = createRecent(CACHE_ROWS, (groups: SegmentRow[][]) =>
    groups.reduce((sum, rows) => sum + rows.length, 1),
  );

  constructor(db: Connected) {
    this.#client = db.$client;
    this.sql = statementsOf(db);
  }

  /** Looks up anew of which series the last points were set aside. */
  forgetAside(): void {
    this.#aside = null;
  }

  /** The journal's entry with last points of a series that was set aside, since it could not be read. */
  entryAside(id: number): number | undefined {
    this.#aside ??= seriesOfAside(this.sql);
    return this.#aside.get(id);
  }

  /** Throws where there is no such series, and `DamagedPoints` where its last points could not be read. */
  series(id: number): SeriesRow {
    const entry = this.entryAside(id);
    if (entry !== undefined)
      throw new DamagedPoints(id, `entry ${entry} of the journal`, new BrokenBlock("it was set aside"));
    const row = this.sql.seriesById.get(id) as SeriesRow | undefined;
    if (!row) throw new RangeError(`There is no series ${id}.`);
    return row;
  }

  /** What is kept outlives the transaction that it was read in, so nothing of one that may be undone is. */
  #cached(name: string, read: () => PointBlock): PointBlock {
    const known = this.#cache.get(name);
    if (known) return known;
    const block = read();
    if (!this.#client.inTransaction) this.#cache.set(name, block);
    return block;
  }

  /** The segs of a series in the order of their arrival, without their points. */
  segmentRows({ lastSegment, firstSegment }: SeriesRow): SegmentRow[] {
    return (this.sql.segmentRows.all(lastSegment, firstSegment) as SegmentRow[]).reverse();
  }

  /** The segs of a series in the order of their arrival, up to one. */
  segmentPieces({ lastSegment, firstSegment }: SeriesRow, upTo = lastSegment): SegmentPiece[] {
    return (this.sql.segmentPieces.all(upTo, firstSegment) as SegmentPiece[]).reverse();
  }

  /** The segs of a series in the order of their arrival, grouped so that each group has about as many points as a chunk. */
  segmentsInARow(series: SeriesRow): SegmentRow[][] {
    const { firstSegment, lastSegment, segs, loose } = series;
    const name = `${firstSegment}-${lastSegment}:${segs}:${loose}`;
    const known = this.#rows.get(name);
    if (known) return known;
    const groups: SegmentRow[][] = [];
    let held = CHUNK_POINTS;
    for (const row of this.segmentRows(series)) {
      if (held + row.n > CHUNK_POINTS) {
        groups.push([]);
        held = 0;
      }
      groups[groups.length - 1].push(row);
      held += row.n;
    }
    if (!this.#client.inTransaction) this.#rows.set(name, groups);
    return groups;
  }

  /** Points of segs that follow each other, ascending. */
  segmentPoints(seriesId: number, rows: readonly SegmentRow[]): PointBlock {
    const { id: first, x0 } = rows[0];
    const { id: last } = rows[rows.length - 1];
    const n = rows.reduce((sum, row) => sum + row.n, 0);
    return this.#cached(`g${first}-${last}:${x0}:${n}`, () =>
      decode(this.sql.segmentPieces.all(last, first).reverse() as SegmentPiece[], seriesId, "seg"),
    );
  }

  /**
   * What lies in segs from `from` up to, not including, `end`, in its final form; `end` is where about `most` points are
   * reached, or Infinity.
   */
  looseWindow(series: SeriesRow, from: number, most: number): { points: PointBlock; end: number } {
    const { id, mergeSegment, mergeX } = series;
    const rows = this.segmentsInARow(series).flat();
    const byStart = rows.filter(({ x1 }) => x1 >= from).toSorted((a, b) => a.x0 - b.x0);
    const taken = new Set<SegmentRow>();
    let held = 0;
    let end = Infinity;
    for (const row of byStart) {
      if (held >= most && row.x0 > from) {
        end = row.x0;
        break;
      }
      taken.add(row);
      held += row.n;
    }
    // What a merge under way has brought into chunks does not count.
    const startOf = (row: SegmentRow) =>
      mergeSegment !== null && mergeX !== null && row.id <= mergeSegment ? Math.max(from, mergeX) : from;
    const parts = rows
      .filter((row) => taken.has(row))
      .map((row) => {
        const points = orderPoints(this.segmentPoints(id, [row]), series);
        return slicePoints(points, lowerBound(points.x, startOf(row)), lowerBound(points.x, end));
      });
    return { points: parts.length === 0 ? NO_POINTS : orderPoints(joinBlocks(parts), series), end };
  }

  /** The chunk with the greatest x. */
  lastChunk(seriesId: number): ChunkRow | undefined {
    return this.sql.lastChunks.get(seriesId, 1) as ChunkRow | undefined;
  }

  chunkSummary({ id }: ChunkRow): Summary {
    return unpackSummary(this.sql.chunkSummary.get(id) as Buffer);
  }

  /** Summaries of the parts of neighbouring chunks, one behind the other. Throws `DamagedPoints`. */
  partsOf(seriesId: number, chunks: readonly ChunkRow[]): PartColumns {
    const blobs = this.sql.chunkParts.all(seriesId, chunks[0].x0, chunks[chunks.length - 1].x0);
    const readingOf = <T>({ id }: ChunkRow, work: () => T): T =>
      reading(seriesId, `summary of chunk ${id}`, work);
    const blocks = chunks.map((chunk, k) => readingOf(chunk, () => openBlock(blobs[k])));
    const parts = new PartReader(blocks.reduce((sum, { n }) => sum + n, 0));
    chunks.forEach((chunk, k) => readingOf(chunk, () => parts.read(blocks[k], chunk.n)));
    return parts.columns;
  }

  /** Chunks that reach into a span, in order of x; of the first `limit` rows from there on, where -1 is all. */
  chunks(seriesId: number, from: number, to: number, limit = -1): ChunkRow[] {
    const rows = this.sql.chunksBetween.all(seriesId, seriesId, from, from, to, limit) as ChunkRow[];
    return rows.length > 0 && rows[0].x1 < from ? rows.slice(1) : rows;
  }

  /** An x from which on a series has at least `count` points, where it has as many. */
  boundOfLast(series: SeriesRow, count: number): number {
    const { id, tangled, loose } = series;
    let held = 0;
    if (tangled === 0 && loose >= count)
      for (const rows of this.segmentsInARow(series).toReversed()) {
        held += rows.reduce((sum, { n }) => sum + n, 0);
        if (held >= count) return rows[0].x0;
      }
    held = 0;
    for (const chunk of this.sql.lastChunks.all(id, count) as ChunkRow[]) {
      held += chunk.n;
      if (held >= count) return chunk.x0;
    }
    return -Infinity;
  }

  chunkPoints(seriesId: number, { id, n }: ChunkRow): PointBlock {
    return this.#cached(`c${id}`, () =>
      decode([{ id, n, data: this.sql.chunkData.get(id) }], seriesId, "chunk"),
    );
  }

  /** Points of segs in their final form: ascending, those of one x in the order of their arrival. */
  pointsOfSegments(series: SeriesRow, pieces: readonly SegmentPiece[]): PointBlock {
    return orderPoints(decode(pieces, series.id, "seg"), series);
  }

  /**
   * What of a series lies in segs, in its final form and without what a merge under way has brought into chunks. It
   * comes behind what chunks have of the same x.
   */
  loose(series: SeriesRow): PointBlock {
    const { id, firstSegment, lastSegment, segs, loose, mergeSegment, mergeX } = series;
    if (lastSegment === null) return NO_POINTS;
    return this.#cached(`s${id}:${firstSegment}-${lastSegment}:${segs}:${loose}:${mergeX}`, () => {
      const pieces = this.segmentPieces(series);
      if (mergeSegment === null || mergeX === null) return this.pointsOfSegments(series, pieces);
      const merging = pieces.findLastIndex((piece) => piece.id <= mergeSegment) + 1;
      const older = this.pointsOfSegments(series, pieces.slice(0, merging));
      const left = slicePoints(older, lowerBound(older.x, mergeX), older.x.length);
      return orderPoints(joinBlocks([left, decode(pieces.slice(merging), id, "seg")]), series);
    });
  }
}
