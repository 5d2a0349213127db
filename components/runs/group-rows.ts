import type { GroupRow } from "#server/contracts/rollouts/rollouts.ts";
import { visibleName } from "#server/contracts/visible-name.ts";

/** Why a group is dead, where the reward's own range tells. */
function deadWord(values: number[], min: number, max: number): string | undefined {
  if (values.length === 0 || values.some((v) => v !== values[0])) return undefined;
  if (values[0] >= max) return "all pass";
  return values[0] <= min ? "all fail" : "all equal";
}

/** Groups as the strip draws them: spread, or why there is none. */
export function groupRows(groups: readonly GroupRow[], { min, max }: { min: number; max: number }) {
  return groups.map(({ key, sd, rewards }) => {
    const values = rewards.map(({ reward }) => (reward === null ? Number.NaN : Number(reward)));
    return { id: visibleName(key), rewards: values, sd, dead: deadWord(values, min, max) };
  });
}
