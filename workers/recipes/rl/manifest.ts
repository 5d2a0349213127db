import type { GivenInputs, Lint, Params, RecipeManifest, RewardConfig } from "../../protocol/manifest.ts";
import { PROBLEM_SET } from "../../protocol/inputs.ts";
import type { MetricName } from "../../protocol/metrics.ts";
import { block, caution, choice, type Field, float, held, int, note } from "../form/manifest.ts";
import { EVALUATION_STEP_LIMIT, problemInputs, problemLints, smallSetLint } from "../problems/manifest.ts";
import { EVALUATION_METRICS, hiddenLint } from "../sft/manifest.ts";

/** What every recipe that learns from groups of episodes has in common: fields, inputs, metrics, reward, lints. */
/** `name`: of the algorithm, as offers say it. */
export const rlInputs = (name: string): RecipeManifest["inputs"] => [
  {
    slot: "start",
    label: "Start",
    kind: "checkpoint",
    required: false,
    reason: "Training starts from this policy; without it the run makes the SFT start itself.",
    offer: `${name} from it`,
  },
  {
    slot: "prm",
    label: "Process reward model",
    kind: "prm",
    required: false,
    reason: "Its mean score over an episode's decisions joins the reward with the weight below.",
    offer: `use it as reward of ${name}`,
  },
  ...problemInputs(`${name} on`),
];

export const REWARD_FIELDS: Field[] = [
  choice(
    "reward",
    "Reward",
    { rr5: "solved within 5 steps", outcome: "solved", clean: "solved cleanly", composite: "composite" },
    "rr5",
  ).because("Solved within 5 steps pays for efficiency; plain solving is what the SFT start already does."),
  float("reward_scale_positive", "Factor on positive rewards", 1, [0.1, 10]).rarelyBecause(
    "1 is off. 1.4 reproduces a published 40 % gain that is only in the logged reward.",
  ),
  float("reward_noise", "Uniform noise on the reward", 0, [0, 10], "points").rarelyBecause(
    "0 is off. Half-width of noise added to every reward; it hides dead groups and trains on chance.",
  ),
  float("prm_weight", "Weight of the PRM score", 0, [0, 10]).rarelyBecause(
    "0 is off. Needs a process reward model; its score can rise while success does not, so watch both.",
  ),
  choice(
    "prm_use",
    "Score of an episode",
    { mean: "mean of its decisions", last: "last", min: "least", difference: "last less first" },
    "mean",
  ).rarelyBecause(
    "The mean pays for every GET_IIS before a repair; last less first is what shaping by a potential leaves.",
  ),
  choice(
    "prm_scope",
    "Scored groups",
    { all: "all", live: "those that the reward tells apart" },
    "all",
  ).rarelyBecause(
    "In a group that the reward does not tell apart the score is the only signal, and division by the std makes it full size.",
  ),
];

export const TRAINING_FIELDS: Field[] = [
  int("iterations", "Train steps", 40, [0, 5000], "steps").because(
    "Enough for the five ablations to part; 0 only measures the start.",
  ),
  int("prompts", "Problems per step", 32, [1, 256], "problems").because(
    "With 8 episodes each, 256 episodes feed a step.",
  ),
  int("group_size", "Group size G", 8, [2, 64], "episodes").because(
    "Episodes per problem. At a success rate of 10 %, 57 % of groups of 8 are mixed, of groups of 4 only 34 %.",
  ),
  int("epochs_per_batch", "Passes per batch", 4, [1, 32], "passes").rarelyBecause(
    "Reuse of each step's episodes; with one update in all, clipping never acts.",
  ),
  int("minibatches", "Minibatches per pass", 4, [1, 32], "updates").rarelyBecause(
    "4 x 4 updates per step move the policy enough for clipping to matter.",
  ),
  float("learning_rate", "Learning rate", 0.002, [0, 1]).because(
    "Adam; 0.001 with 4 updates per step shows little but the KL term.",
  ),
  float("temperature", "Temperature", 1, [0.1, 5]).rarelyBecause(
    "Of training episodes; the loss uses the same.",
  ),
  int("max_steps", "Step limit", 12, [1, 60], "steps").rarelyBecause("Longest episode; every action counts."),
  float("start_shift", "Shift of the start", 0, [0, 1]).rarelyBecause(
    "0 is off. 1e-6 makes a twin: normal noise of that size on the start's weights. What a twin changes is chance.",
  ),
  float("grad_clip", "Gradient clip", 1, [0, 1000], "L2").rarelyBecause("Global norm; 0 never clips."),
];

export const RL_EVALUATION_FIELDS: Field[] = [
  int("eval_every", "Evaluate every", 10, [1, 5000], "steps").because("The start and the end always are."),
  EVALUATION_STEP_LIMIT,
];

export const RL_METRICS: MetricName[] = [
  "reward/raw",
  "reward/shaped",
  "reward/prm",
  "group/std",
  "group/std_p10",
  "group/std_p50",
  "group/std_p90",
  "group/zero_share",
  "group/all_solved_share",
  "group/all_failed_share",
  "group/zero_share_raw",
  "group/all_solved_share_raw",
  "policy/kl",
  "policy/entropy",
  "policy/clip_share",
  "optim/grad_norm",
  ...EVALUATION_METRICS,
  "progress/episodes",
  "progress/updates",
  "perf/episodes_per_s",
  "perf/cpu_s",
  "sft/loss",
];

export const RL_PRIMARY: MetricName[] = [
  "reward/raw",
  "eval/rr_at_5",
  "eval/rr",
  "eval/da",
  "eval/clean",
  "eval/steps",
];

const REWARDS: Record<string, Pick<RewardConfig, "formula" | "components">> = {
  outcome: { formula: "1 if solved, else 0", components: { solved: 1 } },
  rr5: { formula: "1 if solved at step 5 or earlier, else 0", components: { solved_within_5: 1 } },
  clean: {
    formula: "1 if solved with OP >= 0.95 and no innocent row dropped, else 0",
    components: { clean: 1 },
  },
  composite: {
    formula:
      "(0.5 outcome + 0.3 * 20 da.root + 0.2 efficiency) / 100; outcome 100 or -50; efficiency 10 up to 2 steps, 5 up to 5, then -2 per step beyond 5",
    components: { outcome: 0.5, da: 6, efficiency: 0.2 },
  },
};

/** Bounds of the reward before shaping, the lower never positive; the lab states the same next to its formulas. */
function rawBounds(reward: string, maxSteps: number): [number, number] {
  if (reward !== "composite") return [0, 1];
  const slowest = maxSteps <= 2 ? 10 : maxSteps <= 5 ? 5 : -2 * (maxSteps - 5);
  return [(-25 + 0.2 * slowest) / 100, 0.58];
}

const PRM_SCORE: Record<string, string> = {
  mean: "the mean score",
  last: "the last score",
  min: "the least score",
  difference: "the last less the first score",
};

/** The reward of an episode: raw, then factor and noise, then the score of a process reward model. */
export function episodeReward(params: Params, given: GivenInputs = {}): RewardConfig {
  const p = params as Record<string, number>;
  const [low, high] = rawBounds(String(params.reward), p.max_steps);
  const { reward_scale_positive: scale, reward_noise: noise, prm_weight: weight } = p;
  const cache = Number(params.soft_overlong ?? 0);
  const steps = [
    cache > 0 && `less up to 1 over the last ${cache} steps before the limit`,
    scale !== 1 && `positive rewards times ${scale}`,
    noise > 0 && `plus U(-${noise}, ${noise})`,
    weight > 0 &&
      `plus ${weight} times ${PRM_SCORE[String(params.prm_use ?? "mean")]} of PRM ${given.prm ?? "not given"} over the decisions${params.prm_scope === "live" ? ", in groups that the reward tells apart" : ""}`,
  ];
  const { formula, components } = REWARDS[String(params.reward)];
  return {
    formula: [formula, ...steps.filter(Boolean)].join("; "),
    components: { ...components, ...(weight > 0 && { prm: weight }) },
    shaping: { positive_factor: scale, uniform_noise: noise, ...(cache > 0 && { soft_overlong: cache }) },
    raw: { formula, components, min: low, max: high },
    min: low - noise - (cache > 0 ? 1 : 0) - (params.prm_use === "difference" ? weight : 0),
    max: high * scale + noise + weight,
    // Standard deviation of U(-a, a). The mean of sample deviations over groups of G lies a little below it.
    noiseFloor: noise / Math.sqrt(3),
  };
}

/** Sent only where the loss sees more than the raw reward. */
export const RAW_SHARES = [
  "group/zero_share_raw",
  "group/all_solved_share_raw",
] as const satisfies MetricName[];

/** What the choice of parameters and inputs leaves unmeasured in every recipe that learns from groups. */
export function rlSwitchedOff(
  metrics: readonly MetricName[],
  params: Params,
  given: GivenInputs = {},
): ReturnType<RecipeManifest["switchedOff"]> {
  const off: ReturnType<RecipeManifest["switchedOff"]> = {};
  if (params.beta_kl === 0) off["policy/kl"] = "beta is 0, so the trainer computes no KL";
  if (params.prm_weight === 0 && !given.prm) off["reward/prm"] = "no process reward model is given";
  if (params.reward_noise === 0 && params.prm_weight === 0)
    for (const name of RAW_SHARES)
      off[name] = "nothing is added to the raw reward that could hide a dead group";
  if (params.sft_epochs === 0) off["sft/loss"] = "there are no SFT epochs, so the policy starts untrained";
  if (given.start) off["sft/loss"] = "the run starts from a given checkpoint and makes no SFT start";
  if (params.iterations !== 0) return off;
  const training = metrics.filter((name) => !/^(eval|sft|progress)\/|^perf\/cpu_s$/.test(name));
  for (const name of training) off[name] = "there are no train steps; only the start is measured";
  return off;
}

/** Lints on the parts that `episodeReward`, the fields and the inputs above define. */
export function rlLints(params: Params, given: GivenInputs | undefined, draws: number): Lint[] {
  const p = params as Record<string, number>;
  const decisions = p.prompts * p.group_size * p.max_steps * draws;
  const isImported = params.problems !== "generated" || given?.[PROBLEM_SET] !== undefined;
  const needsRoots = isImported && /clean|composite/.test(String(params.reward));
  const spread = (p.reward_noise / Math.sqrt(3)).toFixed(3);
  return held([
    caution("L02", "group_size", p.group_size < 4, "Groups below 4 rarely disagree.").because(
      "A problem solved 10 % of the time gives a mixed group in 18 % of draws with 2 episodes, in 57 % with 8.",
    ),
    caution("L03", "reward_noise", p.reward_noise > 0, "Reward noise hides dead groups.").because(
      `No group is equal any more, so group/zero_share reads 0 while the advantage is chance. Spread of the noise alone: ${spread}.`,
    ),
    caution(
      "L04",
      "reward_scale_positive",
      p.reward_scale_positive !== 1,
      "It only inflates the logged reward.",
    ).because(
      "Division by the group's std cancels it; without it, Adam and the gradient clip absorb it. Such training rewards cannot be ranked.",
    ),
    smallSetLint(params),
    ...problemLints(params, given),
    note("L06", "train_problems", p.train_problems < p.prompts, "A step draws more than there are.").because(
      "They are drawn with replacement, so every step repeats some; the policy may learn them by heart.",
    ),
    hiddenLint(params),
    block("L09", "prompts", decisions > 14_000, "One step does not fit the trainer's memory.").because(
      `Up to ${decisions} decisions per step (problems x group size x step limit x draws); 14000 fit in 250 MB.`,
    ),
    note("L10", "reward", needsRoots, "This reward needs to know what was injected.").because(
      "The run stops with an error on a benchmark that does not say so.",
    ),
    block(
      "L11",
      "prm_weight",
      given !== undefined && p.prm_weight > 0 && !given.prm,
      "The PRM score has a weight, but no process reward model is given.",
    ).because("Choose one as input, or set the weight to 0."),
    caution(
      "L12",
      "prm_weight",
      Boolean(given?.prm) && p.prm_weight === 0,
      "The process reward model is only watched.",
    ).because("With weight 0 its score is reported as reward/prm and changes nothing else."),
    caution(
      "L14",
      "prm_scope",
      Boolean(given?.prm) && p.prm_weight > 0 && params.prm_scope === "all",
      "In dead groups the score is the only signal.",
    ).because(
      "Where a reward tells few groups apart, as at the start on hard problems, the group's std makes any weight full size. Score only groups that the reward tells apart, or read group/zero_share_raw.",
    ),
    caution("L15", "start_shift", p.start_shift > 1e-3, "The start is another policy.").because(
      "A twin differs by 1e-6; a shift of this size changes what the start does.",
    ),
    caution(
      "L13",
      "prm_weight",
      Boolean(given?.prm) && p.prm_weight > 0,
      "A process reward model can be gamed.",
    ).because(
      "GET_IIS and DIAGNOSE score without repairing anything. Read reward/raw and eval/rr beside reward/prm; a falling raw reward under a rising score is that.",
    ),
  ]);
}

/** Ends in about two seconds on one core, and still learns. */
export const RL_SMOKE: Params = {
  level: "medium",
  train_problems: 100,
  eval_problems: 60,
  sft_demos: 200,
  sft_epochs: 8,
  iterations: 24,
  prompts: 16,
  eval_every: 8,
};
