import type { BucketBlock, PointBlock, Span } from "#db/points/point-store.ts";
import { equalParts, finiteMean } from "../../numbers/mean.ts";

/** Buckets with, for each, the place of its last finite point in what was bucketed; -1 where it has none. */
export interface Bucketed {
  block: BucketBlock;
  lastFinite: Int32Array;
}

/** An empty block, or room for one. */
export function emptyBlock(size = 0, raw = true): BucketBlock {
  const [x0, x1, at0, at1, first, last, min, max, mean] = Array.from(
    { length: 9 },
    () => new Float64Array(size),
  );
  const [n, nan, posInf, negInf] = Array.from({ length: 4 }, () => new Uint32Array(size));
  for (const column of [first, last, min, max, mean]) column.fill(Number.NaN);
  return { raw, total: 0, x0, x1, at0, at1, first, last, min, max, mean, n, nan, posInf, negInf };
}

/** The rows from `start` to `end` (not included), as copies; `total` is left as it is. */
export function cutRows(block: BucketBlock, start: number, end: number): BucketBlock {
  const columns = Object.entries(block).map(([name, column]: [string, unknown]) =>
    column instanceof Float64Array || column instanceof Uint32Array
      ? [name, column.slice(start, end)]
      : [name, column],
  );
  return Object.fromEntries(columns) as BucketBlock;
}

/**
 * Points in ascending order of x as they are where they fit, else in at most `buckets` buckets of equal width between the
 * bounds; an open bound is the first or last point. Points are within the bounds.
 */
export function bucketPoints({ x, value, at }: PointBlock, { from, to }: Span, buckets: number): Bucketed {
  const raw = x.length <= buckets;
  const block = emptyBlock(raw ? x.length : buckets, raw);
  const lastFinite = new Int32Array(block.x0.length).fill(-1);
  const lo = from ?? x[0];
  const { partOf } = equalParts(lo, to ?? x[x.length - 1], buckets);
  const bucketOf = (i: number) => (raw ? i : partOf(x[i]));
  let row = -1;
  for (let start = 0, end = 0; start < x.length; start = end) {
    const bucket = bucketOf(start);
    row++;
    block.x0[row] = x[start];
    block.at0[row] = at[start];
    for (end = start; end < x.length && (end === start || bucketOf(end) === bucket); end++) {
      const v = value[end];
      if (Number.isFinite(v)) {
        if (lastFinite[row] < 0) block.first[row] = block.min[row] = block.max[row] = v;
        else if (v < block.min[row]) block.min[row] = v;
        else if (v > block.max[row]) block.max[row] = v;
        block.last[row] = v;
        lastFinite[row] = end;
      } else if (Number.isNaN(v)) block.nan[row]++;
      else if (v > 0) block.posInf[row]++;
      else block.negInf[row]++;
    }
    block.x1[row] = x[end - 1];
    block.at1[row] = at[end - 1];
    block.n[row] = end - start;
    // Rounding must not take a mean out of its values.
    const mean = finiteMean(value.subarray(start, end));
    block.mean[row] = Math.max(block.min[row], Math.min(block.max[row], mean));
  }
  const size = row + 1;
  return { block: { ...cutRows(block, 0, size), total: x.length }, lastFinite: lastFinite.slice(0, size) };
}
