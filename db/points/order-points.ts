import { finiteMean, lowerBound } from "#server/numbers/mean.ts";
import { isComputedAnew } from "./computed-anew.ts";
import type { PointBlock } from "./point-store.ts";

/** One block after the other, as copies. */
export function joinBlocks(blocks: readonly PointBlock[]): PointBlock {
  if (blocks.length === 1) return blocks[0];
  const n = blocks.reduce((sum, { x }) => sum + x.length, 0);
  const joined = { x: new Float64Array(n), value: new Float64Array(n), at: new Float64Array(n) };
  let done = 0;
  for (const { x, value, at } of blocks) {
    joined.x.set(x, done);
    joined.value.set(value, done);
    joined.at.set(at, done);
    done += x.length;
  }
  return joined;
}

/** Views of the points from index `from` up to, not including, `to`. */
export const slicePoints = ({ x, value, at }: PointBlock, from: number, to: number): PointBlock => ({
  x: x.subarray(from, to),
  value: value.subarray(from, to),
  at: at.subarray(from, to),
});

/** Index of the first x that is greater than `bound`, in ascending x. */
export function firstAbove(x: Float64Array, bound: number): number {
  let low = lowerBound(x, bound);
  if (x[low] !== bound) return low;
  if (x[low + 1] !== bound) return low + 1;
  for (let high = x.length; low < high;) {
    const middle = (low + high) >>> 1;
    if (x[middle] > bound) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Where ascending points are cut that are to be about `size`, at least 1: points of one x are never parted. */
export function cutBehind(x: Float64Array, size: number): number {
  if (size >= x.length) return x.length;
  return x[size] === x[size - 1] ? firstAbove(x, x[size]) : size;
}

/** Whether some x of ascending points is there more than once. */
export function repeatsX(x: Float64Array): boolean {
  for (let i = 1; i < x.length; i++) if (x[i] === x[i - 1]) return true;
  return false;
}

/**
 * Ascending points as one for each x: the mean of its finite values, or its last value where none is finite, at the time of
 * the last.
 */
export function meanPerX(points: PointBlock): PointBlock {
  if (!repeatsX(points.x)) return points;
  const { x, value, at } = points;
  const means = { x: new Float64Array(x.length), value: x.slice(), at: x.slice() };
  let n = 0;
  for (let start = 0, end = 0; start < x.length; start = end, n++) {
    for (end = start + 1; x[end] === x[start];) end++;
    const mean = end === start + 1 ? value[start] : finiteMean(value.subarray(start, end));
    means.x[n] = x[start];
    means.value[n] = Number.isNaN(mean) ? value[end - 1] : mean;
    means.at[n] = at[end - 1];
  }
  return slicePoints(means, 0, n);
}

/** Merges neighbouring ascending runs of indexes pair by pair; of equal x the index of the later run comes later. */
function mergeRuns(x: Float64Array, starts: number[]): Uint32Array {
  const n = x.length;
  let from = new Uint32Array(n);
  for (let i = 0; i < n; i++) from[i] = i;
  let to = new Uint32Array(n);
  while (starts.length > 1) {
    const merged: number[] = [];
    for (let k = 0; k < starts.length; k += 2) {
      const start = starts[k];
      const middle = starts[k + 1] ?? n;
      const end = starts[k + 2] ?? n;
      merged.push(start);
      for (let a = start, b = middle, i = start; i < end; i++)
        to[i] = b >= end || (a < middle && x[from[a]] <= x[from[b]]) ? from[a++] : from[b++];
    }
    [from, to] = [to, from];
    starts = merged;
  }
  return from;
}

/**
 * Points of a series ascending in x; of equal x in the order given, or only the last one where the metric is computed anew.
 * Costs one look where they are so already, and little where they are a few ascending runs.
 */
export function orderPoints(points: PointBlock, { metric }: { metric: string }): PointBlock {
  const { x, value, at } = points;
  const lastOnly = isComputedAnew(metric);
  const starts = [0];
  for (let i = 1; i < x.length; i++) if (x[i] < x[i - 1] || (lastOnly && x[i] === x[i - 1])) starts.push(i);
  if (starts.length === 1) return points;
  const order = mergeRuns(x, starts);
  let n = 0;
  for (let i = 0; i < order.length; i++)
    if (!lastOnly || x[order[i]] !== x[order[i + 1]]) order[n++] = order[i];
  const ordered = { x: new Float64Array(n), value: new Float64Array(n), at: new Float64Array(n) };
  for (let i = 0; i < n; i++) {
    const from = order[i];
    ordered.x[i] = x[from];
    ordered.value[i] = value[from];
    ordered.at[i] = at[from];
  }
  return ordered;
}

/** Stretches shorter than this are copied number by number: views of them cost more. */
const SHORT = 192;

/** Copies the points of `from` with the indexes `start` up to, not including, `end` into `to`, from index `at` on. */
export function copyPoints(from: PointBlock, start: number, end: number, to: PointBlock, at: number): void {
  if (end - start >= SHORT) {
    to.x.set(from.x.subarray(start, end), at);
    to.value.set(from.value.subarray(start, end), at);
    to.at.set(from.at.subarray(start, end), at);
    return;
  }
  for (let i = start, k = at; i < end; i++, k++) {
    to.x[k] = from.x[i];
    to.value[k] = from.value[i];
    to.at[k] = from.at[i];
  }
}
