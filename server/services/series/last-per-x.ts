import type { BucketBlock, PointBlock, PointStore, Span } from "#db/points/point-store.ts";
import type { SharedX } from "../../contracts/charts/series.ts";
import { requireRoom } from "../answer-room.ts";
import { bucketPoints } from "./bucket-points.ts";

/** Bytes that are held for each point while all of a span are looked at: as read, in one piece, and in buckets. */
const HELD = 72;

/** Of ascending points that share an x the one that was logged last. */
function lastOfEach(points: PointBlock): PointBlock {
  const { x, value, at } = points;
  if (!x.some((one, i) => one === x[i + 1])) return points;
  const kept = { x: x.slice(), value: value.slice(), at: at.slice() };
  let n = 0;
  for (let i = 0; i < x.length; i++) {
    if (x[i] === x[i + 1]) continue;
    kept.x[n] = x[i];
    kept.value[n] = value[i];
    kept.at[n] = at[i];
    n++;
  }
  return { x: kept.x.subarray(0, n), value: kept.value.subarray(0, n), at: kept.at.subarray(0, n) };
}

function joined(blocks: readonly PointBlock[]): PointBlock {
  const column = (name: keyof PointBlock) => {
    const all = new Float64Array(blocks.reduce((sum, { x }) => sum + x.length, 0));
    let done = 0;
    for (const block of blocks) {
      all.set(block[name], done);
      done += block.x.length;
    }
    return all;
  };
  return { x: column("x"), value: column("value"), at: column("at") };
}

/**
 * A store as charts read it. `last`: each x has the one value that was logged last, where they else read the mean with its spread;
 * points are read one by one for it, so that more than one answer may hold are refused.
 */
export function storeWith(store: PointStore, sharedX: SharedX): PointStore {
  if (sharedX === "mean") return store;
  function* read(seriesId: number, span: Span): Generator<PointBlock> {
    for (const block of store.rows(seriesId, span)) yield lastOfEach(block);
  }
  function window(seriesId: number, span: Span, buckets: number): BucketBlock {
    const plain = store.window(seriesId, span, buckets);
    if (plain.raw) return plain;
    requireRoom(plain.total * HELD, "The last value of each x", "Draw means, or a part of the chart.");
    return bucketPoints(joined([...read(seriesId, span)]), span, Math.max(1, buckets)).block;
  }
  return Object.assign(Object.create(store) as PointStore, { read, rows: read, window });
}
