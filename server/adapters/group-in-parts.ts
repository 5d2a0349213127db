import type { ExternalVerbs, Rollout, Turn } from "../contracts/external/verbs.ts";
import { inSteps } from "./in-steps.ts";

/** Completions, and about so many characters of them and their prompts, that are stored at once. */
const AT_ONCE = 500;
const CHARACTERS_AT_ONCE = 512 * 1024;

const charactersOf = (turns: readonly Turn[]): number =>
  turns.reduce((sum, { text }) => sum + text.length, 0);

/** Completions in the order in which they came, in parts; a huge one is a part of its own. */
function* partsOf(rollouts: Iterable<Rollout>): Generator<Rollout[]> {
  let [part, size] = [[] as Rollout[], 0];
  for (const rollout of rollouts) {
    part.push(rollout);
    size += charactersOf(rollout.prompt) + charactersOf(rollout.completion);
    if (part.length < AT_ONCE && size < CHARACTERS_AT_ONCE) continue;
    yield part;
    [part, size] = [[], 0];
  }
  if (part.length > 0) yield part;
}

/** Stores completions part by part, of many with others in between. */
export const keepGroupsInParts = (
  verbs: Pick<ExternalVerbs, "keepRollouts">,
  runId: string,
  rollouts: Iterable<Rollout>,
): void | Promise<void> => inSteps(keeping(verbs, runId, rollouts));

function* keeping(
  verbs: Pick<ExternalVerbs, "keepRollouts">,
  runId: string,
  rollouts: Iterable<Rollout>,
): Generator<undefined, void> {
  for (const part of partsOf(rollouts)) {
    verbs.keepRollouts(runId, part);
    yield;
  }
}
