import { METRIC_NAMES } from "../../protocol/metrics.ts";
import type { Lint, ParamField, Params, RecipeManifest, RewardConfig } from "../../protocol/manifest.ts";

type Field = Omit<ParamField, "group">;
const field = (facts: object) => ({
  because: (reason: string) => ({ ...facts, reason }) as unknown as Field,
  /** The same, for a field that few will change: a form folds it away. */
  rarelyBecause: (reason: string) => ({ ...facts, reason, rare: true }) as unknown as Field,
});
const number =
  (kind: "int" | "float") =>
  (name: string, label: string, value: number, [min, max]: [number, number], unit?: string) =>
    field({ name, label, kind, default: value, min, max, ...(unit ? { unit } : {}) });
const int = number("int");
const float = number("float");
const bool = (name: string, label: string) => field({ name, label, kind: "bool", default: false });
const choice = (name: string, label: string, choices: Record<string, string>, value: string) => {
  const list = Object.entries(choices).map(([value, label]) => ({ value, label }));
  return field({ name, label, kind: "choice", default: value, choices: list });
};

const SEEDS: [number, number] = [0, 2147483647];

const FIELDS: Record<string, Field[]> = {
  Problems: [
    field({ name: "problems", label: "Problems", kind: "problems", default: "generated" }).because(
      "Generated problems are endless and of a known difficulty; a benchmark makes runs comparable with other work.",
    ),
    choice("level", "Level", { easy: "1 fault", medium: "2 faults", hard: "3 or 4 faults" }, "hard").because(
      "Faults injected into each generated problem; with one, most groups agree and carry no gradient.",
    ),
    int("train_problems", "Train problems", 600, [8, 4000], "problems").because(
      "Each is drawn about twice in a default run; of a benchmark's train part, at most this many are used.",
    ),
    int("eval_problems", "Held-out problems", 300, [8, 4000], "problems").because(
      "The 95 % interval of a share over 300 problems is at most 5.7 points wide to each side.",
    ),
    float("holdout_share", "Held-out share of a benchmark", 0.4, [0.05, 0.95]).rarelyBecause(
      "Only for a benchmark: this share of its distinct problems is never trained on.",
    ),
    int("problem_seed", "Problem seed", 42, SEEDS).rarelyBecause(
      "Fixes the problems and a benchmark's split, so that runs with other seeds see the same ones.",
    ),
    float("sigma", "Observation noise", 0.7, [0, 5]).rarelyBecause(
      "Without noise the policy reads the fault off the coefficients and stops asking for an IIS.",
    ),
  ],
  "SFT start": [
    int("hidden", "Hidden units", 32, [4, 256]).rarelyBecause(
      "A multiple of 4. 32 is enough here; 16 trains 1.7 times as fast, 64 half as fast.",
    ),
    int("sft_epochs", "SFT epochs", 12, [0, 100], "epochs").because(
      "Passes over the demonstrations; after 2 to 5 the policy loops on GET_IIS, from 6 on it solves.",
    ),
    int("sft_demos", "Demonstrations", 400, [1, 4000], "episodes").rarelyBecause(
      "Episodes of a scripted, imperfect expert on easy problems; it never shows the efficient behaviour.",
    ),
    int("sft_seed", "SFT seed", 7, SEEDS).rarelyBecause(
      "Fixes the initial weights, the demonstrations and their order: one start for a whole matrix.",
    ),
  ],
  Reward: [
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
  ],
  Algorithm: [
    choice("advantage", "Advantage", { group: "divided by group std", none: "not divided" }, "group").because(
      "GRPO divides by the group's standard deviation; none is Dr. GRPO.",
    ),
    choice("loss", "Loss weights", { sequence: "per episode", token: "per decision" }, "sequence").because(
      "Per episode is GRPO; per decision lets long episodes weigh more (DAPO).",
    ),
    float("beta_kl", "KL weight", 0.01, [0, 10]).because("Pull to the SFT start; 0 computes no KL at all."),
    float("eps_low", "Lower clip", 0.2, [0, 0.99]).because("Stops pushing down what fell by this share."),
    float("eps_high", "Upper clip", 0.2, [0, 10]).because("0.28 is clip-higher: rare actions grow faster."),
    bool("dynamic", "Dynamic sampling").because("Draws again until enough groups disagree."),
    int("max_draws", "Most draws per step", 4, [1, 10], "draws").rarelyBecause(
      "Bounds dynamic sampling's cost.",
    ),
    bool("overlong_mask", "Mask overlong episodes").because("Cut episodes leave the loss, not the rewards."),
  ],
  Training: [
    int("iterations", "Train steps", 40, [0, 5000], "steps").because(
      "Enough for the five ablations to part; 0 only measures the SFT start.",
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
    int("max_steps", "Step limit", 12, [1, 60], "steps").rarelyBecause(
      "Longest episode; every action counts.",
    ),
    float("grad_clip", "Gradient clip", 1, [0, 1000], "L2").rarelyBecause("Global norm; 0 never clips."),
  ],
  Evaluation: [
    int("eval_every", "Evaluate every", 10, [1, 5000], "steps").because("The start and the end always are."),
    int("eval_max_steps", "Step limit of an evaluation", 20, [5, 60], "steps").rarelyBecause(
      "More than in training, so that RR tells unsolved from slow.",
    ),
  ],
};

/** The differences of the measured ablations; none was chosen to win. asym_clip, dynamic and token_loss are no_kl plus one. */
const PRESETS: RecipeManifest["presets"] = (
  [
    ["baseline", "Standard GRPO", {}, "KL to the SFT start, symmetric clip, loss per episode."],
    ["no_kl", "No KL", { beta_kl: 0 }, "The baseline without the KL term."],
    ["asym_clip", "Clip-higher", { beta_kl: 0, eps_high: 0.28 }, "No KL, and the upper clip at 0.28."],
    ["dynamic", "Dynamic sampling", { beta_kl: 0, dynamic: true }, "No KL; dead groups are drawn again."],
    [
      "token_loss",
      "Token-level loss",
      { beta_kl: 0, loss: "token", overlong_mask: true },
      "No KL; decisions weigh the same, cut episodes leave the loss.",
    ],
    ["sft_start", "SFT start", { iterations: 0 }, "No training: the start on the same held-out problems."],
  ] as [string, string, Params, string][]
).map(([id, title, params, reason]) => ({ id, title, params, reason }));

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

function rewardConfig(params: Params): RewardConfig {
  const p = params as Record<string, number>;
  const [low, high] = rawBounds(String(params.reward), p.max_steps);
  const { reward_scale_positive: scale, reward_noise: noise } = p;
  const steps = [
    scale !== 1 && `positive rewards times ${scale}`,
    noise > 0 && `plus U(-${noise}, ${noise})`,
  ];
  const { formula, components } = REWARDS[String(params.reward)];
  return {
    formula: [formula, ...steps.filter(Boolean)].join("; "),
    components,
    shaping: { positive_factor: scale, uniform_noise: noise },
    min: low - noise,
    max: high * scale + noise,
    // Standard deviation of U(-a, a). The mean of sample deviations over groups of G lies a little below it.
    noiseFloor: noise / Math.sqrt(3),
  };
}

function switchedOff(params: Params): ReturnType<RecipeManifest["switchedOff"]> {
  const off: ReturnType<RecipeManifest["switchedOff"]> = {};
  if (params.beta_kl === 0) off["policy/kl"] = "beta is 0, so the trainer computes no KL";
  if (params.sft_epochs === 0) off["sft/loss"] = "there are no SFT epochs, so the policy starts untrained";
  if (params.iterations !== 0) return off;
  const training = METRIC_NAMES.filter((name) => !/^(eval|sft|progress)\/|^perf\/cpu_s$/.test(name));
  for (const name of training) off[name] = "there are no train steps; only the SFT start is measured";
  return off;
}

/** A lint that holds under a condition; null where it does not. */
const rule = (level: Lint["level"]) => (id: string, field: string, holds: boolean, claim: string) => ({
  because: (detail: string): Lint | null => (holds ? { id, level, field, claim, detail } : null),
});
const [block, caution, note] = [rule("block"), rule("caution"), rule("note")];

function lints(params: Params): Lint[] {
  const p = params as Record<string, number>;
  const scale = p.reward_scale_positive;
  const decisions = p.prompts * p.group_size * p.max_steps * (params.dynamic ? p.max_draws : 1);
  const isInert = p.epochs_per_batch * p.minibatches === 1 && p.eps_high !== p.eps_low;
  const isOneDraw = params.dynamic === true && p.max_draws === 1;
  const needsRoots = params.problems !== "generated" && /clean|composite/.test(String(params.reward));
  const margin = (98 / Math.sqrt(p.eval_problems)).toFixed(1);
  const spread = (p.reward_noise / Math.sqrt(3)).toFixed(3);
  const all = [
    caution("L01", "eps_high", isInert, "eps_high is inert with one update per batch.").because(
      "The policy is still the one that sampled: every ratio is 1 and nothing is clipped. Use more passes or minibatches.",
    ),
    caution("L02", "group_size", p.group_size < 4, "Groups below 4 rarely disagree.").because(
      "A problem solved 10 % of the time gives a mixed group in 18 % of draws with 2 episodes, in 57 % with 8.",
    ),
    caution("L03", "reward_noise", p.reward_noise > 0, "Reward noise hides dead groups.").because(
      `No group is equal any more, so group/zero_share reads 0 while the advantage is chance. Spread of the noise alone: ${spread}.`,
    ),
    caution("L04", "reward_scale_positive", scale !== 1, "It only inflates the logged reward.").because(
      "Division by the group's std cancels it; without it, Adam and the gradient clip absorb it. Such training rewards cannot be ranked.",
    ),
    caution("L05", "eval_problems", p.eval_problems < 100, "The held-out set is small.").because(
      `A share over ${p.eval_problems} problems has a 95 % interval of up to ${margin} points to each side.`,
    ),
    note("L06", "train_problems", p.train_problems < p.prompts, "A step draws more than there are.").because(
      "They are drawn with replacement, so every step repeats some; the policy may learn them by heart.",
    ),
    caution("L07", "max_draws", isOneDraw, "One draw only drops groups.").because(
      "Dynamic sampling then never draws again and steps just get smaller. Allow at least 2 draws.",
    ),
    block("L08", "hidden", p.hidden % 4 !== 0, "Hidden units must be a multiple of 4.").because(
      "The kernel computes 4 of them at once.",
    ),
    block("L09", "prompts", decisions > 14_000, "One step does not fit the trainer's memory.").because(
      `Up to ${decisions} decisions per step (problems x group size x step limit x draws); 14000 fit in 250 MB.`,
    ),
    note("L10", "reward", needsRoots, "This reward needs to know what was injected.").because(
      "The run stops with an error on a benchmark that does not say so.",
    ),
  ];
  return all.filter((lint) => lint !== null);
}

const groups = Object.keys(FIELDS).map((title) => ({ id: title.toLowerCase().replace(" ", "_"), title }));
const fields = groups.flatMap(({ id, title }) =>
  FIELDS[title].map((f) => ({ ...f, group: id }) as ParamField),
);

export const grpo: RecipeManifest = {
  slug: "grpo",
  title: "GRPO on OR-Debug",
  version: "1.0",
  summary:
    "Trains a small policy to repair infeasible linear programs, from an SFT start, with GRPO and the switches of DAPO.",
  device: "any",
  groups,
  fields,
  presets: PRESETS,
  baselinePreset: "baseline",
  smoke: {
    ...Object.fromEntries(fields.map((f) => [f.name, f.default])),
    level: "medium",
    train_problems: 100,
    eval_problems: 60,
    sft_demos: 200,
    sft_epochs: 8,
    iterations: 24,
    prompts: 16,
    eval_every: 8,
  },
  metrics: METRIC_NAMES,
  primary: ["reward/raw", "eval/rr_at_5", "eval/rr", "eval/da", "eval/clean", "eval/steps"],
  rewardConfig,
  switchedOff,
  lints,
  // With dynamic sampling at most this many: draws stop once enough groups disagree.
  trainEpisodes: (params) =>
    ["iterations", "prompts", "group_size", ...(params.dynamic ? ["max_draws"] : [])].reduce(
      (product, name) => product * Number(params[name]),
      1,
    ),
  trainSteps: (params) => Number(params.iterations),
  resamplesDeadGroups: (params) => params.dynamic === true,
};
