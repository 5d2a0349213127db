import type { Criterion } from "../../protocol/manifest.ts";

/** What the reports' smoke test claimed of FizzBuzz, as figures that a run can miss. */
export const FIZZBUZZ_CRITERIA: readonly Criterion[] = [
  {
    metric: "reward/raw",
    op: "at_least",
    target: 0.95,
    reason: "Reported as 1.0 in each of five steps.",
  },
  {
    metric: "eval/solved",
    op: "at_least",
    target: 0.95,
    reason: "A policy that has learned it solves what it has not seen.",
  },
  {
    metric: "policy/kl",
    op: "at_most",
    target: 0.5,
    reason: "Reported as stable, .001 to .004; from such a start a gain costs more, a collapse far more.",
  },
  {
    metric: "program/limit_share",
    op: "at_most",
    target: 0.05,
    reason: "Programs that end by a limit are no answers.",
  },
];
