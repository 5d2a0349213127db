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
