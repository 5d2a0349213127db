import type { MetricInfo } from "./metric-info.ts";
import type { MetricName } from "./metrics.ts";

/**
 * What is known of a name that another trainer sends. One that is a quantity of ours has its title; any other keeps its name, so
 * that people find it again.
 */
export interface ForeignMetric extends Omit<MetricInfo, "title"> {
  /** The quantity of ours that it is, under the same definition; checks then read it. */
  same: MetricName | null;
  /** From their value to ours, where that is not the value itself. */
  read?: (value: number) => number;
  /** What several trainers measure that none of our metrics is. */
  measure?: ForeignMeasure;
}

/** Quantities that only trainers of language models have. */
export type ForeignMeasure = "truncated_share" | "answer_tokens";

/** Who sends a name, as its meaning is told: "TRL: mean of the weighted rewards". */
type Sender = "TRL" | "verl" | "OpenRLHF" | "prime-rl" | "SkyRL" | "NeMo-RL" | "slime" | "AReaL";

type Entry = [name: string, sender: Sender, definition: string, read?: (value: number) => number];
type Kind = Pick<MetricInfo, "unit" | "better" | "section"> & Pick<ForeignMetric, "same" | "measure">;

const kind = (
  unit: string,
  better: MetricInfo["better"],
  section: MetricInfo["section"],
  same: MetricName | null,
  entries: Entry[],
  measure?: ForeignMeasure,
): [Kind, Entry[]] => [{ unit, better, section, same, ...(measure && { measure }) }, entries];

/**
 * Exact names, without `train/` before them. `same` only where the definition is ours: a name that is near is worse than none.
 * Sources: the trainers' own code and documents, read in 2026.
 */
const TABLE = [
  kind("points", null, "reward", "reward/shaped", [
    ["reward", "TRL", "mean over the samples of the weighted sum of all reward functions"],
    ["critic/rewards/mean", "verl", "mean reward of a sample, KL penalty taken off"],
    ["reward/all/mean", "prime-rl", "mean reward over all environments"],
  ]),
  kind("points", "higher", "reward", "reward/raw", [
    ["critic/score/mean", "verl", "mean score of a sample, before the KL penalty"],
    ["rollout/reward_mean", "OpenRLHF", "mean reward of the drawn samples"],
    ["reward/avg_raw_reward", "SkyRL", "mean reward of a sample, before normalisation"],
    ["rollout/raw_reward", "slime", "mean reward of the drawn samples, as the reward function gave it"],
  ]),
  kind("share", null, "groups", "group/zero_share", [
    ["frac_reward_zero_std", "TRL", "share of samples whose group has rewards without spread"],
    [
      "dynamic_filtering_pass_rate",
      "OpenRLHF",
      "share of groups that were kept because their rewards differ",
      (kept) => 1 - kept,
    ],
    [
      "baseline_reward/pct_mixed",
      "NeMo-RL",
      "share of prompts, in %, whose samples were neither all right nor all wrong",
      (mixed) => 1 - mixed / 100,
    ],
  ]),
  kind("points", null, "groups", null, [
    [
      "reward_std",
      "TRL",
      "up to 0.26 the mean standard deviation inside groups, from 0.27 on that of the whole batch: say which before comparing",
    ],
    ["rollout/reward_std", "OpenRLHF", "standard deviation of rewards over the batch, not inside groups"],
    ["group_reward_std", "OpenRLHF", "standard deviation of rewards inside groups, mean over groups"],
  ]),
  kind("nats", null, "policy", "policy/kl", [
    ["kl", "TRL", "k3 estimate of the divergence from the reference policy, mean over tokens"],
    ["actor/kl_loss", "verl", "estimate of the divergence from the reference policy, mean over tokens"],
    ["policy/policy_kl", "SkyRL", "estimate of the divergence from the reference policy"],
  ]),
  kind("nats", null, "policy", "policy/entropy", [
    ["entropy", "TRL", "entropy of the policy at its sampling temperature, mean over tokens"],
    ["actor/entropy", "verl", "entropy of the policy, mean over tokens"],
    ["actor/entropy_loss", "verl", "entropy of the policy, mean over tokens; the name is historical"],
    ["entropy_loss", "OpenRLHF", "entropy of the policy, mean over tokens"],
    ["entropy/all/mean", "prime-rl", "entropy of the policy, mean over tokens of all environments"],
    ["policy/policy_entropy", "SkyRL", "entropy of the policy, mean over tokens"],
    ["approx_entropy", "NeMo-RL", "estimate of the policy's entropy from the drawn tokens"],
  ]),
  kind("share", null, "policy", "policy/clip_share", [
    ["clip_ratio/region_mean", "TRL", "share of tokens whose ratio was clipped; 0 without reuse of samples"],
    ["actor/pg_clipfrac", "verl", "share of tokens whose ratio was clipped"],
    ["ppo_clip_ratio", "OpenRLHF", "share of tokens whose ratio was clipped"],
    ["policy/loss_metrics/clip_ratio", "SkyRL", "share of tokens whose ratio was clipped"],
  ]),
  kind("L2", null, "policy", "optim/grad_norm", [
    ["grad_norm", "TRL", "norm of the gradient before clipping"],
    ["actor/grad_norm", "verl", "norm of the policy's gradient before clipping"],
    ["actor_grad_norm", "OpenRLHF", "norm of the policy's gradient"],
    ["policy/grad_norm", "SkyRL", "norm of the policy's gradient"],
  ]),
  kind(
    "share",
    null,
    "policy",
    null,
    [
      ["completions/clipped_ratio", "TRL", "share of completions that were cut at the length limit"],
      ["response_length/clip_ratio", "verl", "share of responses that were cut at the length limit"],
      ["rollout/truncated_rate", "OpenRLHF", "share of responses that were cut at the length limit"],
      ["truncation_rate", "NeMo-RL", "share of samples that were cut at the length limit"],
      ["response_clip_ratio", "OpenRLHF", "share of responses that were cut at the length limit"],
      ["is_truncated/mean", "prime-rl", "share of samples that were cut at the length limit"],
      ["is_truncated/all/mean", "prime-rl", "share of samples that were cut at the length limit"],
    ],
    "truncated_share",
  ),
  kind(
    "tokens",
    null,
    "policy",
    null,
    [
      ["completions/mean_length", "TRL", "mean length of a completion"],
      ["response_length/mean", "verl", "mean length of a response"],
      ["rollout/response_length_mean", "OpenRLHF", "mean length of a response"],
      ["generate/avg_num_tokens", "SkyRL", "mean length of a response"],
      ["mean_gen_tokens_per_sample", "NeMo-RL", "mean length of a sample"],
    ],
    "answer_tokens",
  ),
  kind("nats", "lower", "policy", null, [
    [
      "sampling/sampling_logp_difference/mean",
      "TRL",
      "mean distance of a token's log probability in training from that in generation",
    ],
    ["mismatch_kl/all/mean", "prime-rl", "divergence of the training policy from the one that generated"],
    ["rollout_corr/kl", "verl", "divergence of the training policy from the one that generated"],
    ["vllm_kl", "OpenRLHF", "divergence of the training policy from the one that generated"],
    ["gen_kl_error", "NeMo-RL", "divergence of the training policy from the one that generated"],
    [
      "policy/rollout_train_logprobs_abs_diff_mean",
      "SkyRL",
      "mean distance of a token's log probability in training from that in generation",
    ],
  ]),
  kind("", "lower", "policy", null, [
    [
      "training/rollout_probs_diff_mean",
      "verl",
      "mean distance of a token's probability in training from that in generation",
    ],
    [
      "token_mult_prob_error",
      "NeMo-RL",
      "mean factor between a token's probability in training and in generation; 1 is none",
    ],
  ]),
  kind("", null, "policy", null, [
    [
      "sampling/importance_sampling_ratio/mean",
      "TRL",
      "mean ratio of the training policy to the one that generated; 1 is none",
    ],
    [
      "rollout_corr/rollout_is_mean",
      "verl",
      "mean ratio of the training policy to the one that generated; 1 is none",
    ],
  ]),
  kind("updates", "lower", "policy", null, [
    [
      "off_policy/mean",
      "prime-rl",
      "updates between the policy that generated a sample and the one it trains, mean",
    ],
    ["off_policy/max", "prime-rl", "the same of the oldest sample"],
    [
      "async/staleness_mean",
      "SkyRL",
      "updates between the policy that generated a sample and the one it trains, mean",
    ],
    ["async/staleness_max", "SkyRL", "the same of the oldest sample"],
    [
      "staleness/mean",
      "AReaL",
      "updates between the policy that generated a sample and the one it trains, mean",
    ],
    ["staleness/max", "AReaL", "the same of the oldest sample"],
  ]),
  kind("s", "lower", "progress", null, [
    ["step_time", "TRL", "seconds of a train step, generation included"],
    ["timing_s/step", "verl", "seconds of a train step"],
    ["time/step", "prime-rl", "seconds of a train step"],
    ["timing/step", "SkyRL", "seconds of a train step"],
    ["timing/train/total_step_time", "NeMo-RL", "seconds of a train step"],
  ]),
];

const KNOWN = new Map<string, ForeignMetric>(
  TABLE.flatMap(([facts, entries]) =>
    entries.map(([name, sender, definition, read]): [string, ForeignMetric] => [
      name,
      { ...facts, definition: `${sender}: ${definition}`, read },
    ]),
  ),
);

const PREFIX = "train/";

/** Names as they are sent: without a prefix, then with the one that Hugging Face's callbacks put before them. */
export const withPrefix = (names: readonly string[]): string[] => [
  ...names,
  ...names.map((name) => PREFIX + name),
];

/** What Hugging Face's callbacks make of a trainer's name, and MLflow's does not: `reward` is `train/reward`, `eval_acc` is `eval/acc`. */
export const calledBack = (name: string): string =>
  /^(eval|test)_./.test(name) ? name.replace("_", "/") : PREFIX + name;

/** What is known of a name of another trainer, or undefined: it is then drawn all the same. */
export function foreignMetric(name: string): ForeignMetric | undefined {
  return KNOWN.get(name) ?? (name.startsWith(PREFIX) ? KNOWN.get(name.slice(PREFIX.length)) : undefined);
}

/** Names under which others send a quantity of ours, those without a prefix first. */
export function foreignNamesOf(metric: MetricName): string[] {
  return withPrefix([...KNOWN].filter(([, { same }]) => same === metric).map(([name]) => name));
}

/** Names under which trainers send such a quantity, those without a prefix first. */
export const namesOfMeasure = (measure: ForeignMeasure): string[] =>
  withPrefix([...KNOWN].filter(([, facts]) => facts.measure === measure).map(([name]) => name));
