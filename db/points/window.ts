import { BucketBuilder, columnsOf, rawBuckets } from "./buckets.ts";
import { meanOfLarge } from "#server/numbers/mean.ts";
import { joinBlocks } from "./order-points.ts";
import type { BucketBlock, PointBlock, Span } from "./point-store.ts";
import { ALWAYS_READ, CHUNKS_PER_BUCKET, MOST_READ, PART_POINTS } from "./sizes.ts";
import type { ChunkRow } from "./rows.ts";
import { NO_POINTS, type StoredPoints } from "./stored-points.ts";
import { between, highOf, lowOf, type Piece, piecesOf, walkPoints } from "./read-points.ts";

type Level = "points" | "parts" | "chunks";

const sizeOf = (piece: Piece): number => ("chunk" in piece ? piece.chunk.n : piece.points.x.length);

/** The coarsest source that still has something for every bucket, or for nearly every one. */
function chooseLevel(pieces: readonly Piece[], total: number, buckets: number): Level {
  const read = Math.min(MOST_READ, buckets * PART_POINTS);
  if (total <= Math.max(ALWAYS_READ, read)) return "points";
  return pieces.length >= CHUNKS_PER_BUCKET * buckets ? "chunks" : "parts";
}

/** Pieces with those at the ends cut to the bounds; none is empty. */
function cutPieces(stored: StoredPoints, seriesId: number, from: number, to: number): Piece[] {
  const pieces: Piece[] = [];
  for (const piece of piecesOf(stored, stored.series(seriesId), from, to)) {
    const isWhole = !("chunk" in piece) || (piece.chunk.x0 >= from && piece.chunk.x1 <= to);
    const kept = isWhole ? piece : { points: between(stored.chunkPoints(seriesId, piece.chunk), from, to) };
    if (sizeOf(kept) > 0) pieces.push(kept);
  }
  return pieces;
}

/** The chunks that follow each other from a piece on, with no points between them. */
function chunksFrom(pieces: readonly Piece[], from: number): ChunkRow[] {
  const run: ChunkRow[] = [];
  for (let k = from; k < pieces.length; k++) {
    const piece = pieces[k];
    if (!("chunk" in piece)) break;
    run.push(piece.chunk);
  }
  return run;
}

const startOf = (piece: Piece): number => ("chunk" in piece ? piece.chunk.x0 : piece.points.x[0]);
const endOf = (piece: Piece): number =>
  "chunk" in piece ? piece.chunk.x1 : (piece.points.x.at(-1) as number);

/** Buckets of a series between bounds; see `PointStore.window`. */
export function windowOf(stored: StoredPoints, seriesId: number, span: Span, buckets: number): BucketBlock {
  const pieces = cutPieces(stored, seriesId, lowOf(span), highOf(span));
  const meanBetween = (x0: number, x1: number) =>
    meanOfLarge(walkPoints(stored, seriesId, { from: x0, to: x1 }));
  if (pieces.length === 0) return rawBuckets(NO_POINTS, meanBetween);
  const read = (piece: Piece): PointBlock =>
    "chunk" in piece ? stored.chunkPoints(seriesId, piece.chunk) : piece.points;
  const total = pieces.reduce((sum, piece) => sum + sizeOf(piece), 0);
  if (total <= buckets) return rawBuckets(joinBlocks(pieces.map(read)), meanBetween);
  const level = chooseLevel(pieces, total, buckets);
  const builder = new BucketBuilder(
    startOf(pieces[0]),
    endOf(pieces[pieces.length - 1]),
    Math.max(1, buckets),
  );
  for (let k = 0; k < pieces.length;) {
    const piece = pieces[k];
    const run = level === "points" ? [] : chunksFrom(pieces, k);
    if (run.length === 0) builder.addPoints(read(piece));
    else if (level === "parts") builder.addParts(stored.partsOf(seriesId, run));
    else builder.addParts(columnsOf(run.map((chunk) => stored.chunkSummary(chunk))));
    k += Math.max(1, run.length);
  }
  return builder.finish(meanBetween);
}
