import { withDeclared } from "../recipes/declared-metrics.ts";
import { foreignMetric } from "./foreign-metrics.ts";
import { machineMetric } from "../machine/machine-metrics.ts";
import { EVALUATION_METRICS, type EvaluationMetricName } from "./evaluation-metrics.ts";
import { MADE_METRICS, PROGRAM_METRICS } from "./made-metrics.ts";
import { COST_METRICS, REWARD_PART_METRICS } from "./train-step-metrics.ts";
import { metric, type MetricInfo } from "./metric-info.ts";

/**
 * The built-in metrics: one line each, read by the charts, the tables and the docs.
 * Shares are stored as 0 to 1 and shown in %. A metric that is not listed here is kept under its own name, and says its
 * unit there: "my/latency [ms]".
 */
const BUILT_IN = {
  "reward/raw": metric(
    "Reward, raw",
    "points",
    "higher",
    "reward",
    "mean over all drawn episodes of the step, before shaping and before any filter",
  ),
  "reward/max": metric(
    "Reward, raw, highest",
    "points",
    "higher",
    "reward",
    "highest of all drawn episodes of the step",
  ),
  "reward/shaped": metric(
    "Reward, shaped",
    "points",
    null,
    "reward",
    "mean over the same episodes of the reward the loss was computed from",
  ),
  "reward/prm": metric(
    "PRM score",
    "",
    null,
    "reward",
    "PRM score, 0 to 1, mean over the decisions of an episode, then over all drawn episodes",
  ),
  ...REWARD_PART_METRICS,
  "group/std": metric(
    "Group reward std",
    "points",
    null,
    "groups",
    "sample standard deviation (ddof 1) inside each group of G episodes, mean over all drawn groups, shaped reward",
  ),
  "group/variance": metric(
    "Group reward variance",
    "points²",
    null,
    "groups",
    "sample variance (ddof 1) inside each group of G episodes, mean over all drawn groups, shaped reward",
  ),
  "group/std_p10": metric(
    "Group std, p10",
    "points",
    null,
    "groups",
    "10 % quantile (type 7) over all drawn groups of the step of their standard deviation (ddof 1), shaped reward",
  ),
  "group/std_p50": metric(
    "Group std, median",
    "points",
    null,
    "groups",
    "median over all drawn groups of the step of their standard deviation (ddof 1), shaped reward",
  ),
  "group/std_p90": metric(
    "Group std, p90",
    "points",
    null,
    "groups",
    "90 % quantile (type 7) over all drawn groups of the step of their standard deviation (ddof 1), shaped reward",
  ),
  "group/zero_share": metric(
    "Zero-variance groups",
    "share",
    "lower",
    "groups",
    "share of all drawn groups whose G shaped rewards are equal; such a group carries no gradient",
  ),
  "group/all_solved_share": metric(
    "Dead, all solved",
    "share",
    null,
    "groups",
    "share of all drawn groups that are equal because every episode got the full raw reward",
  ),
  "group/all_failed_share": metric(
    "Dead, all failed",
    "share",
    null,
    "groups",
    "share of all drawn groups that are equal because every episode got the lowest raw reward",
  ),
  "group/zero_share_raw": metric(
    "Zero-variance groups, raw",
    "share",
    "lower",
    "groups",
    "share of all drawn groups whose G raw rewards are equal: noise and process rewards cannot hide them",
  ),
  "group/all_solved_share_raw": metric(
    "Raw dead, all solved",
    "share",
    null,
    "groups",
    "share of all drawn groups whose raw rewards are equal because every episode got the full raw reward",
  ),
  "policy/kl": metric(
    "KL to the start",
    "nats",
    "lower",
    "policy",
    "k3 estimator exp(d) - d - 1, d = log p_start - log p, mean over decisions and over the updates of the step",
  ),
  "policy/entropy": metric(
    "Entropy",
    "nats",
    null,
    "policy",
    "entropy of the masked action distribution at the sampling temperature, mean over decisions and updates",
  ),
  "policy/clip_share": metric(
    "Clipped decisions",
    "share",
    null,
    "policy",
    "share of decisions whose probability ratio left the clip range where that stops the gradient, with CISPO on either side; mean over updates",
  ),
  "optim/loss": metric("Policy loss", "", null, "policy", "mean over the updates of the step"),
  "optim/grad_norm": metric(
    "Gradient norm",
    "L2",
    null,
    "policy",
    "L2 norm before clipping, mean over the updates of the step",
  ),
  "optim/weights_changed": metric(
    "Weights changed",
    "share",
    null,
    "policy",
    "share of the trained weights with a gradient that have another value after the optimizer step",
  ),
  "dgro/beta_reward": metric(
    "DGRO beta",
    "",
    null,
    "policy",
    "factor on the standardised reward in this step; it follows a schedule where adaptive_beta is on",
  ),
  "dgro/baseline": metric(
    "DGRO baseline",
    "points",
    null,
    "policy",
    "baseline b that DGRO as coded subtracts from every reward: the draw's mean, or its exponential moving average",
  ),
  "dgro/noise_branch": metric(
    "DGRO noise branch",
    "share",
    "lower",
    "policy",
    "share of the step's calls whose rewards were so equal that noise was added in place of scaling; a call is the whole draw unless fewer rewards per call are chosen",
  ),
  ...EVALUATION_METRICS,
  "progress/episodes": metric(
    "Train episodes",
    "episodes",
    null,
    "progress",
    "cumulative number of drawn training episodes, filtered groups included",
  ),
  "progress/updates": metric(
    "Updates",
    "updates",
    null,
    "progress",
    "cumulative number of optimizer updates",
  ),
  "perf/episodes_per_s": metric(
    "Throughput",
    "episodes/s",
    "higher",
    "progress",
    "training episodes per second of wall time, rollout and updates, this step",
  ),
  ...COST_METRICS,
  "perf/cpu_s": metric(
    "CPU time",
    "s",
    null,
    "progress",
    "cumulative process CPU time since the trainer started",
  ),
  "sft/loss": metric(
    "SFT loss",
    "nats",
    "lower",
    "start",
    "mean negative log likelihood of the demonstrated action over one epoch; x is the SFT epoch",
  ),
  "sft/entropy": metric(
    "SFT entropy",
    "nats",
    null,
    "start",
    "entropy of the policy, mean over the decisions of 8 sampled episodes on some train problems each; x: SFT epoch",
  ),
  "sft/distinct": metric(
    "Distinct of 8",
    "episodes",
    null,
    "start",
    "different episodes among 8 sampled at temperature 1, mean over some train problems; x: SFT epoch",
  ),
  ...PROGRAM_METRICS,
  ...MADE_METRICS,
} as const satisfies Record<string, MetricInfo>;

export type MetricName = keyof typeof BUILT_IN | EvaluationMetricName;
export const METRICS: Readonly<Record<MetricName, MetricInfo>> = BUILT_IN;

/**
 * A name that ends in its unit: a space, then 1 to 20 characters in brackets, of which not all are digits. "lr [0]" counts
 * something, and in "lr[ms]" the brackets belong to the name.
 */
const WITH_UNIT = /^(.*\S)\s+\[\s*(?!\d+\s*\])([^[\]\s](?:[^[\]]{0,18}[^[\]\s])?)\s*\]$/u;

/**
 * Facts about a metric. Of a name that neither we nor a trainer that we know uses, what the script that sends it declares is
 * known, and the unit that it may end in, such as "my/latency [ms]".
 */
export function metricInfo(name: string): MetricInfo {
  const known = Object.hasOwn(METRICS, name) ? METRICS[name as MetricName] : undefined;
  if (known) return known;
  const ofMachine = machineMetric(name);
  if (ofMachine) return ofMachine;
  const foreign = foreignMetric(name);
  if (foreign) {
    const { unit: theirs, better, section, definition, same, read } = foreign;
    // One quantity has one name, whoever measured it. Not a reward, which people know by what their trainer calls it, and not
    // what is ours only after its values are turned round.
    const isOurs = same !== null && section !== "reward" && read === undefined;
    const title = isOurs ? METRICS[same].title : name;
    const meaning = isOurs ? `${definition}; sent as ${name}` : definition;
    return { title, unit: theirs, better, section, definition: meaning };
  }
  const [, title = name, unit = ""] = (name.endsWith("]") && WITH_UNIT.exec(name)) || [];
  return withDeclared(name, {
    title,
    unit,
    better: null,
    section: "progress",
    definition: "a name this version does not know; shown as the run sent it",
  });
}
