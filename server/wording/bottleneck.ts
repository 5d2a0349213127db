import { quantityText, writeShare } from "./quantities.ts";

/** Parts of a train step, in its order; each has series time/<part> and memory/<part>. */
export const STEP_PARTS = ["rollout", "reward", "update", "evaluate"] as const;

type Part = (typeof STEP_PARTS)[number];

/** The part with the greatest positive value; null where none is known. */
function greatest(values: ReadonlyMap<string, number>, of: string) {
  const known = STEP_PARTS.flatMap((part: Part) => {
    const value = values.get(`${of}/${part}`);
    return value === undefined ? [] : [{ part, value }];
  });
  const total = known.reduce((sum, { value }) => sum + value, 0);
  if (!(total > 0)) return null;
  return { ...known.reduce((a, b) => (b.value > a.value ? b : a)), total };
}

/**
 * Which part of a train step takes most, of the seconds that a step spends on each in the mean, and after which the process held
 * most memory, in MB: "rollout, 62.0 % of a train step's CPU time; memory is highest after update, 118 MB". Null where no time
 * is known.
 */
export function writeBottleneck(values: ReadonlyMap<string, number>): string | null {
  const time = greatest(values, "time");
  if (time === null) return null;
  const memory = greatest(values, "memory");
  const most = `${time.part}, ${writeShare(time.value / time.total)} of a train step's CPU time`;
  return memory === null
    ? most
    : `${most}; memory is highest after ${memory.part}, ${quantityText({ value: memory.value, unit: "MB" })}`;
}
