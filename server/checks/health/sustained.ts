import type { Fold, FoldedPoints } from "./fold.ts";

/** A rule about a level fires when it is held for as many steps, and still at the last. */
export const IN_A_ROW = 3;

/** Since when something has been so at each step up to the last one. */
export class HeldSteps {
  #since = NaN;
  #steps = 0;

  add(x: number, isHeld: boolean): void {
    if (!isHeld) this.#steps = 0;
    else if (this.#steps++ === 0) this.#since = x;
  }

  /** The x of the first of them; null while they are fewer than are asked. */
  get since(): number | null {
    return this.#steps >= IN_A_ROW ? this.#since : null;
  }

  copy(): HeldSteps {
    const copy = new HeldSteps();
    copy.#since = this.#since;
    copy.#steps = this.#steps;
    return copy;
  }
}

/** On which side of its threshold a level is held. */
export type Side = "above" | "below";

/** Whether a level is at its threshold or beyond it. */
export const isBeyond = (side: Side, level: number, threshold: number): boolean =>
  side === "above" ? level >= threshold : level <= threshold;

/**
 * Exponentially weighted mean with span s: weight 2 / (s + 1) on the newest value, started at the first; and since when it has
 * stayed at each of some thresholds or beyond it: above, or below where that is asked.
 */
export class SmoothedLevel {
  readonly #alpha: number;
  readonly #span: number;
  readonly #side: Side;
  readonly #held: Map<number, HeldSteps>;
  /** Null before the first value. */
  now: number | null = null;

  constructor(span: number, thresholds: readonly number[], side: Side = "above") {
    this.#span = span;
    this.#side = side;
    this.#alpha = 2 / (span + 1);
    this.#held = new Map(thresholds.map((threshold) => [threshold, new HeldSteps()]));
  }

  add(x: number, value: number): void {
    const now = this.now === null ? value : this.#alpha * value + (1 - this.#alpha) * this.now;
    this.now = now;
    for (const [threshold, held] of this.#held) held.add(x, isBeyond(this.#side, now, threshold));
  }

  /** The x from which it stayed at a threshold or beyond to the end, for as many steps as are asked; or null. */
  heldSince(threshold: number): number | null {
    return this.#held.get(threshold)?.since ?? null;
  }

  copy(): SmoothedLevel {
    const copy = new SmoothedLevel(this.#span, [], this.#side);
    copy.now = this.now;
    for (const [threshold, held] of this.#held) copy.#held.set(threshold, held.copy());
    return copy;
  }
}

/** Two limits of a level, and what it means to hold each. */
export interface LevelLimits {
  warning: number;
  error: number;
}

/** The graver of the two limits that a level is held at to the end, since which x; null where it is held at neither. */
export function heldLimit(level: SmoothedLevel, { warning, error }: LevelLimits) {
  const critical = level.heldSince(error);
  if (critical !== null) return { severity: "error", from: critical, limit: error } as const;
  const from = level.heldSince(warning);
  return from === null ? null : ({ severity: "warning", from, limit: warning } as const);
}

/** The smoothed level of the finite values of a series. */
export class LevelFold implements Fold {
  readonly level: SmoothedLevel;
  /** The x of the last finite value; NaN where there is none. */
  lastX = NaN;

  constructor(level: SmoothedLevel) {
    this.level = level;
  }

  feed({ x, value }: FoldedPoints): void {
    for (let i = 0; i < x.length; i++) {
      if (!Number.isFinite(value[i])) continue;
      this.level.add(x[i], value[i]);
      this.lastX = x[i];
    }
  }

  copy(): LevelFold {
    const copy = new LevelFold(this.level.copy());
    copy.lastX = this.lastX;
    return copy;
  }
}
