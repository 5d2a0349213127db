import type { LastValue } from "#server/contracts/run.ts";

const NON_FINITE: Record<number, number> = {
  1: Number.NaN,
  2: Number.POSITIVE_INFINITY,
  3: Number.NEGATIVE_INFINITY,
};

/** The last value of a series as the run said it: a number, NaN, an infinity, or undefined where there is none. */
export function lastNumber(last: LastValue | undefined): number | null | undefined {
  if (!last) return undefined;
  return last.kind === 0 ? last.value : NON_FINITE[last.kind];
}
