import { metric, type MetricInfo } from "./metric-info.ts";

/** What recipes measure that make something for others: problem sets, labels, reward models. */
export const MADE_METRICS = {
  "bench/taken": metric(
    "Problems taken",
    "",
    null,
    "start",
    "number of distinct problems in the set that the run left",
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
} as const satisfies Record<string, MetricInfo>;
