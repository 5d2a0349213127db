import { writeShare } from "./quantities.ts";

/** Parts of a train step, in its order; each has a series time/<part>. */
export const STEP_PARTS = ["rollout", "reward", "update", "evaluate"] as const;

/** Which part of a train step takes most, of the seconds a step spends on each in the mean; null where none is known. */
export function writeBottleneck(seconds: ReadonlyMap<string, number>): string | null {
  const known = STEP_PARTS.flatMap((part) => {
    const value = seconds.get(`time/${part}`);
    return value === undefined ? [] : [{ part, value }];
  });
  const total = known.reduce((sum, { value }) => sum + value, 0);
  if (!(total > 0)) return null;
  const most = known.reduce((a, b) => (b.value > a.value ? b : a));
  return `${writeShare(most.value / total)} of a step is ${most.part}`;
}
