import { keepFinite } from "../moments.ts";

/** What groups of G yes/no rewards are expected to look like, averaged over prompts. */
export interface BinaryGroups {
  /** Expected share of groups that are all solved or all failed; null without a finite pass rate, like the others. */
  dead: number | null;
  allSolved: number | null;
  allFailed: number | null;
  /** Expected within-group sample variance (ddof 1) of a 0/1 reward: the mean of p (1 - p). */
  variance: number | null;
  /** What p^G + (1 - p)^G gives at the mean pass rate; never above `dead`, because it ignores that prompts differ. */
  deadAtMeanRate: number | null;
  n: number;
  nonFinite: number;
  groupSize: number;
}

/**
 * Expected share of dead groups, p^G + (1 - p)^G averaged over prompts, for binary rewards drawn independently with each
 * prompt's pass rate p (the algebra of arXiv 2606.18487 with ddof 1). Shares are 0 to 1.
 *
 * The pass rates should not come from the same groups: a rate estimated from G draws sits at 0 or 1 too often.
 * Non-finite rates are left out and counted. Throws RangeError for a rate outside [0, 1] (its index is named) or a group size
 * that is not a whole number of at least 2.
 */
export function binaryGroups(passRates: readonly number[], groupSize: number): BinaryGroups {
  if (!Number.isInteger(groupSize) || groupSize < 2) {
    throw new RangeError(`A group has at least 2 completions, got ${groupSize}.`);
  }
  passRates.forEach((rate, index) => {
    if (Number.isFinite(rate) && (rate < 0 || rate > 1)) {
      throw new RangeError(`Pass rate ${index} is ${rate}; a rate lies in [0, 1].`);
    }
  });
  const { finite, nonFinite } = keepFinite(passRates);
  const n = finite.length;
  const counts = { n, nonFinite, groupSize };
  if (n === 0) {
    return { dead: null, allSolved: null, allFailed: null, variance: null, deadAtMeanRate: null, ...counts };
  }
  let [solved, failed, variance, rates] = [0, 0, 0, 0];
  for (const rate of finite) {
    solved += rate ** groupSize;
    failed += (1 - rate) ** groupSize;
    variance += rate * (1 - rate);
    rates += rate;
  }
  const allSolved = solved / n;
  const allFailed = failed / n;
  const meanRate = rates / n;
  const deadAtMeanRate = meanRate ** groupSize + (1 - meanRate) ** groupSize;
  return {
    dead: allSolved + allFailed,
    allSolved,
    allFailed,
    variance: variance / n,
    deadAtMeanRate,
    ...counts,
  };
}
