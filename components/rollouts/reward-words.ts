import type { GroupRow, RewardRow, RolloutKind } from "#server/contracts/rollouts/rollouts.ts";
import { toDecimals } from "#server/numbers/round.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";
import { withSign, writeNumber } from "#server/wording/numbers.ts";

/** A reward as it is printed; what is no number as it came. */
export const rewardText = (reward: number | string | null, decimals?: number): string =>
  writeNumber(reward === null ? null : Number(reward), decimals);

/** An advantage or the reward of a turn, which are read by their sign. */
export const signedText = (value: number | string | null, decimals?: number): string =>
  value === null || !Number.isFinite(Number(value))
    ? rewardText(value, decimals)
    : withSign(rewardText(value, decimals));

const MOST_DECIMALS = 3;

/** Decimals that rewards of one column need to be told apart, three at most: they are mostly sums of a few round parts. */
export function rewardDecimals(values: readonly (number | string | null)[]): number {
  const numbers = values
    .map((value) => (value === null ? Number.NaN : Number(value)))
    .filter(Number.isFinite);
  const isWritten = (decimals: number) =>
    numbers.every((value) => Math.abs(value - toDecimals(value, decimals)) <= Math.abs(value) * 1e-9);
  const needed = Array.from({ length: MOST_DECIMALS }, (_, decimals) => decimals).find(isWritten);
  return needed ?? MOST_DECIMALS;
}

/** Finite rewards as numbers. */
export const finiteRewards = (rows: readonly Pick<RewardRow, "reward">[]): number[] =>
  rows.map(({ reward }) => (reward === null ? Number.NaN : Number(reward))).filter(Number.isFinite);

/** Why a group teaches nothing, where all of its rewards are equal: at the end of the step's range, or in between. */
export function spreadWords(
  { sd, n, mean, rewards }: Pick<GroupRow, "sd" | "n" | "mean" | "rewards">,
  domain: [number, number] | null,
): string {
  if (n < 2) return rewardText(rewards[0]?.reward ?? null);
  if (sd !== 0) return `sd ${writeNumber(sd)}`;
  return DEAD_WORDS[deadAs({ sd, n, mean }, domain) ?? "equal"];
}

const DEAD_WORDS = { solved: "all pass", failed: "all fail", equal: "all equal" } as const;

/** What a group without a gradient is: at the upper or the lower end of the step's range, or in between; null where it has one. */
export function deadAs(
  { sd, n, mean }: Pick<GroupRow, "sd" | "n" | "mean">,
  domain: [number, number] | null,
): keyof typeof DEAD_WORDS | null {
  if (n < 2 || sd !== 0) return null;
  const isRange = domain !== null && domain[0] < domain[1];
  if (isRange && mean === domain[1]) return "solved";
  return isRange && mean === domain[0] ? "failed" : "equal";
}

const COMPLETIONS: Record<RolloutKind, string> = {
  texts: "completion",
  rewards: "reward",
  episodes: "episode",
};

/** "256 completions", "300 episodes". */
export const completionCount = (kind: RolloutKind, n: number): string => countOf(n, COMPLETIONS[kind]);

/** "G = 8, mean 0.53, sd 0.62": the numbers of a group, of one completion its reward alone. */
export function groupWords({ n, mean, sd }: Pick<GroupRow, "n" | "mean" | "sd">): string {
  const parts = n > 1 ? [`G = ${writeCount(n)}`] : [];
  if (mean !== null) parts.push(`${n > 1 ? "mean" : "reward"} ${writeNumber(mean)}`);
  if (sd !== null) parts.push(`sd ${writeNumber(sd)}`);
  return parts.join(", ");
}

/** Which part of the groups of a step is shown. */
export function groupsShown(shown: number, total: number, drawn: number): string {
  const kept = drawn > total ? ` that are kept of ${writeCount(drawn)}` : "";
  return `${shown < total ? writeOf(shown, total) : countOf(total, "group")}${kept}`;
}
