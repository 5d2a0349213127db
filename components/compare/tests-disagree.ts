import type { SideDifference } from "#server/contracts/compare.ts";
import { excludesZero, isSignificant } from "#server/numbers/excludes-zero.ts";

/** Do the interval and the exact p of one difference say different things? Both are adjusted for the same comparisons. */
export const testsDisagree = ({ low, high, p }: Pick<SideDifference, "low" | "high" | "p">): boolean =>
  low !== null && high !== null && p !== null && excludesZero({ low, high }) !== isSignificant(p);
