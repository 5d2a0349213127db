import { metric } from "../../workers/protocol/metrics/metric-info.ts";
import { overProblems, type PackFacts, share } from "../pack.ts";

/** Repairing infeasible linear programs step by step. */
export const REPAIR: PackFacts = {
  columns: ["op", "da", "clean"],
  kinds: [
    {
      id: "repairs",
      tells: ["da", "op", "clean"],
      takesSteps: true,
      overall: "eval/rr",
    },
  ],
  evaluationMetrics: {
    "eval/rr_at_5": overProblems(
      share(
        "RR@5",
        "share of the measured problems solved at step 5 or earlier, over all n problems; every action counts as a step",
      ),
      {
        value: "quick",
        among: "own",
        interval: "wilson",
        of: "repairs",
        counts: "problems",
      },
    ),
    "eval/rr": overProblems(share("RR", "share of the measured problems solved within the step limit"), {
      value: "solved",
      among: "own",
      interval: "wilson",
      of: "repairs",
      counts: "problems",
    }),
    "eval/da": overProblems(
      share(
        "DA",
        "da.root: share of a problem's faults with at least one accepted element among the DIAGNOSE actions, mean over problems whose injected faults are known",
      ),
      {
        value: "da",
        among: "any",
        interval: "bootstrap",
        of: "repairs",
        counts: "problems with known faults",
      },
    ),
    "eval/op": overProblems(
      share(
        "OP",
        "optimality preservation max(0, 1 - |z - z0| / max(|z0|, 1e-9)), mean over solved problems",
      ),
      {
        value: "op",
        among: "solved",
        interval: "bootstrap",
        of: "repairs",
        counts: "solved problems",
      },
    ),
    "eval/clean": overProblems(
      share(
        "Clean",
        "share of problems that are solved with OP of at least 0.95 and without dropping an innocent row, over problems whose injected rows are known",
      ),
      {
        value: "clean",
        among: "any",
        interval: "wilson",
        of: "repairs",
        counts: "problems with known injection",
      },
    ),
    "eval/steps": overProblems(
      metric(
        "Steps",
        "steps",
        "lower",
        "evaluation",
        "mean number of steps over all episodes, solved or not; every action counts",
      ),
      {
        value: "steps",
        among: "own",
        interval: "t",
        of: "repairs",
        counts: "episodes",
      },
    ),
  },
};
