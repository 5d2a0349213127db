import { metric, type MetricInfo } from "./metric-info.ts";

/** What recipes measure that make something for others: problem sets, labels, reward models, and what the best of several samples is read against. And what a curriculum draws. */
export const MADE_METRICS = {
  "bench/taken": metric(
    "Problems taken",
    "",
    null,
    "start",
    "number of distinct problems in the set that the run left",
  ),
  "failures/share": metric(
    "Failed episodes",
    "share",
    "lower",
    "start",
    "share of the given evaluation's episodes that did not solve their problem",
  ),
  "failures/slow_share": metric(
    "Slow episodes",
    "share",
    "lower",
    "start",
    "share of the same episodes that solved it, but in more steps than the run calls slow",
  ),
  "failures/set": metric(
    "Problems left to train on",
    "",
    null,
    "start",
    "number of train problems in the set that the run left; 0 where the episodes are of held-out problems",
  ),
  "bench/rejected": metric(
    "Thrown away",
    "",
    null,
    "start",
    "number of attempts at a problem that did not pass, whatever the phase",
  ),
  "bench/rejected_original": metric(
    "Thrown away: no original optimum",
    "",
    null,
    "start",
    "number of attempts whose model had no optimum before the sabotage",
  ),
  "bench/rejected_infeasible": metric(
    "Thrown away: no conflict",
    "",
    null,
    "start",
    "number of attempts whose sabotaged model had a solution",
  ),
  "bench/rejected_root": metric(
    "Thrown away: root in no IIS",
    "",
    null,
    "start",
    "number of attempts of which a root is in no IIS",
  ),
  "bench/rejected_repair": metric(
    "Thrown away: not repaired",
    "",
    null,
    "start",
    "number of attempts whose reference repair does not bring the original optimum back",
  ),
  "bench/rejected_size": metric(
    "Thrown away: other IIS size",
    "",
    null,
    "start",
    "number of attempts whose IIS has another size than the level asks for",
  ),
  "bench/rejected_duplicate": metric(
    "Thrown away: near-duplicates",
    "",
    null,
    "start",
    "number of attempts that share four fifths of their rows with another problem of the set",
  ),
  "bench/rejected_leaked": metric(
    "Thrown away: leaked",
    "",
    null,
    "start",
    "number of attempts that share four fifths of their rows with a problem of the benchmark kept apart from",
  ),
  "prm/labels": metric(
    "Labelled steps",
    "steps",
    null,
    "start",
    "number of steps of the given evaluation that got a label",
  ),
  "prm/label_mean": metric("Mean label", "", null, "start", "mean label, 0 to 1, over all labelled steps"),
  "prm/loss": metric(
    "PRM loss",
    "",
    "lower",
    "start",
    "mean squared error of the score over the training part, taken before each update; x is the epoch",
  ),
  "prm/held_out_mse": metric(
    "PRM held-out MSE",
    "",
    "lower",
    "start",
    "mean squared error of the score over the held-out episodes after the epoch",
  ),
  "rerank/greedy_rr_at_5": metric(
    "RR@5, greedy",
    "share",
    "higher",
    "evaluation",
    "share of the problems solved at step 5 or earlier by the best action, beside the best of several by a PRM",
  ),
  "rerank/sampled_rr_at_5": metric(
    "RR@5, mean of the samples",
    "share",
    "higher",
    "evaluation",
    "share of all sampled episodes that solve their problem at step 5 or earlier: what a choice by chance would give",
  ),
  "rerank/oracle_rr_at_5": metric(
    "RR@5, best possible choice",
    "share",
    "higher",
    "evaluation",
    "share of the problems of which any of the n sampled episodes solves it at step 5 or earlier (pass@n with k = n)",
  ),
  "curriculum/level": metric(
    "Level drawn",
    "",
    null,
    "curriculum",
    "mean over the problems drawn in the step of their level's place, 0 for the easiest level of the run",
  ),
  "curriculum/success": metric(
    "Success on the hardest level drawn",
    "share",
    "higher",
    "curriculum",
    "share of the step's episodes on the hardest level that it drew which were solved within 5 steps; what a curriculum decides by",
  ),
} as const satisfies Record<string, MetricInfo>;

/** What clients from outside send of problems of which they say nothing but the outcome. */
export const ANSWER_METRICS = {
  "eval/answers": metric(
    "Solved",
    "share",
    "higher",
    "evaluation",
    "share of the measured problems that were solved, as the client said of each",
  ),
} as const satisfies Record<string, MetricInfo>;

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
