import { writeNumber } from "../../wording/numbers.ts";
import { firstOf } from "./first-of.ts";
import type { Folds } from "./fold.ts";
import type { FoldPlan, KnownSeries } from "./run-rule.ts";
import { type Direction, TrendFold } from "./trend.ts";

/** The reward that a run is judged by: as the verifier gave it, where that is sent. */
export const REWARDS = ["reward/raw", "reward/shaped"] as const;

const KEY = "reward trend";

export const rewardOf = <S extends KnownSeries>(series: ReadonlyMap<string, S>): S | undefined =>
  firstOf(series, REWARDS);

/** One walk for all rules that ask how the reward goes. */
export function rewardTrend<S extends KnownSeries>(series: ReadonlyMap<string, S>): FoldPlan<S>[] {
  const over = rewardOf(series);
  return over ? [{ key: KEY, over, isShared: true, begin: () => new TrendFold() }] : [];
}

/** How the reward goes; undefined where it is not logged. */
export const rewardTrendIn = (folds: Folds): TrendFold | undefined => folds.of(TrendFold, KEY);

/** Null where the reward is not logged, or too seldom to tell. */
export const rewardDirection = (folds: Folds): Direction | null => rewardTrendIn(folds)?.direction() ?? null;

/** "reward 0.2 in the first third, 0.5 in the last"; nothing where there is no trend to tell. */
export function rewardCourse(folds: Folds): string {
  const thirds = rewardTrendIn(folds)?.thirds() ?? null;
  if (thirds === null) return "";
  const [first, last] = thirds;
  return ` Reward ${writeNumber(first)} in the first third, ${writeNumber(last)} in the last.`;
}
