import type { E2hGaussOptions } from "./level-weights.ts";

export const PACES = [
  "uniform",
  "four_stages",
  "linear",
  "adaptive",
  "self_paced",
  "e2h_cosine",
  "e2h_gauss",
  "rlve",
] as const;
export type PaceName = (typeof PACES)[number];

/** What a pace decides by. Levels are numbers from 0, the easiest. */
export interface PaceOptions {
  name: PaceName;
  /** Names of the levels, easiest first. */
  levels: readonly string[];
  /** Train steps of the whole run. */
  iterations: number;
  /** Train steps of one stage of four_stages and of one level of linear; 0 divides the run evenly. */
  stageSteps: number;
  /** Success from which a pace goes on to a harder level; 0 is that of its source. */
  promoteAt: number;
  /** Success below which adaptive and self_paced go back. */
  demoteBelow: number;
  /** Steps over which adaptive takes the mean. */
  window: number;
  gauss: E2hGaussOptions;
  /** Episodes of the hardest level after which rlve decides. */
  rlveEpisodes: number;
}

/** Success that each pace asks for before it goes on, as its source has it. */
export const PROMOTE_AT: Partial<Record<PaceName, number>> = { adaptive: 0.7, self_paced: 0.85, rlve: 0.9 };

/** Steps that adaptive stays on a level at least: `min_samples` of axiom-rl's levels easy, medium, hard. */
export const LEAST_STEPS = [5, 10, 15] as const;

/** Levels that rlve draws from at once, the hardest included: (h - 4, h]. */
export const RLVE_WINDOW = 4;

/** Episodes of one train step on one level, and how many of them were solved within 5 steps. */
export interface LevelTally {
  episodes: number;
  solved: number;
}

/** A stage with the train step that it begins with and why. */
export interface Stage {
  /** First train step, from 1. */
  step: number;
  change: "began" | "promoted" | "demoted" | "scheduled";
  name: string;
  reason: string;
  weights: readonly number[];
}

/** Which levels are drawn in each train step. */
export interface Pace {
  first(): Stage;
  /** Weights of the levels in `trainStep`, the step that comes next. */
  weights(trainStep: number): number[];
  /** Takes what a train step gave; the stage that begins with the next one, or null where it goes on. */
  observe(trainStep: number, tallies: readonly LevelTally[]): Stage | null;
}

export const stepsText = (count: number): string => (count === 1 ? "1 step" : `${count} steps`);

/** Levels `from` to `to` in words. */
export const rangeName = (levels: readonly string[], [from, to]: readonly [number, number]): string =>
  levels.slice(from, to + 1).join(", ");
