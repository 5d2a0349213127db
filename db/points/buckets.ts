import { equalParts, type EqualParts } from "#server/numbers/mean.ts";
import { repeatsX } from "./order-points.ts";
import type { BucketBlock, PointBlock } from "./point-store.ts";
import type { PartColumns, Summary } from "./summary.ts";

/** Columns for so many buckets, in two pieces of memory: making each by itself would take as long as filling it. */
function emptyColumns(size: number) {
  const numbers = new Float64Array(10 * size);
  const counts = new Uint32Array(4 * size);
  const number = (k: number) => numbers.subarray(k * size, (k + 1) * size);
  const count = (k: number) => counts.subarray(k * size, (k + 1) * size);
  numbers.fill(NaN, 0, 4 * size);
  return {
    first: number(0),
    last: number(1),
    min: number(2),
    max: number(3),
    x0: number(4),
    x1: number(5),
    at0: number(6),
    at1: number(7),
    sum: number(8),
    lost: number(9),
    n: count(0),
    nan: count(1),
    posInf: count(2),
    negInf: count(3),
  };
}

/** The points themselves, each a bucket of its own but those that share an x; `meanBetween` as of `finish`. */
export function rawBuckets(points: PointBlock, meanBetween: (x0: number, x1: number) => number): BucketBlock {
  const { x, value, at } = points;
  if (repeatsX(x)) {
    const builder = new BucketBuilder(x[0], x[x.length - 1], x.length, true);
    builder.addPoints(points);
    return builder.finish(meanBetween);
  }
  const finite = value.map((v) => (v - v === 0 ? v : NaN));
  const where = (is: (v: number) => boolean) => Uint32Array.from(value, (v) => (is(v) ? 1 : 0));
  return {
    raw: true,
    total: x.length,
    x0: x.slice(),
    x1: x.slice(),
    at0: at.slice(),
    at1: at.slice(),
    first: finite,
    last: finite.slice(),
    min: finite.slice(),
    max: finite.slice(),
    mean: finite.slice(),
    n: new Uint32Array(x.length).fill(1),
    nan: where(Number.isNaN),
    posInf: where((v) => v === Infinity),
    negInf: where((v) => v === -Infinity),
  };
}

/**
 * Puts stretches of points, given in order of x, into buckets of equal width between the first and the last x. A stretch
 * belongs to the bucket that it begins in, so edges follow the samples and every point is in one bucket.
 */
export class BucketBuilder {
  readonly #low: number;
  readonly #high: number;
  readonly #buckets: number;
  readonly #parts: EqualParts;
  readonly #eachX: boolean;
  readonly #columns: ReturnType<typeof emptyColumns>;
  /** Number of the bucket being filled, its place among those that are not empty, and where the next begins. */
  #number = -1;
  #place = -1;
  #edge = -Infinity;

  /** `low` and `high` are the first and the last x that will be given; with `eachX` every x has a bucket of its own. */
  constructor(low: number, high: number, buckets: number, eachX = false) {
    this.#eachX = eachX;
    this.#low = low;
    this.#high = high;
    this.#buckets = buckets;
    this.#parts = equalParts(low, high, buckets);
    this.#columns = emptyColumns(buckets);
  }

  /** Opens the bucket for x unless that is still the one being filled; the last one takes all that is left. */
  #enter(x: number): void {
    // Points of one x are in one bucket, also where rounding has it end there.
    if (x < this.#edge || (this.#place >= 0 && x === this.#columns.x1[this.#place])) return;
    this.#number = Math.max(this.#number + 1, this.#parts.partOf(x));
    const share = (this.#number + 1) / this.#buckets;
    this.#edge = this.#eachX ? x : share >= 1 ? Infinity : this.#low * (1 - share) + this.#high * share;
    this.#place += 1;
    this.#columns.x0[this.#place] = x;
  }

  #addSum(place: number, value: number): void {
    const { sum, lost } = this.#columns;
    const before = sum[place];
    const after = before + value;
    lost[place] += Math.abs(before) >= Math.abs(value) ? before - after + value : value - after + before;
    sum[place] = after;
  }

  addPoints({ x, value, at }: PointBlock): void {
    const to = this.#columns;
    const length = x.length;
    for (let i = 0; i < length;) {
      this.#enter(x[i]);
      const place = this.#place;
      const edge = this.#edge;
      const start = i;
      let min = to.min[place];
      let max = to.max[place];
      let last = to.last[place];
      let sum = to.sum[place];
      let lost = to.lost[place];
      do {
        const v = value[i];
        if (v - v === 0) {
          if (!(v >= min)) {
            if (min !== min) to.first[place] = v;
            min = v;
          }
          if (!(v <= max)) max = v;
          const after = sum + v;
          lost += Math.abs(sum) >= Math.abs(v) ? sum - after + v : v - after + sum;
          sum = after;
          last = v;
        } else if (v === Infinity) to.posInf[place]++;
        else if (v === -Infinity) to.negInf[place]++;
        else to.nan[place]++;
        i++;
      } while (i < length && (x[i] < edge || x[i] === x[i - 1]));
      to.min[place] = min;
      to.max[place] = max;
      to.last[place] = last;
      to.sum[place] = sum;
      to.lost[place] = lost;
      if (to.n[place] === 0) to.at0[place] = at[start];
      to.n[place] += i - start;
      to.x1[place] = x[i - 1];
      to.at1[place] = at[i - 1];
    }
  }

  /** Adds parts of a chunk, or whole chunks, by their summaries. */
  addParts(parts: PartColumns): void {
    const to = this.#columns;
    for (let i = 0; i < parts.n.length; i++) {
      this.#enter(parts.x0[i]);
      const place = this.#place;
      if (to.n[place] === 0) to.at0[place] = parts.at0[i];
      to.n[place] += parts.n[i];
      to.nan[place] += parts.nan[i];
      to.posInf[place] += parts.posInf[i];
      to.negInf[place] += parts.negInf[i];
      to.x1[place] = parts.x1[i];
      to.at1[place] = parts.at1[i];
      const min = parts.min[i];
      if (min !== min) continue;
      if (to.first[place] !== to.first[place]) to.first[place] = parts.first[i];
      if (!(min >= to.min[place])) to.min[place] = min;
      if (!(parts.max[i] <= to.max[place])) to.max[place] = parts.max[i];
      to.last[place] = parts.last[i];
      this.#addSum(place, parts.sum[i]);
    }
  }

  /** `meanBetween` gives the mean of a bucket whose sum leaves the range of float64. */
  finish(meanBetween: (x0: number, x1: number) => number): BucketBlock {
    const size = this.#place + 1;
    const { sum, lost, ...columns } = this.#columns;
    const { x0, x1, n, nan, posInf, negInf } = columns;
    const mean = new Float64Array(size);
    let total = 0;
    for (let k = 0; k < size; k++) {
      total += n[k];
      const exact = sum[k] + lost[k];
      const finite = n[k] - nan[k] - posInf[k] - negInf[k];
      mean[k] = finite === 0 ? NaN : exact - exact === 0 ? exact / finite : meanBetween(x0[k], x1[k]);
    }
    return {
      raw: total === size,
      total,
      mean,
      x0: x0.subarray(0, size),
      x1: x1.subarray(0, size),
      at0: columns.at0.subarray(0, size),
      at1: columns.at1.subarray(0, size),
      first: columns.first.subarray(0, size),
      last: columns.last.subarray(0, size),
      min: columns.min.subarray(0, size),
      max: columns.max.subarray(0, size),
      n: n.subarray(0, size),
      nan: nan.subarray(0, size),
      posInf: posInf.subarray(0, size),
      negInf: negInf.subarray(0, size),
    };
  }
}

/** Summaries one after the other as columns. */
export const columnsOf = (summaries: readonly Summary[]): PartColumns => {
  const column = (field: keyof Summary) => Float64Array.from(summaries, (summary) => summary[field]);
  return {
    n: column("n"),
    nan: column("nan"),
    posInf: column("posInf"),
    negInf: column("negInf"),
    first: column("first"),
    last: column("last"),
    min: column("min"),
    max: column("max"),
    sum: column("sum"),
    x0: column("x0"),
    x1: column("x1"),
    at0: column("at0"),
    at1: column("at1"),
  };
};
