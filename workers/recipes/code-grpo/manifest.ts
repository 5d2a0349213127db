import { CHECKPOINT_PATTERN } from "../../protocol/attempts/checkpoints.ts";
import type {
  Criterion,
  GivenInputs,
  Lint,
  Params,
  RecipeManifest,
  RewardConfig,
} from "../../protocol/manifest.ts";
import type { MetricName } from "../../protocol/metrics/metrics.ts";
import {
  CODE_EVALUATION_METRICS,
  CODE_PROBLEM_FIELDS,
  CODE_SFT_FIELDS,
  CODE_SMOKE,
  codeLints,
} from "../code/manifest.ts";
import {
  block,
  caution,
  choice,
  defaultsOf,
  type Field,
  float,
  formOf,
  held,
  int,
} from "../form/manifest.ts";
import {
  DYNAMIC_FIELDS,
  groupsSwitchedOff,
  inertClipLint,
  mostDraws,
  mostEpisodes,
  oneDrawLint,
  shiftLint,
  START_SHIFT_FIELD,
  STEP_COSTS,
} from "../rl/manifest.ts";
import { PRESETS } from "../program-presets/manifest.ts";

const REWARDS: Record<string, RewardConfig["formula"]> = {
  partial:
    "1 if every hidden case passes, else 0.5 times the share that passes; 0 for a program that a limit ended",
  all: "1 if every hidden case passes, else 0",
  share: "share of the hidden cases that pass; 0 for a program that a limit ended",
  random: "0 or 1 by chance, whatever the program does",
  constant: "0.5 for every program",
};

const REWARD_FIELDS: Field[] = [
  choice(
    "reward",
    "Reward",
    {
      partial: "1, or half the passed share",
      all: "1 or 0",
      share: "passed share",
      random: "control: by chance",
      constant: "control: always 0.5",
    },
    "partial",
  ).because(
    "Half the passed share tells programs apart that are wrong in different ways; a limit always pays 0.",
  ),
];

const ALGORITHM_FIELDS: Field[] = [
  choice("loss", "Loss", { right: "clipped, by advantage", as_coded: "as coded" }, "right").because(
    "As coded the advantage is a number beside log p and not a factor of it: no reward reaches the gradient.",
  ),
  choice(
    "advantage",
    "Advantage",
    { group: "divided by group std", batch: "divided by batch std", none: "not divided" },
    "group",
  )
    .when("loss", "right")
    .because("GRPO divides by the group's standard deviation; none is Dr. GRPO."),
  float("beta_kl", "KL weight", 0.01, [0, 10]).because(
    "Pull to the start; as coded it is all that the gradient has, and pushes what was sampled down.",
  ),
  float("eps_low", "Lower clip", 0.2, [0, 0.99])
    .when("loss", "right")
    .because("Stops pushing down what fell by this share."),
  float("eps_high", "Upper clip", 0.2, [0, 10])
    .when("loss", "right")
    .because("0.28 is clip-higher: rare productions grow faster."),
  ...DYNAMIC_FIELDS,
];

const TRAINING_FIELDS: Field[] = [
  int("iterations", "Train steps", 40, [0, 5000], "steps").mainlyBecause("0 only measures the start."),
  int("prompts", "Problems per step", 32, [1, 256], "problems").because(
    "With 8 programs each, 256 programs feed a step.",
  ),
  int("group_size", "Group size G", 8, [2, 16], "programs").because(
    "Programs per problem; the reports used 2, where an advantage is 0 or plus and minus 0.71.",
  ),
  int("epochs_per_batch", "Passes per batch", 2, [1, 32], "passes").rarelyBecause(
    "Reuse of each step's programs; with one update in all, clipping never acts.",
  ),
  int("minibatches", "Minibatches per pass", 4, [1, 32], "updates").rarelyBecause(
    "2 x 4 updates per step move the policy enough for clipping to matter.",
  ),
  float("learning_rate", "Learning rate", 0.002, [0, 1]).because("Adam; that of the SFT start."),
  float("temperature", "Temperature", 1, [0.1, 5]).rarelyBecause(
    "Of training programs; the loss uses the same.",
  ),
  START_SHIFT_FIELD,
  float("grad_clip", "Gradient clip", 1, [0, 1000], "L2").rarelyBecause("Global norm; 0 never clips."),
];

const { groups, fields } = formOf({
  Problems: CODE_PROBLEM_FIELDS,
  "SFT start": CODE_SFT_FIELDS,
  Reward: REWARD_FIELDS,
  Algorithm: ALGORITHM_FIELDS,
  Training: TRAINING_FIELDS,
  Evaluation: [
    int("eval_every", "Evaluate every", 10, [1, 5000], "steps").because("The start and the end always are."),
  ],
});

const METRICS: MetricName[] = [
  "reward/raw",
  "reward/max",
  "reward/shaped",
  "group/std",
  "group/variance",
  "group/std_p10",
  "group/std_p50",
  "group/std_p90",
  "group/zero_share",
  "group/all_solved_share",
  "group/all_failed_share",
  "policy/kl",
  "policy/entropy",
  "policy/clip_share",
  "optim/loss",
  "optim/grad_norm",
  "program/length",
  "program/limit_share",
  ...CODE_EVALUATION_METRICS,
  "progress/episodes",
  "progress/updates",
  "perf/episodes_per_s",
  ...STEP_COSTS,
  "perf/cpu_s",
  "sft/loss",
];

/** What the reports' smoke test claimed of FizzBuzz, as figures that a run can miss. */
const FIZZBUZZ_CRITERIA: readonly Criterion[] = [
  {
    metric: "reward/raw",
    op: "at_least",
    target: 0.95,
    reason: "Reported as 1.0 in each of five steps.",
  },
  {
    metric: "eval/solved",
    op: "at_least",
    target: 0.95,
    reason: "A policy that has learned it solves what it has not seen.",
  },
  {
    metric: "policy/kl",
    op: "at_most",
    target: 0.5,
    reason: "Reported as stable, .001 to .004; from such a start a gain costs more, a collapse far more.",
  },
  {
    metric: "program/limit_share",
    op: "at_most",
    target: 0.05,
    reason: "Programs that end by a limit are no answers.",
  },
];

function rewardConfig({ reward }: Params): RewardConfig {
  const formula = REWARDS[String(reward)];
  const components = { [String(reward)]: 1 };
  return {
    formula,
    components,
    shaping: {},
    raw: { formula, components, min: 0, max: 1 },
    min: 0,
    max: 1,
    noiseFloor: 0,
  };
}

function switchedOff(params: Params, given: GivenInputs = {}): ReturnType<RecipeManifest["switchedOff"]> {
  const off: ReturnType<RecipeManifest["switchedOff"]> = {};
  if (params.loss === "as_coded") off["policy/clip_share"] = "the loss as coded does not clip";
  return { ...off, ...groupsSwitchedOff(METRICS, params, given.program_start !== undefined) };
}

function lints(params: Params): Lint[] {
  const p = params as Record<string, number>;
  const choices = p.prompts * p.group_size * p.limit * mostDraws(params);
  const isCoded = params.loss === "as_coded";
  return held([
    ...codeLints(params),
    shiftLint(params),
    isCoded ? null : inertClipLint(params),
    caution("L63", "beta_kl", isCoded && p.beta_kl === 0, "Nothing is learned.").because(
      "As coded the gradient is beta times the slope of log p, and beta is 0.",
    ),
    block("L09", "prompts", choices > 70_000, "One step does not fit the trainer's memory.").because(
      `Up to ${choices} choices per step (problems x group size x longest program x draws); 70000 fit.`,
    ),
    oneDrawLint(params),
  ]);
}

export const codeGrpo: RecipeManifest = {
  slug: "code-grpo",
  title: "GRPO on programs",
  version: "1.0",
  summary:
    "Trains a small policy that writes programs in a grammar, run on hidden cases in a sandbox, with GRPO as it should be or as the reports coded it.",
  device: "any",
  groups,
  fields,
  inputs: [
    {
      slot: "program_start",
      label: "Start",
      kind: "program_policy",
      required: false,
      reason:
        "Training starts from this policy, one that writes programs; without it the run makes the SFT start itself.",
      offer: "GRPO from it",
    },
  ],
  outputs: ["program_policy", "evaluation"],
  presets: PRESETS,
  baselinePreset: "baseline",
  smoke: { ...defaultsOf(fields), ...CODE_SMOKE, sft_demos: 200, iterations: 6, prompts: 16, eval_every: 3 },
  metrics: METRICS,
  primary: "eval/solved",
  checkpoints: CHECKPOINT_PATTERN,
  headline: ["reward/raw", ...CODE_EVALUATION_METRICS, "program/limit_share"],
  rewardConfig,
  switchedOff,
  lints,
  criteria: ({ families }) => (families === "fizzbuzz" ? FIZZBUZZ_CRITERIA : []),
  trainEpisodes: mostEpisodes,
  trainSteps: (params) => Number(params.iterations),
  resamplesDeadGroups: (params) => params.dynamic === true,
};
