import { type Rng, uniform } from "../../math/rng.ts";
import type { EpisodeOutcome } from "../env/outcome.ts";

/** What an episode is paid for. Formulas at `rawReward`. */
export type RewardName = "outcome" | "rr5" | "clean" | "composite";

/** Steps within which `rr5` pays. */
const SHORT_EPISODE = 5;

/**
 * The reward of a finished episode, in points:
 * - outcome: 1 if the model became feasible, else 0.
 * - rr5: 1 if it became feasible at step 5 or earlier, else 0.
 * - clean: 1 if it was solved with OP >= 0.95 and no innocent row dropped, else 0.
 * - composite: (0.5 outcome + 0.3 * 20 DA + 0.2 efficiency) / 100 with outcome 100 or -50 and efficiency 10 up to 2
 *   steps, 5 up to 5 steps, then -2 for each step beyond 5.
 * Throws where a problem does not say what the reward needs.
 */
export function rawReward(name: RewardName, outcome: EpisodeOutcome): number {
  switch (name) {
    case "outcome":
      return outcome.solved ? 1 : 0;
    case "rr5":
      return outcome.solved && outcome.steps <= SHORT_EPISODE ? 1 : 0;
    case "clean":
      if (outcome.clean === null) throw new Error(unknownFact("clean", "which rows were injected"));
      return outcome.clean ? 1 : 0;
    case "composite":
      if (outcome.da === null) throw new Error(unknownFact("composite", "which elements are root causes"));
      return (0.5 * (outcome.solved ? 100 : -50) + 6 * outcome.da + 0.2 * efficiency(outcome.steps)) / 100;
  }
}

function unknownFact(name: RewardName, fact: string): string {
  return `The reward "${name}" needs problems that say ${fact}; this benchmark does not. Choose reward outcome or rr5.`;
}

function efficiency(steps: number): number {
  if (steps <= 2) return 10;
  return steps <= SHORT_EPISODE ? 5 : -2 * (steps - SHORT_EPISODE);
}

/** Lowest and highest raw reward that an episode of at most `maxSteps` steps can get. */
export function rewardBounds(name: RewardName, maxSteps: number): { lowest: number; highest: number } {
  if (name !== "composite") return { lowest: 0, highest: 1 };
  return { lowest: (-25 + 0.2 * efficiency(maxSteps)) / 100, highest: (50 + 6 + 2) / 100 };
}

export interface Shaping {
  /** Factor on positive rewards; 1 is off. */
  scalePositive: number;
  /** Half-width a of uniform noise U(-a, a) added to every reward; 0 is off. Its standard deviation is a / sqrt 3. */
  noise: number;
}

/** The reward the loss sees. Without noise the stream is not touched. */
export function shapeReward(raw: number, { scalePositive, noise }: Shaping, rng: Rng): number {
  const scaled = raw > 0 ? raw * scalePositive : raw;
  return noise === 0 ? scaled : scaled + uniform(rng, -noise, noise);
}

/**
 * Soft punishment of long episodes: 0 up to `maxSteps - cache` steps, then falling by 1 / cache for each, to -1 at the limit
 * (DAPO, arXiv 2503.14476, equation 13, with steps for tokens). A cache of 0 is off.
 */
export function softOverlong(steps: number, maxSteps: number, cache: number): number {
  if (cache === 0) return 0;
  return Math.max(-1, Math.min(0, (maxSteps - cache - steps) / cache));
}
