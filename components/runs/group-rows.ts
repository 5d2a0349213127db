import type { GroupSample } from "#server/contracts/run.ts";

/** Sample standard deviation (ddof 1) of a group, null below two. */
function sdOf(values: number[]): number | null {
  if (values.length < 2) return null;
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  return Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (values.length - 1));
}

/** Why a group is dead, where the reward's own range tells. */
function deadWord(values: number[], min: number, max: number): string | undefined {
  if (values.length === 0 || values.some((v) => v !== values[0])) return undefined;
  if (values[0] >= max) return "all pass";
  return values[0] <= min ? "all fail" : "all equal";
}

/** Groups as the strip draws them: spread, or why there is none. */
export function groupRows(groups: GroupSample["groups"], { min, max }: { min: number; max: number }) {
  return groups.map(({ key, rewards }) => {
    const values = rewards.map(Number);
    return { id: key, rewards: values, sd: sdOf(values), dead: deadWord(values, min, max) };
  });
}
