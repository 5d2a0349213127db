import { hash } from "node:crypto";
import { encodeBlock } from "./codec/block.ts";
import { cutBehind, slicePoints } from "./order-points.ts";
import type { PointBlock } from "./point-store.ts";
import { PART_POINTS } from "./sizes.ts";
import type { Statements } from "./statements.ts";
import { joinSummaries, packParts, packSummary, summarise } from "./summary.ts";

/** Stores ascending points as one chunk. What is written depends on the points alone. */
export function addChunk(sql: Statements, seriesId: number, points: PointBlock): void {
  const { x, value, at } = points;
  const n = x.length;
  const parts = Array.from({ length: Math.ceil(n / PART_POINTS) }, (_, k) =>
    summarise(points, k * PART_POINTS, Math.min(n, (k + 1) * PART_POINTS)),
  );
  const summary = packSummary(parts.reduce(joinSummaries));
  const packed = packParts(parts);
  const data = encodeBlock([x, value, at], true);
  const digest = hash("sha256", data, "buffer");
  const { lastInsertRowid } = sql.addChunk.run(
    seriesId,
    x[0],
    x[n - 1],
    n,
    data.length,
    digest,
    summary,
    packed,
  );
  sql.addChunkData.run(lastInsertRowid, data);
}

/**
 * Stores ascending points as chunks of `size`: the last one is shorter where they do not come out even, and one longer where
 * points of one x would be parted.
 */
export function addChunks(sql: Statements, seriesId: number, points: PointBlock, size: number): void {
  const n = points.x.length;
  for (let from = 0, to = 0; from < n; from = to) {
    to = from + cutBehind(points.x.subarray(from), size);
    addChunk(sql, seriesId, slicePoints(points, from, to));
  }
}

export function removeChunks(sql: Statements, ids: readonly number[]): void {
  for (const id of ids) {
    sql.removeChunk.run(id);
    sql.removeChunkData.run(id);
  }
}
