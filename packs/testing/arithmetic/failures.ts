import type { FailureType } from "../../pack.ts";

export const ARITHMETIC_FAILURES: readonly FailureType[] = [
  {
    id: "off_by_one",
    of: "sums",
    meaning: "one too many, or one too few",
    is: ({ named, truth }) =>
      named.some((answer) => [...truth].some((sum) => Math.abs(Number(answer) - Number(sum)) === 1)),
  },
];
