import { kind } from "./entry.ts";

/**
 * Rewards and groups: exact names, without `train/` before them. `same` only where the definition is ours: a name that is near is worse than
 * none. Sources: the trainers' own code and documents, read in 2026.
 */
export const REWARD_TABLE = [
  kind("points", null, "reward", "reward/shaped", [
    ["reward", "TRL", "mean over the samples of the weighted sum of all reward functions"],
    ["critic/rewards/mean", "verl", "mean reward of a sample, KL penalty taken off"],
    ["reward/all/mean", "prime-rl", "mean reward over all environments"],
    ["agg/all/agent/reward/mean", "prime-rl", "mean reward over all environments"],
    ["agg/all/reward/mean", "prime-rl", "mean reward over all environments"],
  ]),
  kind("points", "higher", "reward", "reward/raw", [
    ["critic/score/mean", "verl", "mean score of a sample, before the KL penalty"],
    ["rollout/reward_mean", "OpenRLHF", "mean reward of the drawn samples"],
    ["reward/avg_raw_reward", "SkyRL", "mean reward of a sample, before normalization"],
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
    [
      "agg/all/agent/solved_some",
      "prime-rl",
      "share of groups that were neither all right nor all wrong",
      (mixed) => 1 - mixed,
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
  kind("share", null, "groups", "group/all_solved_share", [
    ["agg/all/agent/solved_all", "prime-rl", "share of groups whose samples all got reward 1"],
    [
      "baseline_reward/pct_1",
      "NeMo-RL",
      "share of prompts, in %, whose samples were all right",
      (solved) => solved / 100,
    ],
  ]),
  kind("share", null, "groups", "group/all_failed_share", [
    ["agg/all/agent/solved_none", "prime-rl", "share of groups whose samples all got reward 0"],
    [
      "baseline_reward/pct_0",
      "NeMo-RL",
      "share of prompts, in %, whose samples were all wrong",
      (failed) => failed / 100,
    ],
  ]),
  kind(
    "share",
    "higher",
    "reward",
    null,
    [
      [
        "rewards/accuracy_reward/mean",
        "TRL",
        "share of right completions, by the reward function of that name",
      ],
      ["rewards/accuracy_reward", "TRL", "share of right completions, by the reward function of that name"],
    ],
    "success_share",
  ),
  kind(
    "",
    null,
    "groups",
    null,
    [
      ["advantages/std", "others", "standard deviation of the advantages"],
      ["adv_std", "others", "standard deviation of the advantages"],
    ],
    "advantage_sd",
  ),
  kind("", null, "groups", null, [["adv_avg", "others", "mean of the advantages"]], "advantage_mean"),
  kind(
    "share",
    "lower",
    "progress",
    null,
    [
      ["agg/all/has_error/mean", "prime-rl", "share of episodes that ended in an error"],
      ["agg/all/agent/has_error/mean", "prime-rl", "share of rollouts that ended in an error"],
      ["response/aborted_ratio", "verl", "share of responses that are empty because they were aborted"],
      ["tools/failure_frequency", "TRL", "share of tool calls that failed"],
      ["invalid_tool_call_rate", "NeMo-RL", "share of messages with a tool call that is not valid"],
    ],
    "error_share",
  ),
];
