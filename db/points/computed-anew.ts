/**
 * Metrics that the bench computes itself, again whenever more of a step has come: of these the last value of an x stands for
 * the ones before. Of all others every value is kept.
 */
export const GROUP_SPREAD = "group/std";
export const GROUP_DEAD = "group/zero_share";

const COMPUTED_ANEW: ReadonlySet<string> = new Set([GROUP_SPREAD, GROUP_DEAD]);

export const isComputedAnew = (metric: string): boolean => COMPUTED_ANEW.has(metric);
