import { CHECKPOINT_PATTERN } from "../../protocol/attempts/checkpoints.ts";
import type { GivenInputs, Lint, Params, RecipeManifest, RewardConfig } from "../../protocol/manifest.ts";
import type { MetricName } from "../../protocol/metrics/metrics.ts";
import {
  bool,
  caution,
  choice,
  defaultsOf,
  type Field,
  float,
  formOf,
  held,
  int,
  note,
} from "../form/manifest.ts";
import { CURRICULUM_FIELDS } from "../curriculum/manifest.ts";
import { PROBLEM_FIELDS } from "../problems/manifest.ts";
import {
  inertClipLint,
  mostEpisodes,
  RL_EVALUATION_FIELDS,
  rlInputs,
  RL_METRICS,
  RL_PRIMARY,
  RL_SMOKE,
  rlLints,
  RAW_SHARES,
  rlSwitchedOff,
  TRAINING_FIELDS,
} from "../rl/manifest.ts";
import { CONTROL_PRESETS, episodeReward, REWARD_FIELDS } from "../reward/manifest.ts";
import { SFT_FIELDS } from "../sft/manifest.ts";

const VARIANT_FIELDS: Field[] = [
  choice(
    "variant",
    "Variant",
    { as_coded: "as coded: scaled rewards in GRPO", paper: "as published", krpo: "KRPO: filtered baseline" },
    "as_coded",
  ).because(
    "As coded rescales rewards before GRPO, which divides the scale out again; as published is another loss; KRPO another baseline.",
  ),
  float("beta_reward", "Beta of the reward", 2, [0, 100])
    .when("variant", "as_coded")
    .because(
      "Factor on (r - b) / batch std. Group normalization cancels it, so only the noise branch feels it.",
    ),
  bool("adaptive_beta", "Scheduled beta")
    .when("variant", "as_coded")
    .because(
      "Beta from 0 to 2 over 100 steps, then by a cosine to 0.5 over 1000, in place of beta; canceled alike.",
    ),
  float("min_variance", "Threshold of the noise branch", 0.01, [0, 10])
    .when("variant", "as_coded")
    .rarelyBecause(
      "Called a variance, compared with the batch's standard deviation; below it noise replaces scaling.",
    ),
  int("rescale_call", "Rewards per call", 0, [0, 4096], "rewards")
    .when("variant", "as_coded")
    .rarelyBecause(
      "0 rescales a whole draw. The reports' trainer saw 8 at a time, so one group that agrees was a call of its own and got noise.",
    ),
  bool("ema_baseline", "Moving-average baseline")
    .when("variant", "as_coded")
    .because(
      "They called it Kalman. It shifts all rewards of a draw alike, so group normalization cancels it.",
    ),
  float("ema_gain", "Gain of the moving average", 0.1, [0, 1])
    .when("ema_baseline", true)
    .rarelyBecause("b moves this share of the way to the draw's mean, from 0; 1 is the draw's mean."),
  float("beta1", "Weight of the policy gradient", 1, [0, 100])
    .when("variant", "paper")
    .because(
      "On (r - V) log p. Only its ratio to the other weight matters much: Adam absorbs a common factor.",
    ),
  float("beta2", "Weight of the squared log-ratio", 0.05, [0, 100])
    .when("variant", "paper")
    .because(
      "Holds the policy near the one that sampled. In the first update of a batch the ratio is 0 and so is its slope.",
    ),
  float("kalman_q", "Process noise Q", 1e-5, [0, 10])
    .when("variant", "krpo")
    .rarelyBecause("How fast the mean may drift; 0 makes the filter a plain running mean."),
  float("kalman_r", "Measurement noise R", 0.01, [1e-9, 10])
    .when("variant", "krpo")
    .rarelyBecause("How noisy one reward is; the gain depends on Q, R and P0 alone, never on the rewards."),
  float("kalman_p0", "First variance P0", 1, [1e-9, 100])
    .when("variant", "krpo")
    .rarelyBecause(
      "1 makes the first estimate almost the first reward, so a group's first advantage is near 0.",
    ),
];

const LOSS_FIELDS: Field[] = [
  choice("loss", "Loss weights", { sequence: "per episode", token: "per decision" }, "sequence")
    .when("variant", "as_coded", "krpo")
    .because("As published the loss is always per episode, by the log-probability of all its decisions."),
  float("beta_kl", "KL weight", 0.001, [0, 10])
    .when("variant", "as_coded", "krpo")
    .because("Pull to the start, as coded a tenth of GRPO's; the published loss has no such term."),
  float("eps_low", "Lower clip", 0.2, [0, 0.99])
    .when("variant", "as_coded", "krpo")
    .because("Stops pushing down what fell by this share; the published loss does not clip."),
  float("eps_high", "Upper clip", 0.2, [0, 10])
    .when("variant", "as_coded", "krpo")
    .because("Stops pushing up what grew by this share; the published loss does not clip."),
];

const { groups, fields } = formOf({
  Problems: PROBLEM_FIELDS,
  Curriculum: CURRICULUM_FIELDS,
  "SFT start": SFT_FIELDS,
  Reward: REWARD_FIELDS,
  Variant: VARIANT_FIELDS,
  Loss: LOSS_FIELDS,
  Training: TRAINING_FIELDS,
  Evaluation: RL_EVALUATION_FIELDS,
});

const PRESETS: RecipeManifest["presets"] = (
  [
    ["as_coded", "DGRO as coded", {}, "Rewards scaled by the batch's spread, then plain GRPO."],
    ["ema", "As coded, moving baseline", { ema_baseline: true }, "The baseline that was called Kalman."],
    [
      "adaptive",
      "As coded, scheduled beta",
      { adaptive_beta: true },
      "The schedule that never ran, running.",
    ],
    ["paper", "DGRO as published", { variant: "paper" }, "arXiv 2505.12951: no std, no clip, no reference."],
    [
      "noise_only",
      "The reports' run: noise only",
      { reward: "none", reward_noise: 2, rescale_call: 8 },
      "Its reward scored the prompts, so every reward was -50 + U(-2, 2): here no reward at all, and that noise.",
    ],
    ...CONTROL_PRESETS,
    ["krpo", "KRPO", { variant: "krpo" }, "arXiv 2505.07527: a scalar filter as the baseline."],
  ] as [string, string, Params, string][]
).map(([id, title, params, reason]) => ({ id, title, params, reason }));

const METRICS: MetricName[] = [...RL_METRICS, "dgro/beta_reward", "dgro/baseline", "dgro/noise_branch"];

/** Largest magnitude of a normal number that Box-Muller makes of 32-bit uniforms: sqrt(-2 ln 2^-32). */
const LARGEST_NORMAL = 6.67;

/** As coded, the reward that is logged and trained on is the rescaled one, r'. */
function rewardConfig(params: Params, given?: GivenInputs): RewardConfig {
  const reward = episodeReward(params, given);
  if (params.variant !== "as_coded") return reward;
  const p = params as Record<string, number>;
  const beta = params.adaptive_beta ? 2 : p.beta_reward;
  const drawn = p.prompts * p.group_size;
  const count = p.rescale_call > 0 ? Math.min(p.rescale_call, drawn) : drawn;
  const [batch, spread] =
    p.rescale_call > 0
      ? ["call", `the std of the call's ${p.rescale_call} rewards`]
      : ["draw", "the draw's std"];
  const range = reward.max - reward.min;
  // Farthest that one of n numbers lies from their mean, in sample deviations; from another baseline, b's own distance.
  const farthest = params.ema_baseline
    ? (range + Math.max(0, reward.min)) / Math.max(p.min_variance, 1e-8)
    : (count - 1) / Math.sqrt(count);
  const reach = beta * Math.max(farthest, 0.1 * LARGEST_NORMAL);
  const name = params.adaptive_beta ? "beta(step)" : String(beta);
  const baseline = params.ema_baseline
    ? `moving average of the ${batch}s' means, gain ${p.ema_gain}`
    : `the ${batch}'s mean`;
  return {
    ...reward,
    formula: `r = (${reward.formula}); logged is r' = (r - b) * ${name} / (s + 1e-8) + b with s ${spread}, b ${baseline}; where s <= ${p.min_variance}, r' = r + N(0, 1) * 0.1 * ${name}`,
    shaping: {
      ...reward.shaping,
      beta_reward: params.adaptive_beta ? 0 : beta,
      min_variance: p.min_variance,
      ema_gain: params.ema_baseline ? p.ema_gain : 0,
      ...(p.rescale_call > 0 && { rescale_call: p.rescale_call }),
    },
    min: Math.min(0, reward.min) - reach,
    max: reward.max + reach,
    // Scaling by the draw's std gives any spread the same size, so no floor is known; dgro/noise_branch tells the rest.
    noiseFloor: 0,
  };
}

function switchedOff(params: Params, given?: GivenInputs): ReturnType<RecipeManifest["switchedOff"]> {
  const off = rlSwitchedOff(METRICS, params, given);
  if (params.variant === "as_coded" && params.iterations !== 0)
    for (const name of RAW_SHARES) delete off[name];
  if (params.variant !== "as_coded") {
    for (const name of METRICS.filter((metric) => metric.startsWith("dgro/")))
      off[name] ??= "only the variant as coded rescales rewards";
  }
  if (params.variant === "paper") {
    off["policy/kl"] = "the published loss has no KL to the start";
    off["policy/clip_share"] ??= "the published loss does not clip";
  }
  return off;
}

function lints(params: Params, given?: GivenInputs): Lint[] {
  const p = params as Record<string, number>;
  const updates = p.epochs_per_batch * p.minibatches;
  const isPaper = params.variant === "paper";
  const isCoded = params.variant === "as_coded";
  return held([
    isPaper ? null : inertClipLint(params),
    ...rlLints(params, given),
    caution(
      "L30",
      "beta2",
      isPaper && p.beta2 > 0 && updates === 1,
      "beta2 does nothing with one update.",
    ).because(
      "The log-ratio to the sampling policy is 0 in the first update of a batch, and so is the slope of its square. Use more passes or minibatches.",
    ),
    caution(
      "L34",
      "rescale_call",
      isCoded && p.rescale_call > 0 && p.rescale_call <= p.group_size,
      "A group that agrees is a call of its own.",
    ).because(
      "It gets noise in place of scaling, which the group's std then makes full size: it trains on chance.",
    ),
    note(
      "L31",
      "beta_reward",
      isCoded && !params.adaptive_beta && p.beta_reward !== 2,
      "Beta is canceled by the group normalization.",
    ).because(
      "Only the logged reward, and the size of the noise where a whole draw is almost equal, depend on it.",
    ),
    caution(
      "L32",
      "min_variance",
      isCoded && p.min_variance > 0.5,
      "The noise branch will take most draws.",
    ).because(
      "A reward of 0 or 1 has a standard deviation of at most 0.5, so scaling never happens and noise joins every reward.",
    ),
    caution(
      "L33",
      "variant",
      params.variant === "krpo" && params.reward === "composite",
      "KRPO is not shift-invariant.",
    ).because(
      "Its filter starts at 0, so negative rewards push a whole group down. Use a reward from 0 to 1.",
    ),
  ]);
}

export const dgro: RecipeManifest = {
  slug: "dgro",
  title: "DGRO and KRPO on OR-Debug",
  version: "1.0",
  summary:
    "The loop of grpo with another baseline or loss: DGRO as it was coded, DGRO as published, or KRPO. From an SFT start or a given checkpoint.",
  device: "any",
  groups,
  fields,
  inputs: rlInputs("DGRO"),
  outputs: ["checkpoint", "evaluation"],
  presets: PRESETS,
  baselinePreset: "as_coded",
  smoke: { ...defaultsOf(fields), ...RL_SMOKE },
  metrics: METRICS,
  primary: "eval/rr_at_5",
  checkpoints: CHECKPOINT_PATTERN,
  headline: RL_PRIMARY,
  rewardConfig,
  switchedOff,
  lints,
  trainEpisodes: mostEpisodes,
  trainSteps: (params) => Number(params.iterations),
  resamplesDeadGroups: () => false,
};
