import { mean, standardDeviation } from "./moments.ts";

/** Rewards of one group count as equal when their range is within this share of the largest magnitude among them. */
const RELATIVE_TOLERANCE = 1e-9;

/**
 * True where the rewards of a group carry no signal: max - min <= 1e-9 * max |reward|.
 * The rule is relative, so scaling every reward by the same factor never changes the answer; 1e-9 is far above the
 * rounding of a sum of doubles and far below any difference a reward means. A group with NaN is never called equal.
 */
export function isZeroVariance(rewards: ArrayLike<number>): boolean {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < rewards.length; i++) {
    if (Number.isNaN(rewards[i])) return false;
    if (rewards[i] < low) low = rewards[i];
    if (rewards[i] > high) high = rewards[i];
  }
  return high - low <= RELATIVE_TOLERANCE * Math.max(Math.abs(low), Math.abs(high));
}

/**
 * Quantile by linear interpolation between order statistics at (n - 1) p (Hyndman and Fan 1996, type 7; numpy's default).
 * NaN for an empty list.
 */
export function quantile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const position = (sorted.length - 1) * p;
  const below = Math.floor(position);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted.length === 0
    ? Number.NaN
    : sorted[below] + (position - below) * (sorted[above] - sorted[below]);
}

/** Rewards of the episodes of one problem: as earned, and as the loss sees them. */
export interface RewardGroup {
  raw: readonly number[];
  shaped: readonly number[];
}

/** What a train step reports about its groups. Shares are 0 to 1 of all groups given. */
export interface GroupStatistics {
  meanRaw: number;
  meanShaped: number;
  /** Highest raw reward of an episode. */
  maxRaw: number;
  /** Sample standard deviation (ddof 1) of the shaped rewards inside a group, mean over groups. */
  std: number;
  /** Sample variance (ddof 1) of the shaped rewards inside a group, mean over groups; not the square of `std`. */
  variance: number;
  /** Type-7 quantiles over groups of the same deviations. */
  stdP10: number;
  stdP50: number;
  stdP90: number;
  /** Groups whose shaped rewards are equal: no advantage, no gradient. */
  zeroShare: number;
  /** Those of them where every raw reward is the highest possible one. */
  allSolvedShare: number;
  /** Those of them where every raw reward is the lowest possible one. */
  allFailedShare: number;
  /** Groups whose raw rewards are equal: what the verifier teaches nothing about, whatever noise or process rewards add. */
  zeroShareRaw: number;
  /** Those of them where every raw reward is the highest possible one. */
  allSolvedShareRaw: number;
}

/**
 * Statistics over all drawn groups, before any filter. `lowest` and `highest` are the bounds of the raw reward; with
 * them a dead group has a cause: solved by all, failed by all, or something else that happened to be equal.
 */
export function groupStatistics(
  groups: readonly RewardGroup[],
  lowest: number,
  highest: number,
): GroupStatistics {
  const deviations = groups.map((group) => standardDeviation(group.shaped, 1));
  const dead = groups.filter((group) => isZeroVariance(group.shaped));
  const deadRaw = groups.filter((group) => isZeroVariance(group.raw));
  const allAt = (bound: number, among: readonly RewardGroup[]) =>
    among.filter((group) => group.raw.every((reward) => isZeroVariance([reward, bound]))).length;
  return {
    meanRaw: mean(groups.flatMap((group) => group.raw)),
    meanShaped: mean(groups.flatMap((group) => group.shaped)),
    maxRaw: Math.max(...groups.map((group) => Math.max(...group.raw))),
    std: mean(deviations),
    variance: mean(deviations.map((deviation) => deviation ** 2)),
    stdP10: quantile(deviations, 0.1),
    stdP50: quantile(deviations, 0.5),
    stdP90: quantile(deviations, 0.9),
    zeroShare: dead.length / groups.length,
    allSolvedShare: allAt(highest, dead) / groups.length,
    allFailedShare: allAt(lowest, dead) / groups.length,
    zeroShareRaw: deadRaw.length / groups.length,
    allSolvedShareRaw: allAt(highest, deadRaw) / groups.length,
  };
}
