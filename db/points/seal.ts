import { createHash } from "node:crypto";
import { addChunk, removeChunks } from "./chunks.ts";
import { compactSlice, type Workshop } from "./compact.ts";
import { cutBehind, joinBlocks, slicePoints } from "./order-points.ts";
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

const isSmallRest = (n: number): boolean => n < CHUNK_POINTS / 2;

/**
 * The first of the chunks of a series, given by their sizes, that is not as in a sealed one; -1 where all are. There they are
 * full, longer only where points of one x would be parted, and what is left is in the last; a small rest goes with the chunk
 * before it, since every blob costs space of its own. `isTooLong` is asked of those that are longer.
 */
function firstUnfinished(
  sizes: readonly number[],
  isTooLong: (i: number, isLast: boolean) => boolean,
): number {
  const last = sizes.length - 1;
  const first = sizes.findIndex(
    (n, i) => (i < last && n < CHUNK_POINTS) || (n > CHUNK_POINTS && isTooLong(i, i === last)),
  );
  if (first >= 0) return first;
  return last > 0 && isSmallRest(sizes[last]) ? last - 1 : -1;
}

/** Rewrites the first chunks that are not of their final size. False when all are. */
function fillSlice(stored: StoredPoints, { id }: SeriesRow): boolean {
  const rows = digestsOf(stored, id);
  const isTooLong = (i: number, isLast: boolean): boolean => {
    const { x } = stored.chunkPoints(id, rows[i]);
    const left = x.length - cutBehind(x, CHUNK_POINTS);
    return isLast ? !isSmallRest(left) : left > 0;
  };
  const first = firstUnfinished(
    rows.map(({ n }) => n),
    isTooLong,
  );
  if (first < 0) return false;
  const taken = rows.slice(first, first + 2 * SLICE_CHUNKS);
  const points = joinBlocks(taken.map((row) => stored.chunkPoints(id, row)));
  removeChunks(
    stored.sql,
    taken.map((row) => row.id),
  );
  const n = points.x.length;
  const isEnd = first + taken.length === rows.length;
  for (let done = 0, end = 0; done < n; done = end) {
    end = done + cutBehind(points.x.subarray(done), CHUNK_POINTS);
    if (isEnd && isSmallRest(n - end)) end = n;
    addChunk(stored.sql, id, slicePoints(points, done, end));
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
  let left = 0;
  const isFinal = () => left === 0 && firstUnfinished(sizes, () => false) < 0;
  for (const row of stored.sql.digestsOfAttempt.all(attemptId) as DigestRow[]) {
    const [id, metric, axis, n, segs, chunkN, chunkBytes, sha256] = row;
    if (id !== last) {
      if (!isFinal()) return null;
      digest.update(JSON.stringify([metric, axis, n]));
      points += n;
      sizes = [];
      left = n;
      last = id;
    }
    if (segs > 0) return null;
    if (chunkN !== null) sizes.push(chunkN);
    left -= chunkN ?? 0;
    if (sha256) digest.update(sha256);
    bytes += chunkBytes ?? 0;
  }
  if (!isFinal()) return null;
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
