import type { Following, KnownPoints, PointBlock, PointStore } from "#db/points/point-store.ts";
import type { Fold } from "../../../checks/health/fold.ts";
import type { FoldPlan, KnownSeries } from "../../../checks/health/run-rule.ts";
import { lowerBound } from "../../../numbers/mean.ts";

/** A series as it lies in the store. */
export interface StoredSeries extends KnownSeries {
  id: number;
  /** How its values are read as ours. */
  read: ((value: number) => number) | undefined;
}

/** How many points may still be read; each piece of them costs as much as a few hundred more. */
export interface Budget {
  left: number;
}

const PIECE = 400;

/** What a fold was when it had seen all points up to `at`, `count` of them. */
interface Mark {
  at: number;
  count: number;
  fold: Fold;
}

const knownOf = ({ nan, posInf, negInf, max }: KnownPoints) => ({
  nonFinite: nan + posInf + negInf,
  posInf,
  max,
});

/**
 * One fold on its way through a series, and a second one beside it, some points at a time. It reads on where it stopped; where
 * points came late, from the last mark before them. Marks lie the closer the nearer they are to where it is.
 */
export class Walk {
  readonly #store: PointStore;
  readonly #plan: FoldPlan<StoredSeries>;
  readonly #following: Following[];
  #fold: Fold;
  #at = -Infinity;
  #count = 0;
  #marks: Mark[] = [];
  /** It has seen all points, as of the last `note`. */
  isDone = false;

  constructor(store: PointStore, plan: FoldPlan<StoredSeries>) {
    this.#store = store;
    this.#plan = plan;
    this.#fold = plan.begin();
    this.#following = [plan.over, ...(plan.beside ? [plan.beside] : [])].map(({ id }) => store.follow(id));
  }

  get fold(): Fold {
    return this.#fold;
  }

  /** Lets go of what it follows. */
  end(): void {
    for (const following of this.#following) following.end();
  }

  /** Takes note of what came since the last time, and goes back where that lies behind. */
  note(): void {
    const from = Math.min(...this.#following.map((following) => following.take()));
    if (from === Infinity) return;
    this.isDone = false;
    if (from > this.#at) return;
    this.#marks = this.#marks.filter(({ at }) => at < from);
    const { at, count, fold } = this.#marks.at(-1) ?? { at: -Infinity, count: 0, fold: this.#plan.begin() };
    this.#at = at;
    this.#count = count;
    this.#fold = fold.copy();
  }

  /** Goes on until it is done or the budget is spent. */
  advance(budget: Budget): void {
    while (!this.isDone && budget.left > 0) {
      const step = this.#fold.isSettled?.() ? null : this.#step();
      budget.left -= PIECE;
      if (!step) {
        this.#mark();
        this.isDone = true;
      } else if ("taken" in step) this.#reach(step.reached, step.taken);
      else if (this.#plan.beside) this.#feedPairs(step.points, this.#plan.beside, budget);
      else {
        budget.left -= step.points.x.length;
        this.#feed(step.points.x, step.points.value, null, null);
        this.#mark();
      }
    }
  }

  #step() {
    const { over, beside } = this.#plan;
    const canAbsorb = !beside && !over.read && this.#fold.absorb !== undefined;
    const takes = canAbsorb
      ? (known: KnownPoints) => this.#fold.absorb?.(knownOf(known)) ?? false
      : undefined;
    return this.#store.step(over.id, this.#at, takes);
  }

  #reach(at: number, points: number): void {
    this.#at = at;
    this.#count += points;
  }

  #feed(x: Float64Array, value: Float64Array, beside: Float64Array | null, paired: Uint8Array | null): void {
    if (x.length === 0) return;
    const { read } = this.#plan.over;
    this.#fold.feed({ x, value: read ? value.map(read) : value, beside, paired });
    this.#reach(x[x.length - 1], x.length);
  }

  /** Feeds points with what the second series has at their x, as far as the budget goes, but one piece of it at least. */
  #feedPairs(points: PointBlock, beside: StoredSeries, budget: Budget): void {
    const { x } = points;
    const n = x.length;
    budget.left -= n;
    for (let done = 0; done < n;) {
      const span = { from: x[done], to: x[n - 1] };
      const { value: found } = this.#store.read(beside.id, span).next() as { value: PointBlock | undefined };
      // Behind its last point more may come: from there on it is known where to go back to.
      if (!found) this.#mark();
      const end = found ? behind(x, found.x[found.x.length - 1]) : n;
      const values = new Float64Array(end - done).fill(NaN);
      const paired = new Uint8Array(end - done);
      if (found) pair(x, done, end, found, beside.read, values, paired);
      this.#feed(x.subarray(done, end), points.value.subarray(done, end), values, paired);
      done = end;
      budget.left -= PIECE + (found?.x.length ?? 0);
      if (budget.left <= 0) break;
    }
    this.#mark();
  }

  /** Keeps the fold as it is now; of older marks those that are about twice as far back each. */
  #mark(): void {
    const last = this.#marks.at(-1);
    if (this.#at === -Infinity || (last && last.at >= this.#at)) return;
    this.#marks.push({ at: this.#at, count: this.#count, fold: this.#fold.copy() });
    let least = 0;
    this.#marks = this.#marks
      .toReversed()
      .filter(({ count }) => {
        const back = this.#count - count;
        if (back < least) return false;
        least = Math.max(1, 2 * back);
        return true;
      })
      .toReversed();
  }
}

/** Index of the first x that is greater than a bound, in ascending x. */
function behind(x: Float64Array, bound: number): number {
  let at = lowerBound(x, bound);
  while (x[at] === bound) at++;
  return at;
}

/** Puts what a second series has at `x[from]` to `x[to - 1]` into columns that begin there. */
function pair(
  x: Float64Array,
  from: number,
  to: number,
  found: PointBlock,
  read: StoredSeries["read"],
  values: Float64Array,
  paired: Uint8Array,
): void {
  for (let i = from, k = 0; i < to && k < found.x.length;) {
    if (found.x[k] < x[i]) k++;
    else if (found.x[k] > x[i]) i++;
    else {
      values[i - from] = read ? read(found.value[k]) : found.value[k];
      paired[i - from] = 1;
      // Others of the first series may share this x.
      i++;
    }
  }
}
