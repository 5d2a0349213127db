import { amongShown, selectGroupsById, selectRolloutSteps } from "#db/rollouts/read-groups.ts";
import { searchTexts, type FoundText } from "#db/rollouts/search-texts.ts";
import { toWire } from "../../../workers/protocol/events.ts";
import type { FoundRollout, RolloutSearch, RolloutSearchInput } from "../../contracts/rollouts/rollouts.ts";
import { ROLLOUT_LIMITS } from "../../contracts/rollouts/rollout-limits.ts";
import type { ServiceContext } from "../context.ts";
import { doInSlices } from "../series/sliced.ts";

/** Blocks of 128 KiB that one answer unpacks at most: 12 MiB of text, a tenth of a second on an idle machine. */
const BLOCKS = 96;
/** Texts of a step that are counted; a step that holds more is counted up to here. */
const MOST_OF_STEP = 5000;

/** The hit with what stands around it, and the page on which it is. */
function excerptOf(
  { text, turns, at }: FoundText,
  length: number,
): Pick<FoundRollout, "before" | "hit" | "after" | "page"> {
  const { around, page } = ROLLOUT_LIMITS;
  // Pages count the characters of turns, between which the stored text has a line break.
  const bytesBefore = Buffer.byteLength(text.slice(0, at));
  let end = 0;
  const breaks = turns.filter(([, bytes]) => (end += bytes + 1) <= bytesBefore).length;
  return {
    before: text.slice(Math.max(0, at - around), at).toWellFormed(),
    hit: text.slice(at, at + length),
    after: text.slice(at + length, at + length + around).toWellFormed(),
    page: Math.floor((at - breaks) / page),
  };
}

/**
 * Completions and prompts of a run that hold a text, whatever its case, those that came last first. An answer ends after some
 * work and names where to go on, so that no search is long and an answer without finds is not the last word.
 */
export async function searchRollouts(
  ctx: ServiceContext,
  { runId, text, of, cursor }: RolloutSearchInput,
  signal?: AbortSignal,
): Promise<RolloutSearch> {
  const latest = selectRolloutSteps(ctx.db, runId);
  const step = of && latest.find((one) => one.phase === of.phase && one.step === of.step);
  if (of && !step) return { found: [], next: null };
  const { found, next } = await doInSlices(
    searchTexts(ctx.db, {
      runId,
      text,
      of: step ?? null,
      before: cursor,
      most: of ? MOST_OF_STEP : ROLLOUT_LIMITS.found,
      blocks: BLOCKS,
    }),
    signal,
  );
  const groups = selectGroupsById(ctx.db, [...new Set(found.map(({ groupId }) => groupId))]);
  const isShown = amongShown(latest);
  return {
    found: found.flatMap((one): FoundRollout[] => {
      const group = groups.get(one.groupId);
      // What an earlier attempt sent at a step that a later one was at again is shown nowhere.
      if (!group || !isShown(group)) return [];
      const { phase, step: at, key } = group;
      const reward = one.reward === null ? null : toWire(one.reward);
      return [{ phase, step: at, key, place: one.place, reward, ...excerptOf(one, text.length) }];
    }),
    next,
  };
}
