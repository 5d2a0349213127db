/** Below this a p speaks against "no difference", where nothing else was agreed; it is the level of the 95 % intervals. */
const SIGNIFICANCE = 0.05;

/** The sign that an interval of a difference settles: 1 all above 0, -1 all below; null where it holds 0 or is none. */
export function settledSign(
  interval: { low: number | null; high: number | null } | null | undefined,
): 1 | -1 | null {
  if (interval == null || interval.low === null || interval.high === null) return null;
  if (interval.low > 0) return 1;
  return interval.high < 0 ? -1 : null;
}

/** Whether an interval of a difference excludes 0: the one question behind colour, bold, verdicts and sentences. */
export const excludesZero = (interval: Parameters<typeof settledSign>[0]): boolean =>
  settledSign(interval) !== null;

/** Whether a p, adjusted as its interval is, rejects "no difference". */
export const isSignificant = (p: number): boolean => p < SIGNIFICANCE;

/** Do the interval and the exact p of one difference say different things? Both are adjusted for the same comparisons. */
export const testsDisagree = ({
  low,
  high,
  p,
}: {
  low: number | null;
  high: number | null;
  p: number | null;
}): boolean =>
  low !== null && high !== null && p !== null && excludesZero({ low, high }) !== isSignificant(p);
