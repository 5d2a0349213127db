import type { Db } from "#db/client.ts";
import { selectRewardConfigs } from "#db/queries/runs.ts";
import type { Params, RewardConfig } from "../../../workers/protocol/manifest.ts";
import { maySend, recipeOf, type RecipeRef } from "../recipes/book.ts";
import { isTrainingReward } from "../../../workers/protocol/metrics/metric-kinds.ts";
import { possibleRange, type PossibleRange } from "../../contracts/possible-range.ts";
import { rangeOfRewards } from "../../checks/standings.ts";
import type { Identity, TrainingReward } from "../../contracts/on-record.ts";
import { tellApart } from "../../checks/on-record.ts";
import { canonicalJson, sha256 } from "../hashing.ts";
import { NO_REWARD, NO_REWARD_HASH } from "./reward-on-record.ts";

/** Shaping at these values changes nothing: multipliers at 1, added noise and moving averages at 0. */
const OFF: Record<string, number> = { positive_factor: 1, uniform_noise: 0, ema_gain: 0 };
const GIVEN_MODEL = /\bPRM ([0-9a-f]{8})[0-9a-f]*(#\d+)?/g;

const shortly = (formula: string) => formula.replace(GIVEN_MODEL, "the given PRM $1");

/** A reward in one line to read: its formula with short identities, and the shaping that is on. */
export function rewardWords({ formula, shaping }: Pick<RewardConfig, "formula" | "shaping">): string {
  const on = Object.entries(shaping)
    .filter(([name, value]) => value !== OFF[name])
    .map(([name, value]) => `${name} ${value}`);
  return on.length > 0 ? `${shortly(formula)} (${on.join(", ")})` : shortly(formula);
}

/** What identifies a whole reward. What it says of its raw part follows from the rest. One that nobody said has no identity. */
export const rewardHashOf = (config: RewardConfig): string =>
  config.formula === NO_REWARD.formula
    ? NO_REWARD_HASH
    : sha256(canonicalJson({ ...config, raw: undefined }));

/** The reward as a recipe builds it today, where it is still the same whole reward. */
function rebuilt(db: Db, hash: string, recipe: string, params: Params): RewardConfig | null {
  try {
    const config = recipeOf(db, { recipe })?.rewardConfig(params);
    return config && rewardHashOf(config) === hash ? config : null;
  } catch {
    // Parameters of an older version of the recipe need not fit this one.
    return null;
  }
}

/** The reward as earned. Where an older configuration does not say it, and cannot be built again, the whole reward is taken. */
function rawOf(db: Db, { hash, config, recipe, params }: StoredReward): NonNullable<RewardConfig["raw"]> {
  const { formula, components, min, max } = config;
  return config.raw ?? rebuilt(db, hash, recipe, params)?.raw ?? { formula, components, min, max };
}
type StoredReward = ReturnType<typeof selectRewardConfigs>[number];

/** A reward that no client sends and nobody has stated. */
const NOT_SAID: Identity = { key: NO_REWARD_HASH, words: NO_REWARD.formula };

/** Rewards held in mind, of some hundred bytes each; beyond that all are read again. */
const MOST = 20_000;
const known = new WeakMap<Db["$client"], Map<string, TrainingReward>>();

/** The rewards of these hashes. A hash means one reward forever, so each is read once. */
export function trainingRewards(
  { db }: { db: Db },
  hashes: Iterable<string>,
): (hash: string) => TrainingReward {
  const rewards = known.get(db.$client) ?? new Map<string, TrainingReward>();
  known.set(db.$client, rewards);
  if (rewards.size > MOST) rewards.clear();
  rewards.set(NO_REWARD_HASH, { raw: NOT_SAID, shaped: NOT_SAID });
  const unread = [...new Set(hashes)].filter((hash) => !rewards.has(hash));
  for (const stored of selectRewardConfigs(db, unread)) {
    const { hash, config } = stored;
    const raw = rawOf(db, stored);
    rewards.set(hash, {
      raw: { key: sha256(canonicalJson(raw)), words: shortly(raw.formula) },
      shaped: { key: hash, words: rewardWords(config) },
      // A script that says no scale has one of no width.
      ...(raw.min < raw.max &&
        config.min < config.max && {
          ranges: { raw: [raw.min, raw.max], shaped: [config.min, config.max] },
        }),
    });
  }
  return (hash) => {
    const unknown = { key: hash, words: hash.slice(0, 8) };
    return rewards.get(hash) ?? { raw: unknown, shaped: unknown };
  };
}

/** Whole rewards in words by their hash; those of the asked ones that read alike have their hashes added. */
export function rewardsInWords(ctx: { db: Db }, hashes: Iterable<string>): (hash: string) => string {
  const asked = [...new Set(hashes)];
  const of = trainingRewards(ctx, asked);
  const words = tellApart(asked.map((hash) => of(hash).shaped));
  return (hash) => words.get(hash) ?? hash.slice(0, 8);
}

/** Whether a run trains with a reward; one that has none has none that could differ. A foreign recipe may have one. */
export function trainsWithReward(db: Db, run: RecipeRef): boolean {
  const manifest = recipeOf(db, run);
  return manifest === undefined || maySend(manifest, "reward/raw");
}

/** What a metric of these runs can be: a training reward what the reward functions on record of all of them give. */
export function possibleOfRuns(
  ctx: { db: Db },
  metric: string,
  runs: readonly (RecipeRef & { rewardHash: string })[],
): PossibleRange {
  if (!isTrainingReward(metric)) return possibleRange(metric);
  const rewardOf = trainingRewards(
    ctx,
    runs.map(({ rewardHash }) => rewardHash),
  );
  const rewards = runs.map((run) => (trainsWithReward(ctx.db, run) ? rewardOf(run.rewardHash) : null));
  return rangeOfRewards(metric, rewards) ?? possibleRange(metric);
}
