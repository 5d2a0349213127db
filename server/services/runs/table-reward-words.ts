import type { Db } from "#db/client.ts";
import { selectRewardConfigs } from "#db/queries/runs.ts";
import type { ServiceContext } from "../context.ts";
import { rewardWords } from "../experiments/reward-words.ts";

const known = new WeakMap<Db["$client"], Map<string, string>>();

/**
 * Reward functions in words by their hash; those of the asked ones that read alike have their hashes added. A hash means one
 * function forever, so each is read once.
 */
export function rewardWordsOf(ctx: ServiceContext, asked: Iterable<string>): (hash: string) => string {
  const words = known.get(ctx.db.$client) ?? new Map<string, string>();
  known.set(ctx.db.$client, words);
  const hashes = [...new Set(asked)];
  const unread = hashes.filter((hash) => !words.has(hash));
  for (const { hash, config } of selectRewardConfigs(ctx.db, unread)) words.set(hash, rewardWords(config));
  const plain = (hash: string) => words.get(hash) ?? hash.slice(0, 8);
  const alike = Map.groupBy(hashes, plain);
  return (hash) =>
    (alike.get(plain(hash))?.length ?? 0) > 1 ? `${plain(hash)} (${hash.slice(0, 8)})` : plain(hash);
}
