import type { Fold, FoldedPoints, Folds } from "../fold.ts";
import type { FoldPlan, KnownSeries } from "../run-rule.ts";
import { upperMedian } from "../../../numbers/middle.ts";

/** Values that the median before a jump is taken over, and how many there must be. */
export const BEFORE = 20;
const FEWEST = 10;
/** A value so many times that median is a jump; below the floor nothing is, and estimates may be negative. */
export const TIMES = 10;
const FLOOR = 0.01;
/** So many in a row are no spike any more. */
export const LASTING = 3;

interface Jump {
  from: number;
  to: number;
  logs: number;
  most: number;
  before: number;
}

/** Looks for jumps of a divergence over what it was; the level before a jump stays what it is held against. */
class Jumps implements Fold {
  #calm: number[] = [];
  #now: Jump | null = null;
  /** The last one that was over within few logs, and how many those were. */
  lastSpike: Jump | null = null;
  spikes = 0;

  /** One that lasts up to the last value; null where there is none, or it may still be a spike. */
  get lasting(): Jump | null {
    return this.#now && this.#now.logs >= LASTING ? this.#now : null;
  }

  feed({ x, value }: FoldedPoints): void {
    for (let i = 0; i < x.length; i++) if (Number.isFinite(value[i])) this.#add(x[i], value[i]);
  }

  #add(x: number, value: number): void {
    if (this.#isJump(value)) {
      const before = this.#now?.before ?? Math.max(upperMedian(this.#calm), FLOOR / TIMES);
      const { from = x, logs = 0, most = value } = this.#now ?? {};
      this.#now = { from, to: x, logs: logs + 1, most: Math.max(most, value), before };
      return;
    }
    if (this.#now && this.#now.logs < LASTING) {
      this.lastSpike = this.#now;
      this.spikes++;
    }
    this.#now = null;
    this.#calm.push(value);
    if (this.#calm.length > BEFORE) this.#calm.shift();
  }

  /** Above so many times the median: more than half of the values before are below that part of it. */
  #isJump(value: number): boolean {
    if (value <= FLOOR) return false;
    if (this.#now) return value > TIMES * this.#now.before;
    const n = this.#calm.length;
    let below = 0;
    for (let i = 0; i < n; i++) if (this.#calm[i] < value / TIMES) below++;
    return n >= FEWEST && below > Math.floor(n / 2);
  }

  copy(): Jumps {
    const copy = Object.assign(new Jumps(), { lastSpike: this.lastSpike, spikes: this.spikes });
    copy.#calm = [...this.#calm];
    copy.#now = this.#now;
    return copy;
  }
}

const KEY = "jumps";

/** One walk for both rules that ask for jumps. */
export const jumpsOf = <S extends KnownSeries>(over: S): FoldPlan<S> => ({
  key: KEY,
  over,
  isShared: true,
  begin: () => new Jumps(),
});

export const jumpsIn = (folds: Folds): Jumps | undefined => folds.of(Jumps, KEY);
