import { mean } from "../../numbers/middle.ts";
import type { Fold, FoldedPoints } from "./fold.ts";

/** Blocks are merged in pairs when there are this many. */
const MOST_BLOCKS = 64;
/** Fewer blocks say nothing about a trend. */
const FEWEST_BLOCKS = 20;
/** 95 % quantile of the standard normal distribution. */
const Z_ONE_SIDED = 1.6448536269514722;

export type Direction = "rises" | "falls" | "flat";

/**
 * The trend of the finite values of a series by Mann and Kendall's test on means of neighbouring values (Kendall 1938, Biometrika
 * 30, 81). At most 64 means are kept however many values come; means of blocks depend on each other less than single steps do.
 */
export class TrendFold implements Fold {
  #sums: number[] = [];
  #perBlock = 1;
  #pending = 0;
  #count = 0;
  firstX = NaN;
  lastX = NaN;

  feed({ x, value }: FoldedPoints): void {
    for (let i = 0; i < x.length; i++) {
      if (!Number.isFinite(value[i])) continue;
      if (Number.isNaN(this.firstX)) this.firstX = x[i];
      this.lastX = x[i];
      this.#add(value[i]);
    }
  }

  #add(value: number): void {
    this.#pending += value;
    if (++this.#count < this.#perBlock) return;
    this.#sums.push(this.#pending);
    this.#pending = 0;
    this.#count = 0;
    if (this.#sums.length < MOST_BLOCKS) return;
    this.#sums = Array.from({ length: MOST_BLOCKS / 2 }, (_, k) => this.#sums[2 * k] + this.#sums[2 * k + 1]);
    this.#perBlock *= 2;
  }

  copy(): TrendFold {
    const copy = Object.assign(new TrendFold(), { firstX: this.firstX, lastX: this.lastX });
    copy.#sums = [...this.#sums];
    copy.#perBlock = this.#perBlock;
    copy.#pending = this.#pending;
    copy.#count = this.#count;
    return copy;
  }

  /** Means of neighbouring values in x order; values of a block that is not full yet are left out. */
  means(): number[] {
    return this.#sums.map((sum) => sum / this.#perBlock);
  }

  /** Means of the first and of the last third; null before the first block is full. */
  thirds(): [first: number, last: number] | null {
    const means = this.means();
    const third = Math.ceil(means.length / 3);
    return third === 0 ? null : [mean(means.slice(0, third)), mean(means.slice(-third))];
  }

  /** Null where there are too few values. One-sided at 5 % each way. */
  direction(): Direction | null {
    return directionOf(this.means());
  }
}

/** Mann and Kendall's test of values in x order, one-sided at 5 % each way; null for too few of them. */
export function directionOf(values: readonly number[]): Direction | null {
  const n = values.length;
  if (n < FEWEST_BLOCKS) return null;
  let s = 0;
  for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) s += Math.sign(values[j] - values[i]);
  const z = (s - Math.sign(s)) / Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18);
  return z > Z_ONE_SIDED ? "rises" : z < -Z_ONE_SIDED ? "falls" : "flat";
}
