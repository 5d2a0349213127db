import { metric, type MetricInfo } from "./metric-info.ts";

const rejected = (why: string, which: string): MetricInfo =>
  metric(`Thrown away: ${why}`, "", null, "start", `attempts ${which}`);

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
  "bench/rejected_original": rejected("no original optimum", "without an optimum before the sabotage"),
  "bench/rejected_infeasible": rejected("no conflict", "with a solution after the sabotage"),
  "bench/rejected_root": rejected("root in no IIS", "with a root in no IIS"),
  "bench/rejected_repair": rejected(
    "not repaired",
    "whose reference repair does not bring the original optimum back",
  ),
  "bench/rejected_size": rejected("other IIS size", "whose IIS has another size than the level asks for"),
  "bench/rejected_duplicate": rejected(
    "near-duplicates",
    "that share four fifths of their rows with another problem of the set",
  ),
  "bench/rejected_leaked": rejected(
    "leaked",
    "that share four fifths of their rows with the benchmark kept apart from",
  ),
  "prm/labels": metric(
    "Labeled steps",
    "steps",
    null,
    "start",
    "number of steps of the given evaluation that got a label",
  ),
  "prm/label_mean": metric("Mean label", "", null, "start", "mean label, 0 to 1, over all labeled steps"),
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
    "share of all sampled episodes that solve their problem within 5 steps: what chance would choose",
  ),
  "rerank/oracle_rr_at_5": metric(
    "RR@5, best possible choice",
    "share",
    "higher",
    "evaluation",
    "share of problems that any of n sampled episodes solves within 5 steps (pass@n)",
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
    "share of the step's episodes on its hardest level that were solved within 5 steps; a curriculum decides by it",
  ),
} as const satisfies Record<string, MetricInfo>;

/** What recipes measure whose policies write programs. */
export const PROGRAM_METRICS = {
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
    "share of the step's programs that a limit ended: length, work, memory, stack or answer size; each scores 0",
  ),
} as const satisfies Record<string, MetricInfo>;
