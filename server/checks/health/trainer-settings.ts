/** What a trainer was set to, as far as a run says it; null where it does not. */
export interface TrainerSettings {
  /** Answers per prompt. */
  groupSize: number | null;
  /** Optimizer passes over one generation. */
  updates: number | null;
  /** Advantages are divided by the spread of their group or batch, so that theirs is about 1. */
  isStandardized: boolean | null;
  /** Ratios are of whole answers (GSPO), whose clip fractions are high by design. */
  isSequenceLevel: boolean;
  /** The lowest reward that an answer can get. */
  lowestReward: number | null;
  highestReward: number | null;
}

export const NO_SETTINGS: TrainerSettings = {
  groupSize: null,
  updates: null,
  isStandardized: null,
  isSequenceLevel: false,
  lowestReward: null,
  highestReward: null,
};

type Config = Readonly<Record<string, unknown>>;

/** Names of trainers for their own settings, without the sections before them. */
const GROUP_SIZE = [
  "group_size",
  "num_generations",
  "n_samples_per_prompt",
  "num_generations_per_prompt",
  "rollout.n",
  "rollouts_per_example",
];
const UPDATES = ["num_iterations", "ppo_epochs", "max_epochs", "update_epochs_per_batch", "updates"];
const SCALE = ["scale_rewards", "scale", "norm_adv_by_std_in_grpo"];
const LEVEL = ["importance_sampling_level", "loss_mode", "advantage_estimator"];

const meant = (value: unknown): string => String(value).trim().toLowerCase();

/** What a configuration says under one of some names, whatever sections stand before it. */
function valueOf(config: Config, names: readonly string[]): unknown {
  for (const name of names) {
    if (Object.hasOwn(config, name)) return config[name];
    const key = Object.keys(config).find((one) => one.endsWith(`.${name}`) || one.endsWith(`/${name}`));
    if (key !== undefined) return config[key];
  }
  return undefined;
}

function wholeNumber(value: unknown): number | null {
  const number = typeof value === "number" || typeof value === "string" ? Number(value) : NaN;
  return Number.isInteger(number) && number > 0 ? number : null;
}

/** Our own trainers: passes over a batch, each in so many parts. */
function ownUpdates(config: Config): number | null {
  const [passes, parts] = [config.epochs_per_batch, config.minibatches].map(wholeNumber);
  return passes === null || parts === null ? null : passes * parts;
}

/** Reads what a configuration, ours or of another trainer, says of its settings. */
export function trainerSettingsOf(config: Config): TrainerSettings {
  const scale = valueOf(config, SCALE);
  const level = LEVEL.flatMap((name) => valueOf(config, [name]) ?? []).map(meant);
  return {
    ...NO_SETTINGS,
    groupSize: wholeNumber(valueOf(config, GROUP_SIZE)),
    updates: ownUpdates(config) ?? wholeNumber(valueOf(config, UPDATES)),
    isStandardized: scale === undefined ? null : !["false", "none", "0"].includes(meant(scale)),
    isSequenceLevel: level.some((one) => one === "sequence" || one === "gspo"),
  };
}

/** Groups of how many answers are taken where a run does not say: the default of TRL. */
export const USUAL_GROUP = 8;

/** The share of right answers at which half of the groups of a size have none: 1 - 2^(-1/G). */
export const sparseLimit = (groupSize: number): number => 1 - 2 ** (-1 / groupSize);
