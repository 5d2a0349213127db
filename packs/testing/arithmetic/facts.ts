import { overProblems, type PackFacts, share } from "../../pack.ts";

/** Sums, answered at once and verified by adding up. */
export const ARITHMETIC: PackFacts = {
  columns: ["exact", "off"],
  kinds: [{ id: "sums", tells: ["exact"] }],
  evaluationMetrics: {
    "eval/exact": overProblems(share("Exact", "share of the sums that are right to the last digit"), {
      value: "exact",
      among: "own",
      interval: "wilson",
      of: "sums",
      counts: "sums",
    }),
  },
};
