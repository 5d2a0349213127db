import { createHash } from "node:crypto";
import { addChunk, removeChunks } from "./chunks.ts";
import { compactSlice, type Workshop } from "./compact.ts";
import { joinBlocks, slicePoints } from "./order-points.ts";
import type { Sealed } from "./point-store.ts";
import { CHUNK_POINTS, SLICE_CHUNKS } from "./sizes.ts";
import type { ChunkRow, SeriesRow } from "./rows.ts";
import type { StoredPoints } from "./stored-points.ts";

interface ChunkDigest extends ChunkRow {
  bytes: number;
  sha256: Buffer;
}

interface SealedRow {
  points: number | null;
  bytes: number | null;
  sha256: string | null;
}

const digestsOf = (stored: StoredPoints, seriesId: number) =>
  stored.sql.chunkDigests.all(seriesId) as ChunkDigest[];

/**
 * Sizes of the chunks of a sealed series: full ones, and what is left in the last; a small rest goes with the chunk before
 * it, since every blob costs space of its own.
 */
function finalSizes(n: number): number[] {
  const full = Math.floor(n / CHUNK_POINTS);
  const rest = n % CHUNK_POINTS;
  const sizes = Array.from({ length: full }, () => CHUNK_POINTS);
  if (full > 0 && rest < CHUNK_POINTS / 2) sizes[full - 1] += rest;
  else if (rest > 0) sizes.push(rest);
  return sizes;
}

/** Rewrites the first chunks that are not of their final size. False when all are. */
function fillSlice(stored: StoredPoints, { id }: SeriesRow): boolean {
  const rows = digestsOf(stored, id);
  const sizes = finalSizes(rows.reduce((sum, { n }) => sum + n, 0));
  const first = rows.findIndex(({ n }, i) => n !== sizes[i]);
  if (first < 0) return false;
  const taken = rows.slice(first, first + 2 * SLICE_CHUNKS);
  const points = joinBlocks(taken.map((row) => stored.chunkPoints(id, row)));
  removeChunks(
    stored.sql,
    taken.map((row) => row.id),
  );
  const n = points.x.length;
  let done = 0;
  for (let k = first; done < n; k++) {
    const end = Math.min(n, done + sizes[k]);
    addChunk(stored.sql, id, slicePoints(points, done, end));
    done = end;
  }
  return true;
}

type DigestRow = [
  id: number,
  metric: string,
  axis: string,
  n: number,
  segs: number,
  chunkN: number | null,
  bytes: number | null,
  sha256: Buffer | null,
];

/**
 * What the final chunks of an attempt add up to, its series ordered by metric and axis; null where not all are final, which
 * may be when a transaction in between was undone.
 */
export function digestOf(stored: StoredPoints, attemptId: string): Sealed | null {
  const digest = createHash("sha256");
  let points = 0;
  let bytes = 0;
  let last = -1;
  let sizes: number[] = [];
  for (const row of stored.sql.digestsOfAttempt.all(attemptId) as DigestRow[]) {
    const [id, metric, axis, n, segs, chunkN, chunkBytes, sha256] = row;
    if (id !== last) {
      if (sizes.length > 0) return null;
      digest.update(JSON.stringify([metric, axis, n]));
      points += n;
      sizes = finalSizes(n).reverse();
      last = id;
    }
    if (segs > 0 || chunkN !== (sizes.pop() ?? null)) return null;
    if (sha256) digest.update(sha256);
    bytes += chunkBytes ?? 0;
  }
  if (sizes.length > 0) return null;
  return { attemptId, points, bytes, sha256: digest.digest("hex") };
}

/** What sealing said, once it is done. */
function sealedOf(stored: StoredPoints, attemptId: string): Sealed | null {
  const row = stored.sql.sealed.get(attemptId) as SealedRow | undefined;
  if (!row || row.points === null || row.bytes === null || row.sha256 === null) return null;
  return { attemptId, points: row.points, bytes: row.bytes, sha256: row.sha256 };
}

/** Where sealing of an attempt stands. A closed attempt gets no points, so a series that is in its final form stays so. */
function sealingOf(workshop: Workshop, attemptId: string): NonNullable<Workshop["sealing"]> {
  if (workshop.sealing?.attemptId !== attemptId) {
    const ids = workshop.stored.sql.seriesIds.all(attemptId) as number[];
    workshop.sealing = { attemptId, ids, done: 0 };
  }
  return workshop.sealing;
}

/**
 * One slice of bringing a closed attempt to its final form, inside the running transaction. The answer when it is there;
 * null while work is left.
 */
export function sealSlice(workshop: Workshop, attemptId: string): Sealed | null {
  const { stored } = workshop;
  const done = sealedOf(stored, attemptId);
  if (done) return done;
  const sealing = sealingOf(workshop, attemptId);
  for (; sealing.done < sealing.ids.length; sealing.done++) {
    const one = stored.series(sealing.ids[sealing.done]);
    if (one.segs > 0) {
      compactSlice(workshop, one, "chunk");
      return null;
    }
    if (fillSlice(stored, one)) return null;
  }
  workshop.sealing = null;
  const sealed = digestOf(stored, attemptId);
  if (sealed) stored.sql.writeSealed.run(sealed.points, sealed.bytes, sealed.sha256, attemptId);
  return sealed;
}
