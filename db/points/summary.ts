import { BrokenBlock, encodeBlock, type BlockReader } from "./codec/block.ts";
import type { PointBlock } from "./point-store.ts";

/**
 * What is known of consecutive points without reading them. `first` to `maxX` are of the finite values, NaN where there is
 * none; `sum` is of the finite values too, and not finite where it leaves the range of float64.
 */
export interface Summary {
  n: number;
  nan: number;
  posInf: number;
  negInf: number;
  first: number;
  last: number;
  min: number;
  max: number;
  sum: number;
  x0: number;
  x1: number;
  at0: number;
  at1: number;
  minX: number;
  maxX: number;
}

/** Order in which summaries lie on disk. */
const FIELDS = [
  "n",
  "nan",
  "posInf",
  "negInf",
  "first",
  "last",
  "min",
  "max",
  "sum",
  "x0",
  "x1",
  "at0",
  "at1",
  "minX",
  "maxX",
] as const satisfies (keyof Summary)[];

/** Parts of a chunk do without the places of their extremes. */
const PART_FIELDS = FIELDS.slice(0, 13) as (keyof PartColumns)[];

/** Summary of the points from index `from` up to, not including, `to`; at least one. Sums after Neumaier (1974). */
export function summarise({ x, value, at }: PointBlock, from: number, to: number): Summary {
  let nan = 0;
  let posInf = 0;
  let negInf = 0;
  let first = NaN;
  let last = NaN;
  let min = NaN;
  let minX = NaN;
  let max = NaN;
  let maxX = NaN;
  let sum = 0;
  let lost = 0;
  for (let i = from; i < to; i++) {
    const v = value[i];
    if (v - v !== 0) {
      if (v === Infinity) posInf++;
      else if (v === -Infinity) negInf++;
      else nan++;
      continue;
    }
    if (!(v >= min)) {
      if (min !== min) first = v;
      min = v;
      minX = x[i];
    }
    if (!(v <= max)) {
      max = v;
      maxX = x[i];
    }
    const next = sum + v;
    lost += Math.abs(sum) >= Math.abs(v) ? sum - next + v : v - next + sum;
    sum = next;
    last = v;
  }
  return {
    n: to - from,
    nan,
    posInf,
    negInf,
    first,
    last,
    min,
    max,
    sum: sum + lost,
    x0: x[from],
    x1: x[to - 1],
    at0: at[from],
    at1: at[to - 1],
    minX,
    maxX,
  };
}

/** Summary of two stretches of which `b` comes after `a`. */
export function joinSummaries(a: Summary, b: Summary): Summary {
  const lower = b.min < a.min || Number.isNaN(a.min);
  const higher = b.max > a.max || Number.isNaN(a.max);
  return {
    n: a.n + b.n,
    nan: a.nan + b.nan,
    posInf: a.posInf + b.posInf,
    negInf: a.negInf + b.negInf,
    first: Number.isNaN(a.first) ? b.first : a.first,
    last: Number.isNaN(b.last) ? a.last : b.last,
    min: lower ? b.min : a.min,
    max: higher ? b.max : a.max,
    sum: a.sum + b.sum,
    x0: a.x0,
    x1: b.x1,
    at0: a.at0,
    at1: b.at1,
    minX: lower ? b.minX : a.minX,
    maxX: higher ? b.maxX : a.maxX,
  };
}

/** A summary as 120 bytes, bit for bit: SQLite's own numbers know neither NaN nor -0. */
export const packSummary = (summary: Summary): Buffer =>
  Buffer.from(Float64Array.from(FIELDS, (field) => summary[field]).buffer);

export function unpackSummary(bytes: Buffer): Summary {
  const numbers = new Float64Array(FIELDS.length);
  new Uint8Array(numbers.buffer).set(bytes);
  const [n, nan, posInf, negInf, first, last, min, max, sum, x0, x1, at0, at1, minX, maxX] = numbers;
  return { n, nan, posInf, negInf, first, last, min, max, sum, x0, x1, at0, at1, minX, maxX };
}

/** Summaries of the parts of a chunk, field by field. */
export type PartColumns = Record<Exclude<keyof Summary, "minX" | "maxX">, Float64Array>;

export const packParts = (parts: readonly Summary[]): Buffer =>
  Buffer.from(
    encodeBlock(
      PART_FIELDS.map((field) => Float64Array.from(parts, (part) => part[field])),
      false,
    ),
  );

/**
 * Reads the parts of several chunks, one behind the other. How many each chunk has is what its block says: they may have
 * been written when parts had another size.
 */
export class PartReader {
  readonly columns: PartColumns;
  #done = 0;

  /** `parts` of all chunks together. */
  constructor(parts: number) {
    const all = new Float64Array(PART_FIELDS.length * parts);
    this.columns = Object.fromEntries(
      PART_FIELDS.map((field, k) => [field, all.subarray(k * parts, (k + 1) * parts)]),
    ) as PartColumns;
  }

  /** Reads the parts of a chunk of `points` points. Throws where they speak of another number. */
  read(block: BlockReader, points: number): void {
    if (block.columns !== PART_FIELDS.length)
      throw new BrokenBlock(`it has ${block.columns} columns instead of ${PART_FIELDS.length}`);
    const start = this.#done;
    for (const field of PART_FIELDS) block.next(this.columns[field], start);
    this.#done += block.n;
    let n = 0;
    for (let i = start; i < this.#done; i++) n += this.columns.n[i];
    if (n !== points) throw new BrokenBlock(`its parts have ${n} points instead of ${points}`);
  }
}
