import { kind } from "./entry.ts";

/**
 * The policy and its answers: exact names, without `train/` before them. `same` only where the definition is ours: a name that is near is worse than
 * none. Sources: the trainers' own code and documents, read in 2026.
 */
export const POLICY_TABLE = [
  kind("nats", null, "policy", "policy/kl", [
    ["kl", "TRL", "k3 estimate of the divergence from the reference policy, mean over tokens"],
    ["actor/kl_loss", "verl", "estimate of the divergence from the reference policy, mean over tokens"],
    ["kl_loss", "slime", "estimate of the divergence from the reference policy, mean over tokens"],
    ["loss/avg_kl", "SkyRL", "estimate of the divergence from the reference policy"],
    ["kl_penalty", "NeMo-RL", "divergence from the reference policy, its weight taken off"],
    ["policy/policy_kl", "SkyRL", "estimate of the divergence from the reference policy"],
  ]),
  kind("nats", null, "policy", "policy/entropy", [
    ["entropy", "TRL", "entropy of the policy at its sampling temperature, mean over tokens"],
    ["actor/entropy", "verl", "entropy of the policy, mean over tokens"],
    ["actor/entropy_loss", "verl", "entropy of the policy, mean over tokens; the name is historical"],
    ["entropy_loss", "OpenRLHF", "entropy of the policy, mean over tokens"],
    ["rollout/entropy", "slime", "entropy of the policy, mean over tokens"],
    ["entropy/all/mean", "prime-rl", "entropy of the policy, mean over tokens of all environments"],
    ["policy/policy_entropy", "SkyRL", "entropy of the policy, mean over tokens"],
    ["approx_entropy", "NeMo-RL", "estimate of the policy's entropy from the drawn tokens"],
  ]),
  kind("share", null, "policy", "policy/clip_share", [
    ["clip_ratio/region_mean", "TRL", "share of tokens whose ratio was clipped; 0 without reuse of samples"],
    ["actor/pg_clipfrac", "verl", "share of tokens whose ratio was clipped"],
    ["pg_clipfrac", "slime", "share of tokens whose ratio was clipped"],
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
      ["agg/all/agent/is_truncated/mean", "prime-rl", "share of samples that were cut at the length limit"],
      ["rollout/truncated_ratio", "slime", "share of responses that were cut at the length limit"],
      ["completions/truncated_fraction", "TRL", "share of completions that were cut at the length limit"],
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
      ["rollout/response_len/mean", "slime", "mean length of a response"],
      ["agg/all/num_output_tokens/mean", "prime-rl", "mean length of a sample"],
      ["completion_length", "TRL", "mean length of a completion, as versions before 0.16 call it"],
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
    [
      "train_rollout_logprob_abs_diff",
      "slime",
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
  kind(
    "tokens",
    null,
    "policy",
    null,
    [["generate/avg_tokens_zero_rewards", "SkyRL", "mean length of responses without a reward"]],
    "wrong_answer_tokens",
  ),
  kind(
    "tokens",
    null,
    "policy",
    null,
    [["generate/avg_tokens_non_zero_rewards", "SkyRL", "mean length of responses with a reward"]],
    "right_answer_tokens",
  ),
];
