import { expect, test } from "vitest";
import { metricGroup, type MetricGroup, metricPrefix } from "./panel-sections.ts";

/** Names as TRL 0.24, verl 0.7, OpenRLHF, prime-rl, SkyRL and NeMo-RL log them, under what they are. */
const NAMES: Record<MetricGroup, string[]> = {
  reward: [
    "reward",
    "reward_std",
    "train/reward",
    "rewards/format_reward/mean",
    "critic/score/mean",
    "critic/rewards/max",
    "rollout/reward_mean",
    "train/math/all/agent/reward/mean",
    "reward/avg_raw_reward",
  ],
  groups: [
    "frac_reward_zero_std",
    "group_reward_std",
    "reward/num_zero_variance_filtered",
    "train/baseline_reward/pct_mixed",
    "dynamic_filtering_pass_rate",
  ],
  kl: ["kl", "actor/ppo_kl", "actor/kl_loss", "actor/reward_kl_penalty", "policy/policy_kl"],
  apart: [
    "mismatch_kl/all/mean",
    "sampling/sampling_logp_difference/mean",
    "sampling/importance_sampling_ratio/max",
    "training/rollout_probs_diff_mean",
    "rollout_corr/rollout_is_mean",
    "train/js_divergence_error",
    "policy/rollout_train_logprobs_abs_diff_mean",
    "train/token_mult_prob_error",
  ],
  stale: ["off_policy/max", "async/staleness_mean", "fully_async/count/stale_samples"],
  entropy: ["entropy", "actor/entropy_loss", "policy/policy_entropy", "train/approx_entropy"],
  clipping: [
    "clip_ratio/low_mean",
    "cispo_clip_ratio",
    "actor/pg_clipfrac",
    "ppo_clip_ratio",
    "masked_advantage_positive/mean",
    "train/probs_ratio_clamped",
  ],
  length: [
    "completions/mean_length",
    "completions/min_terminated_length",
    "completions/clipped_ratio",
    "completion_length",
    "response_length/clip_ratio",
    "response_clip_ratio",
    "rollout/truncated_rate",
    "seq_len/all/mean",
    "generate/avg_num_tokens",
    "generate/avg_tokens_zero_rewards",
    "train/mean_gen_tokens_per_sample",
    "train/natural_termination_rate",
    "rollout/num_output_tokens/mean",
  ],
  optim: ["loss", "policy_loss", "grad_norm", "optim/grad_norm", "actor/lr", "learning_rate", "train/lr"],
  time: [
    "step_time",
    "timing_s/gen",
    "time/step",
    "perf/time_per_step",
    "profiling/compute",
    "timing/train/x",
  ],
  perf: ["perf/throughput", "perf/mfu/actor", "perf/max_memory_allocated_gb", "gpu.0/util", "tokens/s"],
  eval: ["eval_reward", "eval/math/pass@1", "val-core/aime/acc/mean@8", "validation/accuracy", "test/loss"],
  progress: ["epoch", "num_tokens", "train/global_step"],
};

test.each(Object.entries(NAMES))("names of %s are known as such", (group, names) => {
  expect(Object.fromEntries(names.map((name) => [name, metricGroup(name)]))).toEqual(
    Object.fromEntries(names.map((name) => [name, group])),
  );
});

test("a name that says nothing has no group, and looks alike do not count", () => {
  for (const name of [
    "environment/wins",
    "value/mean",
    "valid_moves",
    "proc.cpu.threads",
    "tokens_seen",
    "x",
  ])
    expect([name, metricGroup(name)]).toEqual([name, null]);
});

test("the prefix of a name is what its siblings share", () => {
  expect(metricPrefix("gpu.0/util")).toBe("gpu.0");
  expect(metricPrefix("proc.cpu.threads")).toBe("proc");
  expect(metricPrefix("train/layers.3/norm")).toBe("layers.3");
  expect(metricPrefix("train/norm")).toBe("train");
  expect(metricPrefix("norm")).toBeNull();
  expect(metricPrefix("/norm")).toBeNull();
});
