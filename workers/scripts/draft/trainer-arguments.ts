import type { TrainerRole } from "../../protocol/recipes/trainer-roles.ts";
import type { ScriptArgument } from "./read-script.ts";

/**
 * Arguments of configuration classes that scripts take from packages: those that people vary, with the defaults of TRL 1.16 and
 * transformers 5. A script's own file does not say them, and nobody runs a script to draft its recipe.
 */
const argument = (
  name: string,
  kind: "int" | "float" | "bool" | "str",
  value: number | boolean | string,
  help: string,
  choices: string[] | null = null,
): ScriptArgument => ({
  name,
  kind,
  default: value,
  hasDefault: true,
  optional: false,
  choices,
  help,
  action: "store",
  many: false,
  required: false,
});

const TRAINER = (rate: number): ScriptArgument[] => [
  argument("learning_rate", "float", rate, "Of the optimizer."),
  argument("max_steps", "int", 100, "Optimizer steps; the class itself defaults to whole epochs."),
  argument("per_device_train_batch_size", "int", 8, "Rows of one device and step."),
  argument("gradient_accumulation_steps", "int", 1, "Backward passes of one optimizer step."),
  argument(
    "logging_steps",
    "int",
    1,
    "Train steps between two logged rows; more hides what happens between them.",
  ),
  argument("report_to", "str", "wandb", "The logger; each of these sends its values here.", [
    "wandb",
    "trackio",
    "mlflow",
    "none",
  ]),
  argument("logging_nan_inf_filter", "bool", false, "With true, a loss that is not a number is logged as 0."),
];

const GRPO: ScriptArgument[] = [
  argument("num_generations", "int", 8, "Completions of one prompt."),
  argument("beta", "float", 0, "Weight of the KL term; 0 loads no reference model."),
  argument("epsilon", "float", 0.2, "Lower clip, and the upper one where that is not given."),
  argument("num_iterations", "int", 1, "Updates of one batch; with 1 no ratio is clipped."),
  argument("temperature", "float", 1, "Of sampling."),
  argument("max_completion_length", "int", 512, "Tokens of a completion."),
  argument("loss_type", "str", "dapo", "What the loss is divided by.", [
    "dapo",
    "grpo",
    "bnpo",
    "dr_grpo",
    "cispo",
    "sapo",
    "luspo",
    "vespo",
  ]),
  argument("scale_rewards", "str", "group", "What advantages are divided by.", ["group", "batch", "none"]),
];

const CLASSES: Record<string, ScriptArgument[]> = {
  TrainingArguments: TRAINER(5e-5),
  SFTConfig: TRAINER(2e-5),
  RewardConfig: TRAINER(1e-4),
  DPOConfig: TRAINER(1e-6),
  RLOOConfig: TRAINER(1e-6),
  GRPOConfig: [...TRAINER(1e-6), ...GRPO],
};

/** The arguments of a known class, the seed and the folder among them; null for one that is not known. */
export function argumentsOfClass(name: string): ScriptArgument[] | null {
  const known = Object.hasOwn(CLASSES, name) ? CLASSES[name] : null;
  return (
    known && [
      ...known,
      argument("seed", "int", 42, ""),
      argument("output_dir", "str", "", ""),
      argument("run_name", "str", "", ""),
    ]
  );
}

/** What TRL means by an argument of that name. */
const ROLES: Record<string, TrainerRole> = {
  beta: "kl",
  epsilon: "clip_low",
  epsilon_high: "clip_high",
  num_iterations: "updates",
  loss_type: "loss",
  scale_rewards: "scale",
  num_generations: "group_size",
  per_device_train_batch_size: "batch",
  gradient_accumulation_steps: "accumulation",
  mask_truncated_completions: "mask_cut",
  max_completion_length: "completion_limit",
  logging_nan_inf_filter: "nan_filter",
  use_cpu: "cpu",
};

/** Roles of the fields of a script that uses TRL; empty for others, whose arguments of the same name may mean something else. */
export function rolesOf(text: string, fields: readonly string[]): Partial<Record<TrainerRole, string>> {
  if (!/^\s*(from|import) trl\b/m.test(text)) return {};
  return Object.fromEntries(
    fields.filter((name) => Object.hasOwn(ROLES, name)).map((name) => [ROLES[name], name]),
  );
}

/** What trainers of TRL log by wandb and trackio, most telling first; their scripts do not name it. */
const LOGGED: Record<string, { name: string; better: "higher" | "lower" | null }[]> = {
  GRPOTrainer: [
    { name: "train/reward", better: "higher" },
    { name: "train/frac_reward_zero_std", better: "lower" },
    { name: "train/reward_std", better: null },
    { name: "train/kl", better: null },
    { name: "train/entropy", better: null },
    { name: "train/completions/mean_length", better: null },
  ],
  SFTTrainer: [
    { name: "train/loss", better: "lower" },
    { name: "train/mean_token_accuracy", better: "higher" },
  ],
  RewardTrainer: [
    { name: "train/accuracy", better: "higher" },
    { name: "train/loss", better: "lower" },
  ],
};

/** The metrics of the first known trainer that a script makes. */
export const loggedBy = (text: string) =>
  Object.entries(LOGGED).find(([name]) => new RegExp(`\\b${name}\\(`).test(text))?.[1] ?? [];
