import type { Params } from "../../../workers/protocol/manifest.ts";
import { MASK } from "../../../workers/protocol/secrets/mask-mark.ts";
import { isSecretName } from "../../../workers/protocol/secrets/secret-names.ts";
import { visibleName } from "../../contracts/visible-name.ts";
import { canonicalJson, sha256 } from "../hashing.ts";
import { readPython, type PythonValue } from "./python-literal.ts";

/** How much of a configuration is kept: keys, and characters of a key and of a text. */
export const CONFIG_LIMITS = { keys: 5000, key: 256, text: 4000 } as const;

/**
 * Where the seed stands, in the order in which it is looked for: transformers and TRL, their nested forms, verl and
 * lightning, OpenRLHF and NeMo-RL. `data_seed` is not among them: it changes the data and not the draw.
 */
export const SEED_KEYS = [
  "seed",
  "random_seed",
  "rng_seed",
  "args.seed",
  "trainer.seed",
  "train.seed",
  "training.seed",
  "trainer.args.seed",
  "training_args.seed",
  "grpo.seed",
  "algorithm.seed",
  "config.seed",
  "data.seed",
  "actor_rollout_ref.actor.data_loader_seed",
  "manual_seed",
  "global_seed",
] as const;

const words = (...lines: string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(" ")));

/**
 * Last parts of keys that name a run, a place or a moment and say nothing about what was trained. Two runs that differ in
 * nothing else are two seeds of one configuration.
 */
export const IGNORED_KEYS = words(
  "output_dir logging_dir log_dir save_dir save_path cache_dir ckpt_dir checkpoint_dir ckpt_path tensorboard_dir",
  "default_local_dir default_hdfs_dir rollout_data_dir resume_from_checkpoint",
  "run_name run_id run_group experiment_name exp_name project_name trial_name trial_params",
  "job_id job_name job_type report_to",
  "hostname username pid rank local_rank process_index cuda_visible_devices",
  "timestamp start_time started_at created_at datetime",
  "hub_model_id hub_token push_to_hub push_to_hub_model_id",
  "trackio_space_id trackio_bucket_id trackio_static_space_id mlflow_run_id mlflow_tracking_uri",
  "wandb_project wandb_entity wandb_run_id wandb_id wandb_version",
);

/** The same of words that name the run where they stand alone, and something trained with where they stand below: `model.name`. */
export const IGNORED_ALONE = words("name project group tags notes logger host node user date time");

/** First parts of keys that belong to a logger and not to the training. */
const LOGGER_ROOTS: ReadonlySet<string> = new Set([
  "_wandb",
  "wandb",
  "mlflow",
  "trackio",
  "swanlab",
  "tensorboard",
]);

const lastPart = (key: string): string => key.slice(key.lastIndexOf(".") + 1).toLowerCase();
const firstPart = (key: string): string => key.split(".", 1)[0].toLowerCase();

/** How the runs of a place are put into configurations; chosen once per place. */
export interface CellRule {
  seedKey: string | null;
  ignoredKeys: readonly string[];
}

/** As long as nobody chose. */
export const USUAL_RULE: CellRule = { seedKey: null, ignoredKeys: [] };

const isIgnored = (key: string, rule: CellRule): boolean =>
  IGNORED_KEYS.has(lastPart(key)) ||
  IGNORED_ALONE.has(key.toLowerCase()) ||
  LOGGER_ROOTS.has(firstPart(key)) ||
  rule.ignoredKeys.includes(key);

/** A whole number from 0 on, however it was sent; null for anything else. */
function asSeed(value: unknown): number | null {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** The seed of a configuration and the key it stands at; null where none is on record. */
export function seedIn(config: Params, { seedKey }: CellRule): { key: string; seed: number } | null {
  for (const key of seedKey === null ? SEED_KEYS : [seedKey]) {
    const seed = Object.hasOwn(config, key) ? asSeed(config[key]) : null;
    if (seed !== null) return { key, seed };
  }
  return null;
}

/** A value as every client means it: MLflow sends texts, others what they have. Null says nothing and is left out. */
function meant(value: Params[string]): string | null {
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number") return String(value);
  const text = value.trim();
  if (text === "" || /^(none|null)$/i.test(text)) return null;
  if (/^(true|false)$/i.test(text)) return text.toLowerCase();
  return /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? String(Number(text)) : text;
}

/** Leaves of what Python wrote, as clients send it that write JSON: dicts by path, lists as JSON. */
function leavesOf(key: string, value: PythonValue): [string, Params[string]][] {
  if (value === null) return [];
  if (typeof value !== "object") return [[key, value]];
  const isLeaf = Array.isArray(value) || Object.keys(value).length === 0;
  if (isLeaf) return [[key, JSON.stringify(value)]];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(`${key}.${name}`, inner));
}

/** A configuration with its dicts and lists as one client writes them: MLflow makes texts of them. */
const spelledAlike = (config: Params): [string, Params[string]][] =>
  Object.entries(config).flatMap(([key, value]): [string, Params[string]][] => {
    const read = typeof value === "string" ? readPython(value) : undefined;
    return read === undefined ? [[key, value]] : leavesOf(key, read);
  });

/** What of a configuration says which one it is: all but its seed and what names the run, as texts. */
export function cellConfig(config: Params, rule: CellRule): Map<string, string> {
  const seed = seedIn(config, rule);
  const seedKeys: readonly string[] = seed ? [seed.key, ...SEED_KEYS] : [];
  const kept = spelledAlike(config).flatMap(([key, value]): [string, string][] => {
    // Whose key opened a logger says nothing of what was trained, also where one run had none.
    if (isIgnored(key, rule) || value === MASK || isSecretName(key)) return [];
    if (seedKeys.includes(key) && asSeed(value) === seed?.seed) return [];
    const text = meant(value);
    return text === null ? [] : [[key, text]];
  });
  return new Map(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Keys in which some configurations differ, in alphabetical order. */
export function differingKeys(configs: readonly ReadonlyMap<string, string>[]): string[] {
  const keys = new Set(configs.flatMap((config) => [...config.keys()]));
  return [...keys].filter((key) => new Set(configs.map((config) => config.get(key))).size > 1).toSorted();
}

export const cellOf = (config: Params, rule: CellRule): string =>
  sha256(canonicalJson({ outside: 1, config: [...cellConfig(config, rule)] }));

const STEP_KEYS = ["max_steps", "total_training_steps", "total_steps", "num_training_steps", "max_num_steps"];

/** How many train steps a configuration says there will be; 0 where it does not say. */
export function plannedSteps(config: Params): number {
  const found = Object.keys(config).find(
    (key) => STEP_KEYS.includes(lastPart(key)) && Number(config[key]) > 0,
  );
  const steps = found === undefined ? 0 : Number(config[found]);
  return Number.isSafeInteger(steps) ? steps : 0;
}

/** A configuration within its limits, and what was left out. Keys are written out, so that none can hide. */
export function boundedConfig(config: Params): { config: Params; leftOut: number; shortened: number } {
  let shortened = 0;
  const entries = Object.entries(config).slice(0, CONFIG_LIMITS.keys);
  const kept = entries.map(([key, value]): [string, Params[string]] => {
    const name = visibleName(key).slice(0, CONFIG_LIMITS.key);
    if (typeof value === "number" && !Number.isFinite(value)) return [name, String(value)];
    if (typeof value !== "string" || value.length <= CONFIG_LIMITS.text) return [name, value];
    shortened += 1;
    return [name, `${value.slice(0, CONFIG_LIMITS.text)}…`];
  });
  return { config: Object.fromEntries(kept), leftOut: Object.keys(config).length - kept.length, shortened };
}
