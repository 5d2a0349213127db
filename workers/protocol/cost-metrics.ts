import { metric, type MetricInfo } from "./metric-info.ts";

/** What the parts of a train step cost. */
export const COST_METRICS = {
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
    "CPU seconds of the trainer, all its threads, spent on rewards, scores of a reward model, advantages and statistics of one train step",
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
    "CPU seconds of the trainer, all its threads, spent on the evaluation, 0 in a step without one of one train step",
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
