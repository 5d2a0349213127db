import { CHECKPOINT_PATTERN } from "../../protocol/attempts/checkpoints.ts";
import type { GivenInputs, Lint, Params, RecipeManifest } from "../../protocol/manifest.ts";
import { bool, caution, choice, defaultsOf, float, formOf, held, int } from "../form/manifest.ts";
import { CURRICULUM_FIELDS } from "../curriculum/manifest.ts";
import { PROBLEM_FIELDS } from "../problems/manifest.ts";
import {
  DYNAMIC_FIELDS,
  inertClipLint,
  mostEpisodes,
  oneDrawLint,
  RL_EVALUATION_FIELDS,
  rlInputs,
  RL_METRICS,
  RL_PRIMARY,
  RL_SMOKE,
  rlLints,
  rlSwitchedOff,
  TRAINING_FIELDS,
} from "../rl/manifest.ts";
import { CONTROL_PRESETS, episodeReward, REWARD_FIELDS } from "../reward/manifest.ts";
import { SFT_FIELDS } from "../sft/manifest.ts";

const { groups, fields } = formOf({
  Problems: PROBLEM_FIELDS,
  Curriculum: CURRICULUM_FIELDS,
  "SFT start": SFT_FIELDS,
  Reward: REWARD_FIELDS,
  Algorithm: [
    choice(
      "advantage",
      "Advantage",
      {
        group: "divided by group std",
        sample: "by group std as in TRL",
        batch: "divided by batch std",
        none: "not divided",
      },
      "group",
    ).because(
      "GRPO divides by the group's standard deviation, TRL with ddof 1; by the batch's, hard and easy prompts keep their size; none is Dr. GRPO.",
    ),
    choice("loss", "Loss weights", { sequence: "per episode", token: "per decision" }, "sequence").because(
      "Per episode is GRPO; per decision lets long episodes weigh more (DAPO).",
    ),
    choice(
      "ratio",
      "Ratio",
      { decision: "per decision", episode: "per episode (GSPO)" },
      "decision",
    ).rarelyBecause(
      "By episode it is the geometric mean of its decisions' ratios and far nearer 1: clip at a tenth or less.",
    ),
    choice(
      "surrogate",
      "Surrogate",
      { clip: "clipped (PPO)", cispo: "clipped weight (CISPO)" },
      "clip",
    ).rarelyBecause(
      "PPO takes the gradient of what leaves the range away; CISPO keeps it with a bounded weight.",
    ),
    float("entropy_bonus", "Entropy bonus", 0, [0, 1]).rarelyBecause(
      "0 is off. Pays for spread-out actions in every decision, those of dead groups included.",
    ),
    float("beta_kl", "KL weight", 0.01, [0, 10]).because("Pull to the start; 0 computes no KL at all."),
    float("eps_low", "Lower clip", 0.2, [0, 0.99]).because("Stops pushing down what fell by this share."),
    float("eps_high", "Upper clip", 0.2, [0, 10]).because("0.28 is clip-higher: rare actions grow faster."),
    ...DYNAMIC_FIELDS,
    int("soft_overlong", "Soft overlong penalty", 0, [0, 60], "steps").rarelyBecause(
      "0 is off. Over this many steps before the limit the reward falls by up to 1, so length costs before the cut.",
    ),
    int("length_filter", "Halve rewards beyond", 0, [0, 10_000], "steps").rarelyBecause(
      "0 is off. Halves the reward of longer episodes, negative ones too, which then pays; beyond the step limit it never fires.",
    ),
    bool("overlong_mask", "Mask overlong episodes").because("Cut episodes leave the loss, not the rewards."),
  ],
  Training: TRAINING_FIELDS,
  Evaluation: RL_EVALUATION_FIELDS,
});

/** What the reports' five runs share as they were coded: no KL but in the baseline, TRL's loss and its deviation. */
const AS_CODED: Params = { beta_kl: 0, temperature: 0.7, loss: "token", advantage: "sample" };

/** The differences of the measured ablations; none was chosen to win. asym_clip, dynamic and token_loss are no_kl plus one. */
const PRESETS: RecipeManifest["presets"] = (
  [
    ["baseline", "Standard GRPO", {}, "KL to the start, symmetric clip, loss per episode."],
    ["no_kl", "No KL", { beta_kl: 0 }, "The baseline without the KL term."],
    ["asym_clip", "Clip-higher", { beta_kl: 0, eps_high: 0.28 }, "No KL, and the upper clip at 0.28."],
    ["dynamic", "Dynamic sampling", { beta_kl: 0, dynamic: true }, "No KL; dead groups are drawn again."],
    [
      "token_loss",
      "Token-level loss",
      { beta_kl: 0, loss: "token", overlong_mask: true },
      "No KL; decisions weigh the same, cut episodes leave the loss.",
    ],
    [
      "calm",
      "Calm updates",
      { epochs_per_batch: 1 },
      "The baseline with one pass of 4 minibatches: half the CPU, and seeds that differ less.",
    ],
    [
      "twin",
      "A/A control of the baseline",
      { start_shift: 1e-6 },
      "The baseline from a start moved by a millionth: what it differs by is chance.",
    ],
    ...CONTROL_PRESETS,
    ["sft_start", "SFT start", { iterations: 0 }, "No training: the start on the same held-out problems."],
    ["coded_baseline", "Baseline, as coded", { ...AS_CODED, beta_kl: 0.001 }, "Temperature 0.7, KL 0.001."],
    ["coded_no_kl", "No KL, as coded", AS_CODED, "The coded baseline without the KL term."],
    [
      "coded_asym_clip",
      "Clip-higher, as coded",
      { ...AS_CODED, reward_scale_positive: 1.4 },
      "No asymmetric clip: positive rewards times 1.4, which the group's std takes out again.",
    ],
    [
      "coded_dynamic",
      "Dynamic sampling, as coded",
      { ...AS_CODED, temperature: 1 },
      "No dynamic sampling: temperature 1, and an entropy bonus that nothing read.",
    ],
    [
      "coded_token_loss",
      "Token-level loss, as coded",
      { ...AS_CODED, grad_clip: 0.5, length_filter: 1600 },
      "All five were token-level; this one has half the gradient clip and a length filter that never fires.",
    ],
  ] as [string, string, Params, string][]
).map(([id, title, params, reason]) => ({ id, title, params, reason }));

function lints(params: Params, given?: GivenInputs): Lint[] {
  const p = params as Record<string, number>;
  return held([
    inertClipLint(params),
    caution(
      "L16",
      "ratio",
      params.ratio === "episode" && p.eps_high >= 0.1 && p.eps_low >= 0.1,
      "The clip never acts on an episode's ratio.",
    ).because("The mean over decisions stays near 1: GSPO clips at 0.0003 to 0.05, not at 0.2."),
    caution(
      "L17",
      "soft_overlong",
      p.soft_overlong >= p.max_steps && p.soft_overlong > 0,
      "Every step is punished.",
    ).because("The penalty begins before the first step. Choose fewer steps than the step limit."),
    ...rlLints(params, given),
    oneDrawLint(params),
  ]);
}

export const grpo: RecipeManifest = {
  slug: "grpo",
  title: "GRPO on OR-Debug",
  version: "1.1",
  summary:
    "Trains a small policy to repair infeasible linear programs, from an SFT start or a given checkpoint, with GRPO and the switches of DAPO.",
  device: "any",
  groups,
  fields,
  inputs: rlInputs("GRPO"),
  outputs: ["checkpoint", "evaluation"],
  presets: PRESETS,
  baselinePreset: "baseline",
  smoke: { ...defaultsOf(fields), ...RL_SMOKE },
  metrics: RL_METRICS,
  primary: "eval/rr_at_5",
  checkpoints: CHECKPOINT_PATTERN,
  headline: RL_PRIMARY,
  rewardConfig: episodeReward,
  switchedOff: (params, given) => rlSwitchedOff(RL_METRICS, params, given),
  lints,
  trainEpisodes: mostEpisodes,
  trainSteps: (params) => Number(params.iterations),
  resamplesDeadGroups: (params) => params.dynamic === true,
};
