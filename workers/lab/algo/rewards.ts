import { type Rng, uniform } from "../../math/rng.ts";
import type { EpisodeOutcome } from "../env/outcome.ts";
import type { Problem } from "../env/problem.ts";

/** What an episode is paid for. Formulas at `rawReward`. */
export type RewardName = "outcome" | "rr5" | "clean" | "process" | "composite" | "composite_coded" | "none";

/** Steps within which `rr5` pays. */
const SHORT_EPISODE = 5;

/** What the reports' rewards are made of, in their points. */
export interface RewardComponents {
  /** 100 if the model became feasible, else -50. */
  outcome: number;
  /** Mean over the actions of `actionPoints`. */
  process: number;
  /** da.root, 0 to 1; null where no root is known. */
  recall: number | null;
  /** Jaccard index of diagnosed and root elements, 0 to 1; null where no root is known. */
  jaccard: number | null;
  /** 10 up to 2 steps, 5 up to 5, then -2 for each step beyond 5. */
  efficiency: number;
  /** -50 where the episode was cut, else 0: only legal actions are offered, so ending in time is what is left of form. */
  format: number;
}

/** `cut`: at the step limit, before the episode ended by itself. */
export function rewardComponents(outcome: EpisodeOutcome, cut: boolean): RewardComponents {
  return {
    outcome: outcome.solved ? 100 : -50,
    process: outcome.process,
    recall: outcome.da,
    jaccard: outcome.jaccard,
    efficiency: efficiency(outcome.steps),
    format: cut ? -50 : 0,
  };
}

/** 0.3 x 20: what a full diagnosis adds to a composite. */
const DIAGNOSIS_POINTS = 6;
/** What the reports' code took for a diagnosis where the truth is unknown, and for the efficiency of any episode. */
const CODED = { unknownTruth: 0.5, efficiency: 10 };

/** Points of the reports that are one of ours. */
export const POINTS_PER_REWARD = 100;

/**
 * The reward of a finished episode, in points:
 * - outcome: 1 if the model became feasible, else 0.
 * - rr5: 1 if it became feasible at step 5 or earlier, else 0.
 * - clean: 1 if it was solved with OP >= 0.95 and no innocent row dropped, else 0.
 * - process: (outcome + process + format) / 100 of the components, as the reports' reward with a solver.
 * - composite: (0.5 outcome + 0.3 * 20 recall + 0.2 efficiency) / 100, as its parts are named: at most 0.58.
 * - composite_coded: the same with Jaccard for recall, 0.5 of it where no root is known, and an efficiency of always 10.
 * - none: 0.
 * Throws where a problem does not say what the reward needs.
 */
export function rawReward(name: RewardName, outcome: EpisodeOutcome, cut = false): number {
  switch (name) {
    case "none":
      return 0;
    case "outcome":
      return outcome.solved ? 1 : 0;
    case "rr5":
      return outcome.solved && outcome.steps <= SHORT_EPISODE ? 1 : 0;
    case "clean":
      if (outcome.clean === null) throw new Error(unknownFact("clean", "which rows were injected"));
      return outcome.clean ? 1 : 0;
    case "process": {
      const parts = rewardComponents(outcome, cut);
      return (parts.outcome + parts.process + parts.format) / POINTS_PER_REWARD;
    }
    case "composite": {
      const parts = rewardComponents(outcome, cut);
      if (parts.recall === null) throw new Error(unknownFact("composite", "which elements are root causes"));
      return compositeOf(parts.outcome, parts.recall, parts.efficiency);
    }
    case "composite_coded": {
      const parts = rewardComponents(outcome, cut);
      return compositeOf(parts.outcome, parts.jaccard ?? CODED.unknownTruth, CODED.efficiency);
    }
  }
}

const compositeOf = (outcome: number, diagnosis: number, quick: number): number =>
  (0.5 * outcome + DIAGNOSIS_POINTS * diagnosis + 0.2 * quick) / POINTS_PER_REWARD;

function unknownFact(name: RewardName, fact: string): string {
  return `The reward "${name}" needs problems that say ${fact}; this benchmark does not. Choose reward outcome or rr5.`;
}

/** Why a reward cannot be paid on a problem, in a sentence; null where it can. Asked before a training begins. */
export function unpayable(
  name: RewardName,
  { rootAny, injected, originalObjective }: Pick<Problem, "rootAny" | "injected" | "originalObjective">,
): string | null {
  if (name === "composite" && rootAny.size === 0)
    return unknownFact("composite", "which elements are root causes");
  if (name === "clean" && (injected === null || originalObjective === null))
    return unknownFact("clean", "which rows were injected");
  return null;
}

function efficiency(steps: number): number {
  if (steps <= 2) return 10;
  return steps <= SHORT_EPISODE ? 5 : -2 * (steps - SHORT_EPISODE);
}

/** Lowest and highest raw reward that an episode of at most `maxSteps` steps can get; unbounded where nothing is paid for. */
export function rewardBounds(name: RewardName, maxSteps: number): { lowest: number; highest: number } {
  switch (name) {
    case "none":
      return { lowest: -Infinity, highest: Infinity };
    case "process":
      return { lowest: -1.01, highest: 1.14 };
    case "composite":
      return { lowest: compositeOf(-50, 0, efficiency(maxSteps)), highest: compositeOf(100, 1, 10) };
    case "composite_coded":
      return {
        lowest: compositeOf(-50, 0, CODED.efficiency),
        highest: compositeOf(100, 1, CODED.efficiency),
      };
    default:
      return { lowest: 0, highest: 1 };
  }
}

export interface Shaping {
  /** Factor on positive rewards; 1 is off. */
  scalePositive: number;
  /** Half-width a of uniform noise U(-a, a) added to every reward; 0 is off. Its standard deviation is a / sqrt 3. */
  noise: number;
  /** Episodes of more steps than this get half their reward, be it positive or negative; 0 is off. */
  halveBeyond: number;
}

/** The reward the loss sees, of an episode of so many steps. Without noise the stream is not touched. */
export function shapeReward(
  raw: number,
  { scalePositive, noise, halveBeyond }: Shaping,
  rng: Rng,
  steps = 0,
): number {
  const scaled = raw > 0 ? raw * scalePositive : raw;
  const filtered = halveBeyond > 0 && steps > halveBeyond ? 0.5 * scaled : scaled;
  return noise === 0 ? filtered : filtered + uniform(rng, -noise, noise);
}

/**
 * Soft punishment of long episodes: 0 up to `maxSteps - cache` steps, then falling by 1 / cache for each, to -1 at the limit
 * (DAPO, arXiv 2503.14476, equation 13, with steps for tokens). A cache of 0 is off.
 */
export function softOverlong(steps: number, maxSteps: number, cache: number): number {
  if (cache === 0) return 0;
  return Math.max(-1, Math.min(0, (maxSteps - cache - steps) / cache));
}
