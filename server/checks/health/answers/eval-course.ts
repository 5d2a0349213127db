import type { Fold, FoldedPoints } from "../fold.ts";
import { mean } from "../../../numbers/middle.ts";

/** Values that are put together: single evaluations scatter. */
export const WINDOW = 3;
const FEWEST = 2 * WINDOW;
/** So many standard deviations of a single evaluation lie between best and last. */
export const DEVIATIONS = 4;
/** And so much of the best itself: scatter of few evaluations may look smaller than it is. */
const LEAST = 0.05;
/** What is left of the best after a collapse, whose own swings look like scatter. */
export const LEFT = 0.6;

/** Where a measured quality was best and where it is now, as means of a few evaluations, and how much a single one scatters. */
export class EvalCourse implements Fold {
  readonly #better: "higher" | "lower";
  readonly #sign: number;
  #n = 0;
  #last: { x: number; value: number }[] = [];
  #squares = 0;
  first = NaN;
  best = -Infinity;
  bestX = NaN;

  /** `better`: which direction is an improvement. */
  constructor(better: "higher" | "lower") {
    this.#better = better;
    this.#sign = better === "higher" ? 1 : -1;
  }

  feed({ x, value }: FoldedPoints): void {
    for (let i = 0; i < x.length; i++) if (Number.isFinite(value[i])) this.#add(x[i], this.#sign * value[i]);
  }

  #add(x: number, value: number): void {
    const [older, before] = this.#last.slice(-2);
    if (before) this.#squares += (value - 2 * before.value + older.value) ** 2;
    this.#n++;
    this.#last.push({ x, value });
    if (this.#last.length > WINDOW) this.#last.shift();
    if (this.#last.length < WINDOW) return;
    const now = this.now;
    if (Number.isNaN(this.first)) this.first = now;
    if (now > this.best) {
      this.best = now;
      this.bestX = this.#last[Math.floor(WINDOW / 2)].x;
    }
  }

  get now(): number {
    return mean(this.#last.map(({ value }) => value));
  }

  get lastX(): number {
    return this.#last.at(-1)?.x ?? NaN;
  }

  /** Standard deviation of a single evaluation, from second differences, which a trend does not enter. */
  get scatter(): number {
    return Math.sqrt(this.#squares / 6 / Math.max(1, this.#n - 2));
  }

  /** It is lower than at its best by more than single evaluations scatter, or each of the last has lost two fifths of it. */
  get hasFallen(): boolean {
    const least = Math.max(DEVIATIONS * this.scatter, LEAST * Math.abs(this.best));
    const lost = this.best - this.now;
    const isCollapsed =
      this.best > 0 && this.#last.every(({ value }) => value < LEFT * this.best) && lost > 2 * this.scatter;
    return this.#n >= FEWEST && (lost > least || isCollapsed);
  }

  /** As it was measured, whichever direction is better. */
  asMeasured(value: number): number {
    return this.#sign * value;
  }

  copy(): EvalCourse {
    const copy = new EvalCourse(this.#better);
    Object.assign(copy, { first: this.first, best: this.best, bestX: this.bestX });
    copy.#n = this.#n;
    copy.#last = [...this.#last];
    copy.#squares = this.#squares;
    return copy;
  }
}
