/** Why the verdict of a row is at most suggestive. */
const SKEW = {
  collapse:
    "a run lies far from the others of its configuration, where no test of so few seeds holds: suggestive at most",
  near_the_end:
    "shares near 0 or 100 % with unequal spread, where no test of so few seeds holds: suggestive at most",
} as const;

export const skewText = (why: keyof typeof SKEW): string => SKEW[why];
