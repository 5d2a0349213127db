/**
 * What a difference lets a reader say. `significant`: the interval excludes 0, whatever the spreads, and no seed is without a
 * value; `significant_despite_missing`: it does so too if the missing seeds were as bad as the worst. `incomplete`: it does not
 * then. `interim`: runs of a side can still end. `significant_if_equal_variances`: only the pooled interval excludes 0.
 * `suggestive`: an interval excludes 0, but runs collapsed or shares at an end are skewed, and no test of so few runs holds there.
 * `not_ranked`: a rule forbids it. `untested`: there is no interval.
 */
export const CLAIM_VERDICTS = [
  "baseline",
  "not_ranked",
  "untested",
  "interim",
  "incomplete",
  "not_significant",
  "suggestive",
  "significant_if_equal_variances",
  "significant_despite_missing",
  "significant",
] as const;
export type ClaimVerdict = (typeof CLAIM_VERDICTS)[number];

/** Verdicts as they were named before seeds without a value were counted; what was stored then still says them. */
const FORMER_VERDICTS: Record<string, ClaimVerdict> = {
  differs: "significant",
  differs_if_alike: "significant_if_equal_variances",
  not_separable: "not_significant",
};

/** A stored verdict under its current name; `undefined` where it was never one. */
export const currentVerdict = (stored: string): ClaimVerdict | undefined =>
  FORMER_VERDICTS[stored] ?? CLAIM_VERDICTS.find((verdict) => verdict === stored);

/** Why a seed of a configuration has no value of a metric (`copy`: its run repeats another one); the last four are what its run is or ended as. */
export const MISSING_VALUE_REASONS = [
  "diverged",
  "copy",
  "no_value",
  "failed",
  "killed",
  "crashed",
  "unfinished",
] as const;
export type MissingValueReason = (typeof MISSING_VALUE_REASONS)[number];
