import type { BucketBlock, PointBlock, Span } from "#db/points/point-store.ts";

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

/** The first `size` rows. */
function cut(block: BucketBlock, size: number): BucketBlock {
  const columns = Object.entries(block).map(([name, column]: [string, unknown]) =>
    column instanceof Float64Array || column instanceof Uint32Array
      ? [name, column.slice(0, size)]
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
  const width = ((to ?? x[x.length - 1]) - lo) / buckets || 1;
  let row = -1;
  let bucket = -1;
  let finite = 0;
  let sum = 0;
  for (let i = 0; i < x.length; i++) {
    const its = raw ? i : Math.min(buckets - 1, Math.floor((x[i] - lo) / width));
    if (its !== bucket) {
      bucket = its;
      row++;
      finite = 0;
      block.x0[row] = x[i];
      block.at0[row] = at[i];
    }
    block.x1[row] = x[i];
    block.at1[row] = at[i];
    block.n[row]++;
    const v = value[i];
    if (Number.isFinite(v)) {
      lastFinite[row] = i;
      finite++;
      sum = finite === 1 ? v : sum + v;
      if (finite === 1) block.first[row] = block.min[row] = block.max[row] = v;
      else if (v < block.min[row]) block.min[row] = v;
      else if (v > block.max[row]) block.max[row] = v;
      // A sum that leaves the range of a double must not take the mean with it.
      block.mean[row] = Math.max(block.min[row], Math.min(block.max[row], sum / finite));
      block.last[row] = v;
    } else if (Number.isNaN(v)) block.nan[row]++;
    else if (v > 0) block.posInf[row]++;
    else block.negInf[row]++;
  }
  const size = row + 1;
  return { block: { ...cut(block, size), total: x.length }, lastFinite: lastFinite.slice(0, size) };
}
