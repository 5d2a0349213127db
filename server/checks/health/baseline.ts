import type { Fold, FoldedPoints } from "./fold.ts";
import { HeldSteps, isBeyond, type Side, SmoothedLevel } from "./sustained.ts";
import { median } from "../../numbers/middle.ts";

/** How many values the baseline is the median of. */
export const BASELINE_VALUES = 10;

/** The smoothed level of a series beside where it began, the median of its first values. */
export class BaselineFold implements Fold {
  readonly level: SmoothedLevel;
  readonly #span: number;
  readonly #factor: number;
  readonly #side: Side;
  #first: number[] = [];
  #held = new HeldSteps();
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
    this.#held.add(x, isBeyond(this.#side, this.level.now ?? NaN, this.#factor * this.baseline));
  }

  /** The x from which on the level has been so many times the baseline or beyond, up to the last value; or null. */
  heldSince(): number | null {
    return this.#held.since;
  }

  copy(): BaselineFold {
    const copy = new BaselineFold(this.#span, this.#factor, this.#side);
    Object.assign(copy, { level: this.level.copy(), baseline: this.baseline, lastX: this.lastX });
    copy.#first = [...this.#first];
    copy.#held = this.#held.copy();
    return copy;
  }
}
