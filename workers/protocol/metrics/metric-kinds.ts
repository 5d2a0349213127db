import { foreignMetric } from "./foreign-metrics.ts";
import { isEvaluationMetric } from "./evaluation-metrics.ts";
import { METRICS } from "./metrics.ts";

/**
 * The part of the training reward that a metric is computed from, so that its formula is part of the number: as earned, or with
 * shaping, noise and process rewards. Null where the reward's formula does not enter.
 */
export function rewardPartOf(metric: string): "raw" | "shaped" | null {
  const name = foreignMetric(metric)?.same ?? metric;
  if (name === "reward/raw") return "raw";
  return /^(train\/)?rewards?([/_]|$)|^group\/std(_|$)/.test(name) ? "shaped" : null;
}

export const isTrainingReward = (metric: string): boolean => rewardPartOf(metric) !== null;

/**
 * Whether a value is measured on a set of problems: one of ours, or, by its name, what another trainer calls an evaluation, a
 * validation or a test (TRL `eval/reward`, verl `val-core/gsm8k/reward/mean@1`).
 */
export const isOfProblems = (name: string): boolean =>
  isEvaluationMetric(name) ||
  (!Object.hasOwn(METRICS, name) && /^(eval|val|valid|validation|test)(\b|_)/.test(name));

/** Whether a value is estimated from programs that were drawn beside the answer. */
export const isOfSamples = (name: string): boolean => name === "eval/pass_at_1" || name === "eval/pass_at_8";

/** Whether what a metric counts is said by each evaluation's protocol, as how DA was counted is. */
export const isDefinedByProtocol = (metric: string): boolean => metric === "eval/da";
