import { metric, type MetricInfo } from "./metric-info.ts";

/** What recipes measure that make something for others: problem sets, labels, reward models, and what the best of several samples is read against. */
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
} as const satisfies Record<string, MetricInfo>;
