import { metric, type MetricInfo } from "./metric-info.ts";

/** What recipes measure whose policies write programs. */
export const PROGRAM_METRICS = {
  "eval/solved": metric(
    "Solved",
    "share",
    "higher",
    "evaluation",
    "share of the measured problems whose program passes every hidden case within its limits",
  ),
  "eval/passed_share": metric(
    "Cases passed",
    "share",
    "higher",
    "evaluation",
    "share of a problem's hidden cases that its program passes, 0 for one that a limit ended, mean over problems",
  ),
  "eval/pass_at_1": metric(
    "pass@1",
    "share",
    "higher",
    "evaluation",
    "chance that one sampled program is right, from the n programs sampled for a problem, c / n, mean over problems",
  ),
  "eval/pass_at_8": metric(
    "pass@8",
    "share",
    "higher",
    "evaluation",
    "chance that at least one of 8 sampled programs is right, 1 - C(n - c, 8) / C(n, 8) from the n sampled for a problem, mean over problems",
  ),
  "program/length": metric(
    "Program length",
    "productions",
    null,
    "policy",
    "mean number of productions over all drawn programs of the step",
  ),
  "program/limit_share": metric(
    "Ended by a limit",
    "share",
    "lower",
    "policy",
    "share of all drawn programs of the step that a limit ended: length, work, memory, stack or size of an answer; each scores 0",
  ),
} as const satisfies Record<string, MetricInfo>;
