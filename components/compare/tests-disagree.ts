import type { SideDifference } from "#server/contracts/compare.ts";

const ALPHA = 0.05;

/** Do the interval and the exact p of one difference say different things? Both are adjusted for the same comparisons. */
export function testsDisagree({ low, high, p }: Pick<SideDifference, "low" | "high" | "p">): boolean {
  if (low === null || high === null || p === null) return false;
  const excludesZero = low > 0 || high < 0;
  return excludesZero !== p < ALPHA;
}
