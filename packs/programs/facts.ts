import { overProblems, type PackFacts, share } from "../pack.ts";

/** Writing programs that hidden cases judge. */
export const PROGRAMS: PackFacts = {
  columns: ["passed", "passAt1", "passAt8"],
  kinds: [
    {
      id: "programs",
      tells: ["passed"],
      inFamilies: true,
    },
  ],
  evaluationMetrics: {
    "eval/solved": overProblems(
      share(
        "Solved",
        "share of the measured problems whose program passes every hidden case within its limits",
      ),
      {
        value: "solved",
        among: "own",
        interval: "wilson",
        of: "programs",
        counts: "problems",
      },
    ),
    "eval/passed_share": overProblems(
      share(
        "Cases passed",
        "share of a problem's hidden cases that its program passes, 0 for one that a limit ended, mean over problems",
      ),
      {
        value: "passed",
        among: "any",
        interval: "bootstrap",
        of: "programs",
        counts: "problems",
      },
    ),
    "eval/pass_at_1": overProblems(
      share(
        "pass@1",
        "chance that one sampled program is right, from the n programs sampled for a problem, c / n, mean over problems",
      ),
      {
        value: "passAt1",
        among: "any",
        interval: "bootstrap",
        of: "programs",
        counts: "problems",
      },
    ),
    "eval/pass_at_8": overProblems(
      share(
        "pass@8",
        "chance that at least one of 8 sampled programs is right, 1 - C(n - c, 8) / C(n, 8) from the n sampled for a problem, mean over problems",
      ),
      {
        value: "passAt8",
        among: "any",
        interval: "bootstrap",
        of: "programs",
        counts: "problems",
      },
    ),
  },
};
