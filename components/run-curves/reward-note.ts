import type { CurveRuns } from "#server/contracts/curves.ts";

const NAMED = 4;

/** Computed from the training reward itself, so that the reward's formula is part of the number. */
const isTrainingReward = (metric: string): boolean => metric.startsWith("reward/");

/**
 * Why the lines of a panel may not be ranked; null where they may. Training rewards of different formulas are on different
 * scales (rule C01).
 */
export function rewardNote(metrics: readonly string[], rewards: CurveRuns["rewards"]): string | null {
  if (rewards.length < 2 || !metrics.some(isTrainingReward)) return null;
  const named = rewards
    .slice(0, NAMED)
    .map(({ words, runs }) => `${words} (${runs} ${runs === 1 ? "run" : "runs"})`);
  const more = rewards.length > NAMED ? `; and ${rewards.length - NAMED} others` : "";
  return `${rewards.length} reward functions: their training rewards are on different scales and not ranked. ${named.join("; ")}${more}.`;
}
