import type { Fold, FoldedPoints } from "./fold.ts";
import { IN_A_ROW, type Side, SmoothedLevel } from "./sustained.ts";

/** How many values the baseline is the median of. */
export const BASELINE_VALUES = 10;

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return (sorted[Math.floor(half - 0.5)] + sorted[Math.floor(half)]) / 2;
};

/** The smoothed level of a series beside where it began, the median of its first values. */
export class BaselineFold implements Fold {
  readonly level: SmoothedLevel;
  readonly #span: number;
  readonly #factor: number;
  readonly #side: Side;
  #first: number[] = [];
  #since = NaN;
  #steps = 0;
  /** Null before there are enough values. */
  baseline: number | null = null;
  lastX = NaN;

  constructor(span: number, factor: number, side: Side) {
    this.#span = span;
    this.#factor = factor;
    this.#side = side;
    this.level = new SmoothedLevel(span, []);
  }

  feed({ x, value }: FoldedPoints): void {
    for (let i = 0; i < x.length; i++) if (Number.isFinite(value[i])) this.#add(x[i], value[i]);
  }

  #add(x: number, value: number): void {
    this.level.add(x, value);
    this.lastX = x;
    if (this.baseline === null) {
      this.#first.push(value);
      if (this.#first.length === BASELINE_VALUES) this.baseline = median(this.#first);
      return;
    }
    const [now, limit] = [this.level.now ?? NaN, this.#factor * this.baseline];
    if (this.#side === "above" ? now < limit : now > limit) this.#steps = 0;
    else if (this.#steps++ === 0) this.#since = x;
  }

  /** The x from which on the level has been so many times the baseline or beyond, up to the last value; or null. */
  heldSince(): number | null {
    return this.#steps >= IN_A_ROW ? this.#since : null;
  }

  copy(): BaselineFold {
    const copy = new BaselineFold(this.#span, this.#factor, this.#side);
    Object.assign(copy, { level: this.level.copy(), baseline: this.baseline, lastX: this.lastX });
    copy.#first = [...this.#first];
    copy.#since = this.#since;
    copy.#steps = this.#steps;
    return copy;
  }
}
