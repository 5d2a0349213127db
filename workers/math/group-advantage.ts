import { mean, standardDeviation } from "./moments.ts";
import { isZeroVariance } from "./zero-variance.ts";

/** "group" divides by the group's standard deviation (GRPO), "none" does not (Dr. GRPO). */
export type AdvantageScale = "group" | "none";

/** Added to the standard deviation, so that a group of almost equal rewards stays finite. */
export const ADVANTAGE_EPSILON = 1e-4;

/**
 * Advantages of the episodes of one group (same problem): reward minus the group's mean, and for "group" divided by
 * (population standard deviation, ddof 0, + 1e-4). GRPO: arXiv 2402.03300, section 4.1.2, which leaves ddof open;
 * Dr. GRPO: arXiv 2503.20783. A group of equal rewards gives exact zeros, whatever the rounding of its mean.
 */
export function groupAdvantages(rewards: readonly number[], scale: AdvantageScale): number[] {
  if (isZeroVariance(rewards)) return rewards.map(() => 0);
  const centre = mean(rewards);
  const divisor = scale === "group" ? standardDeviation(rewards, 0) + ADVANTAGE_EPSILON : 1;
  return rewards.map((reward) => (reward - centre) / divisor);
}
