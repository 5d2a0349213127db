import { STREAM } from "../../lab/algo/streams.ts";
import { shuffle, stream } from "../../math/rng.ts";
import { Refusal } from "../refusal.ts";

/** Whole episodes on either side; at least one on each. Throws `Refusal` for fewer than two episodes. */
export function splitEpisodes(
  episodes: readonly number[][],
  share: number,
  seed: number,
): { trained: number[][]; heldOut: number[][] } {
  if (episodes.length < 2) {
    throw new Refusal(
      `A label set of ${episodes.length} episodes cannot be split into a part to learn from and a held-out one. Label at least 2.`,
    );
  }
  const order = shuffle(stream(seed, STREAM.prmSplit), [...episodes.keys()]);
  const count = Math.min(episodes.length - 1, Math.max(1, Math.round(episodes.length * share)));
  const held = new Set(order.slice(0, count));
  return {
    trained: episodes.filter((_, k) => !held.has(k)),
    heldOut: episodes.filter((_, k) => held.has(k)),
  };
}
