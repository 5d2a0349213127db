import type { GivenInputs, Lint, Params, RecipeManifest } from "../../protocol/manifest.ts";
import type { MetricName } from "../../protocol/metrics/metrics.ts";
import { LARGEST_CONTROL_SHIFT } from "../../protocol/aa-control.ts";
import { curriculumLints, curriculumOff, LEVEL_METRICS } from "../curriculum/manifest.ts";
import { block, bool, caution, type Field, float, held, int, note } from "../form/manifest.ts";
import { EVALUATION_STEP_LIMIT, problemInputs, problemLints, smallSetLint } from "../problems/manifest.ts";
import { EVALUATION_METRICS, hiddenLint } from "../sft/manifest.ts";
import { REWARD_SERIES, rewardLints } from "../reward/manifest.ts";

/** What recipes that learn from groups have in common, on repair episodes and on programs. `name`: of the algorithm, as offers say it. */
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
    reason: "Its score of an episode joins the reward with the weight below.",
    offer: `use it as reward of ${name}`,
  },
  ...problemInputs(`${name} on`),
];

export const START_SHIFT_FIELD: Field = float("start_shift", "Shift of the start", 0, [0, 1]).rarelyBecause(
  "0 is off. 1e-6 makes an A/A control: normal noise of that size on the start's weights. What it changes is chance.",
);

export const TRAINING_FIELDS: Field[] = [
  int("iterations", "Train steps", 40, [0, 5000], "steps").mainlyBecause(
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
  START_SHIFT_FIELD,
  float("grad_clip", "Gradient clip", 1, [0, 1000], "L2").rarelyBecause("Global norm; 0 never clips."),
];

/** Draws groups again that the reward does not tell apart. */
export const DYNAMIC_FIELDS: Field[] = [
  bool("dynamic", "Dynamic sampling").because("Draws again until enough groups disagree."),
  int("max_draws", "Most draws per step", 4, [1, 10], "draws")
    .when("dynamic", true)
    .rarelyBecause("Bounds dynamic sampling's cost."),
];

/** Draws of a step, at most: they stop once enough groups disagree. */
export const mostDraws = ({ dynamic, max_draws: most }: Params): number => (dynamic ? Number(most) : 1);

/** Episodes, or programs, that a training draws at most. */
export const mostEpisodes = (params: Params): number =>
  Number(params.iterations) * Number(params.prompts) * Number(params.group_size) * mostDraws(params);

export const RL_EVALUATION_FIELDS: Field[] = [
  int("eval_every", "Evaluate every", 10, [1, 5000], "steps").because("The start and the end always are."),
  EVALUATION_STEP_LIMIT,
];

/** What each part of a train step took, and the memory that was held as it ended. */
export const STEP_COSTS = (["rollout", "reward", "update", "evaluate"] as const).flatMap(
  (part) => [`time/${part}`, `memory/${part}`] as const,
);

export const RL_METRICS: MetricName[] = [
  "reward/raw",
  "reward/max",
  "reward/shaped",
  "reward/prm",
  ...REWARD_SERIES,
  "group/std",
  "group/variance",
  "group/std_p10",
  "group/std_p50",
  "group/std_p90",
  "group/zero_share",
  "group/all_solved_share",
  "group/all_failed_share",
  "group/zero_share_raw",
  "group/all_solved_share_raw",
  ...LEVEL_METRICS,
  "policy/kl",
  "policy/entropy",
  "policy/clip_share",
  "optim/loss",
  "optim/grad_norm",
  ...EVALUATION_METRICS,
  "progress/episodes",
  "progress/updates",
  "perf/episodes_per_s",
  ...STEP_COSTS,
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

/** Sent only where the loss sees more than the raw reward. */
export const RAW_SHARES = [
  "group/zero_share_raw",
  "group/all_solved_share_raw",
] as const satisfies MetricName[];

/** What a training from groups leaves unmeasured, whatever it plays. `isStarted`: a start was given. */
export function groupsSwitchedOff(
  metrics: readonly MetricName[],
  params: Params,
  isStarted: boolean,
): ReturnType<RecipeManifest["switchedOff"]> {
  const off: ReturnType<RecipeManifest["switchedOff"]> = {};
  if (params.beta_kl === 0) off["policy/kl"] = "beta is 0, so the trainer computes no KL";
  if (params.sft_epochs === 0) off["sft/loss"] = "there are no SFT epochs, so the policy starts untrained";
  if (isStarted) off["sft/loss"] = "the run starts from a given checkpoint and makes no SFT start";
  if (params.iterations !== 0) return off;
  const training = metrics.filter((name) => !/^(eval|sft|progress)\/|^perf\/cpu_s$/.test(name));
  for (const name of training) off[name] = "there are no train steps; only the start is measured";
  return off;
}

/** The same of a recipe that plays repair episodes. */
export function rlSwitchedOff(
  metrics: readonly MetricName[],
  params: Params,
  given: GivenInputs = {},
): ReturnType<RecipeManifest["switchedOff"]> {
  const off: ReturnType<RecipeManifest["switchedOff"]> = curriculumOff(params);
  if (params.prm_weight === 0 && !given.prm) off["reward/prm"] = "no process reward model is given";
  if (params.reward_noise === 0 && params.prm_weight === 0)
    for (const name of RAW_SHARES)
      off[name] = "nothing is added to the raw reward that could hide a dead group";
  return { ...off, ...groupsSwitchedOff(metrics, params, given.start !== undefined) };
}

/** L01: a clip that one update per batch never reaches. */
export function inertClipLint(params: Params): Lint | null {
  const p = params as Record<string, number>;
  const isInert = p.epochs_per_batch * p.minibatches === 1 && p.eps_high !== p.eps_low;
  return caution("L01", "eps_high", isInert, "eps_high is inert with one update per batch.").because(
    "The policy is still the one that sampled: every ratio is 1 and nothing is clipped. Use more passes or minibatches.",
  );
}

/** L07: dynamic sampling that never draws again. */
export function oneDrawLint({ dynamic, max_draws: most }: Params): Lint | null {
  return caution("L07", "max_draws", dynamic === true && most === 1, "One draw only drops groups.").because(
    "Dynamic sampling then never draws again and steps just get smaller. Allow at least 2 draws.",
  );
}

export const shiftLint = ({ start_shift }: Params): Lint | null =>
  caution(
    "L15",
    "start_shift",
    Number(start_shift) > LARGEST_CONTROL_SHIFT,
    "The start is another policy.",
  ).because("An A/A control differs by 1e-6; a shift of this size changes what the start does.");

/** Lints on the parts that `episodeReward`, the fields and the inputs above define. */
export function rlLints(params: Params, given: GivenInputs | undefined): Lint[] {
  const p = params as Record<string, number>;
  const decisions = p.prompts * p.group_size * p.max_steps * mostDraws(params);
  return held([
    caution("L02", "group_size", p.group_size < 4, "Groups below 4 rarely disagree.").because(
      "A problem solved 10 % of the time gives a mixed group in 18 % of draws with 2 episodes, in 57 % with 8.",
    ),
    ...rewardLints(params, given),
    smallSetLint(params),
    ...problemLints(params, given),
    note("L06", "train_problems", p.train_problems < p.prompts, "A step draws more than there are.").because(
      "They are drawn with replacement, so every step repeats some; the policy may learn them by heart.",
    ),
    hiddenLint(params),
    ...curriculumLints(params),
    block("L09", "prompts", decisions > 14_000, "One step does not fit the trainer's memory.").because(
      `Up to ${decisions} decisions per step (problems x group size x step limit x draws); 14000 fit in 250 MB.`,
    ),
    shiftLint(params),
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
