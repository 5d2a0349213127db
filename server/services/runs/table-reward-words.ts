import type { Db } from "#db/client.ts";
import { selectRewardConfigs } from "#db/queries/runs.ts";
import type { ServiceContext } from "../context.ts";
import { rewardWords } from "../experiments/reward-words.ts";

const known = new WeakMap<Db["$client"], Map<string, string>>();

/** Reward functions in words by their hash. A hash means one function forever, so each is read once. */
export function rewardWordsOf(ctx: ServiceContext, hashes: Iterable<string>): (hash: string) => string {
  const words = known.get(ctx.db.$client) ?? new Map<string, string>();
  known.set(ctx.db.$client, words);
  const unread = [...new Set(hashes)].filter((hash) => !words.has(hash));
  for (const { hash, config } of selectRewardConfigs(ctx.db, unread)) words.set(hash, rewardWords(config));
  return (hash) => words.get(hash) ?? hash.slice(0, 8);
}

/** The same, with its hash where another of these reward functions reads alike: only their ranges differ. */
export function rewardWordsApart(ctx: ServiceContext, hashes: readonly string[]): (hash: string) => string {
  const words = rewardWordsOf(ctx, hashes);
  const alike = Map.groupBy(new Set(hashes), words);
  return (hash) => {
    const own = words(hash);
    return (alike.get(own)?.length ?? 0) > 1 ? `${own} (${hash.slice(0, 8)})` : own;
  };
}
