import { metric, type MetricInfo } from "./metric-info.ts";

/** The components of the reports' rewards, of all drawn episodes of a step, whatever a run is paid for. */
export const REWARD_PART_METRICS = {
  "reward/outcome": metric(
    "Outcome",
    "points",
    "higher",
    "reward",
    "1 for a solved episode, -0.5 for another, mean over all drawn episodes of the step",
  ),
  "reward/process": metric(
    "Process",
    "points",
    null,
    "reward",
    "the reports' reward of an action over 100, mean over the actions of an episode, then over all drawn episodes",
  ),
  "reward/recall": metric(
    "Diagnosis, recall",
    "share",
    "higher",
    "reward",
    "share of an episode's faults that it named, mean over the drawn episodes whose problem has known roots",
  ),
  "reward/jaccard": metric(
    "Diagnosis, Jaccard",
    "share",
    "higher",
    "reward",
    "root elements named over root elements or named ones, mean over drawn episodes with known roots",
  ),
  "reward/efficiency": metric(
    "Efficiency",
    "points",
    "higher",
    "reward",
    "0.1 up to 2 steps, 0.05 up to 5, then -0.02 for each step beyond 5, mean over all drawn episodes",
  ),
  "reward/format": metric(
    "Format",
    "points",
    "higher",
    "reward",
    "-0.5 for an episode that was cut at the step limit, else 0, mean over all drawn episodes: what an answer that does not parse got",
  ),
} as const satisfies Record<string, MetricInfo>;

/** What the parts of a train step cost. */
export const COST_METRICS = {
  "phase/sample": metric(
    "Time sampling",
    "s",
    "lower",
    "progress",
    "seconds of a train step in which answers are sampled",
  ),
  "phase/judge": metric(
    "Time judging",
    "s",
    "lower",
    "progress",
    "seconds of a train step in which the judge is waited for",
  ),
  "phase/update": metric(
    "Time updating",
    "s",
    "lower",
    "progress",
    "seconds of a train step that are neither sampling nor judging",
  ),
  "phase/evaluate": metric(
    "Time evaluating",
    "s",
    "lower",
    "progress",
    "seconds of a train step in which held-out problems are answered",
  ),
  "time/rollout": metric(
    "Rollout, time",
    "s",
    "lower",
    "progress",
    "CPU seconds of the trainer, all its threads, spent on playing the drawn episodes of one train step",
  ),
  "time/reward": metric(
    "Reward, time",
    "s",
    "lower",
    "progress",
    "CPU seconds of the trainer, all its threads, spent on rewards, PRM scores, advantages and statistics of one train step",
  ),
  "time/update": metric(
    "Update, time",
    "s",
    "lower",
    "progress",
    "CPU seconds of the trainer, all its threads, spent on the updates of one train step",
  ),
  "time/evaluate": metric(
    "Evaluate, time",
    "s",
    "lower",
    "progress",
    "CPU seconds of the trainer, all its threads, spent on the evaluation of one train step; 0 without one",
  ),
  "memory/rollout": metric(
    "Rollout, memory",
    "MB",
    "lower",
    "progress",
    "resident memory of the trainer as this part of the step ended, the largest reading of the step",
  ),
  "memory/reward": metric(
    "Reward, memory",
    "MB",
    "lower",
    "progress",
    "resident memory of the trainer as this part of the step ended, the largest reading of the step",
  ),
  "memory/update": metric(
    "Update, memory",
    "MB",
    "lower",
    "progress",
    "resident memory of the trainer as this part of the step ended, the largest reading of the step",
  ),
  "memory/evaluate": metric(
    "Evaluate, memory",
    "MB",
    "lower",
    "progress",
    "resident memory of the trainer as this part of the step ended, the largest reading of the step",
  ),
} as const satisfies Record<string, MetricInfo>;
