import type { Params } from "../../../../workers/protocol/manifest.ts";
import { nameOf, partsOf } from "./key-words.ts";

/**
 * Where the seed stands, in the order in which it is looked for: transformers and TRL, their nested forms, SkyRL and lightning,
 * OpenRLHF, NeMo-RL, prime-rl, verl. `data_seed` is not among them: it changes the order of the data and not the draw.
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
  "orchestrator.seed",
  "data.seed",
  "actor_rollout_ref.actor.data_loader_seed",
  "manual_seed",
  "global_seed",
] as const;

/** Seeds of what a run is measured on or split by: with another one the problems are others. */
const OF_PROBLEMS =
  /(^|_)(eval|evaluation|test|val|valid|validation|dataset|split|benchmark|problem|problems)(_|$)/;

/** The seed of the order of the data: it says nothing more where it is that of the training, and makes other data where not. */
export const isDataSeed = (key: string): boolean => mayBeSeed(key) && partsOf(key).at(-1) === "data_seed";

/** What every key of a seed holds; most keys hold neither, and are not taken apart. */
const mayBeSeed = (key: string): boolean => /seed|random.?state/i.test(key);

/** Whether a key is one more seed of a training, beside the one that the run is known by: `rollout_seed`, `actor.seed`. */
export function isSeedKey(key: string): boolean {
  if (!mayBeSeed(key)) return false;
  const parts = partsOf(key);
  if (isDataSeed(key)) return false;
  return /(^|_)(seed|random_state)$/.test(nameOf(parts)) && !parts.some((part) => OF_PROBLEMS.test(part));
}

const depth = (key: string): number => key.split(".").length;

/**
 * Keys that may hold the seed of a configuration, in order: those that frameworks are known by, then any key called `seed`, then
 * those of the draws, as `rollout_seed`; the least nested first.
 */
export function seedCandidates(config: Params): string[] {
  const own = Object.keys(config).filter(isSeedKey);
  const isPlain = (key: string) => partsOf(key).at(-1) === "seed";
  const rank = (key: string) => Number(!isPlain(key)) * 1000 + depth(key);
  const sorted = own.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return [...new Set([...SEED_KEYS.filter((key) => Object.hasOwn(config, key)), ...sorted])];
}
