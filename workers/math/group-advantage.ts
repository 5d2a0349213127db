import { mean, standardDeviation } from "./moments.ts";
import { isZeroVariance } from "./group-statistics.ts";

/**
 * How decisions of long and short episodes share the loss. "sequence": every episode weighs the same, its decisions
 * share that weight (GRPO, arXiv 2402.03300). "token": every decision weighs the same, so long episodes weigh more
 * (DAPO, arXiv 2503.14476, section 3.3).
 */
export type LossLevel = "sequence" | "token";

/**
 * Weight of each decision of an episode with `decisions` decisions; the loss of a batch is sum(weight * loss) / sum(weight).
 * An episode that was cut at the step limit (`overlong`) weighs nothing when `maskOverlong` is set: it leaves numerator
 * and denominator alike (DAPO's overlong filtering, section 3.4). Its reward still counts in its group's mean.
 */
export function lossWeight(
  level: LossLevel,
  decisions: number,
  overlong: boolean,
  maskOverlong: boolean,
): number {
  if (overlong && maskOverlong) return 0;
  return level === "sequence" ? 1 / decisions : 1;
}

/**
 * "group" divides by the group's standard deviation with ddof 0 (GRPO), "sample" with ddof 1 (TRL 0.24, `nanstd` of torch), "batch" by that of all rewards of the step (arXiv 2508.08221,
 * section 4.1), "none" by nothing (Dr. GRPO).
 */
export type AdvantageScale = "group" | "sample" | "batch" | "none";

/** Added to the standard deviation, so that a group of almost equal rewards stays finite. */
export const ADVANTAGE_EPSILON = 1e-4;

/**
 * Advantages of the episodes of one group (same problem): reward minus the group's mean, and for "group" divided by
 * (population standard deviation, ddof 0, + 1e-4), for "sample" by (ddof 1, + 1e-4), for "batch" by that of `batch`. GRPO: arXiv 2402.03300, section 4.1.2, which leaves ddof open;
 * Dr. GRPO: arXiv 2503.20783. A group of equal rewards gives exact zeros, whatever the rounding of its mean.
 */
export function groupAdvantages(
  rewards: readonly number[],
  scale: AdvantageScale,
  batch: readonly number[] = rewards,
): number[] {
  if (isZeroVariance(rewards)) return rewards.map(() => 0);
  const centre = mean(rewards);
  const over = scale === "batch" ? batch : rewards;
  const divisor =
    scale === "none" ? 1 : standardDeviation(over, scale === "sample" ? 1 : 0) + ADVANTAGE_EPSILON;
  return rewards.map((reward) => (reward - centre) / divisor);
}
