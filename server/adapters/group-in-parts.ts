import type { ExternalVerbs, Rollout, Turn } from "../contracts/external/verbs.ts";
import { overLimit } from "../contracts/limits/limit.ts";
import { GROUP_LIMITS } from "../contracts/limits/outcomes.ts";
import { countOf } from "../wording/counts.ts";
import { inSteps } from "./in-steps.ts";

/** Completions, and about so many characters of them and their prompts, that are stored at once. */
const AT_ONCE = 500;
const CHARACTERS_AT_ONCE = 512 * 1024;

const charactersOf = (turns: readonly Turn[]): number =>
  turns.reduce((sum, { text }) => sum + text.length, 0);

/** What is too long to be looked at at once. */
interface LeftOut {
  completions: number;
  /** Characters of the longest. */
  longest: number;
}

/** Completions in the order in which they came, in parts, without those that are too long. */
function* partsOf(rollouts: Iterable<Rollout>, leftOut: LeftOut): Generator<Rollout[]> {
  let [part, size] = [[] as Rollout[], 0];
  for (const rollout of rollouts) {
    const characters = charactersOf(rollout.prompt) + charactersOf(rollout.completion);
    if (characters > GROUP_LIMITS.characters.most) {
      leftOut.completions += 1;
      leftOut.longest = Math.max(leftOut.longest, characters);
      continue;
    }
    part.push(rollout);
    size += characters;
    if (part.length < AT_ONCE && size < CHARACTERS_AT_ONCE) continue;
    yield part;
    [part, size] = [[], 0];
  }
  if (part.length > 0) yield part;
}

type Verbs = Pick<ExternalVerbs, "keepRollouts" | "say">;

/** Stores completions part by part, of many with others in between. */
export const keepGroupsInParts = (
  verbs: Verbs,
  runId: string,
  rollouts: Iterable<Rollout>,
): void | Promise<void> => inSteps(keeping(verbs, runId, rollouts));

function* keeping(verbs: Verbs, runId: string, rollouts: Iterable<Rollout>): Generator<undefined, void> {
  const leftOut: LeftOut = { completions: 0, longest: 0 };
  for (const part of partsOf(rollouts, leftOut)) {
    verbs.keepRollouts(runId, part);
    yield;
  }
  if (leftOut.completions === 0) return;
  const message = `${countOf(leftOut.completions, "completion was", "completions were")} left out. ${overLimit(GROUP_LIMITS.characters, leftOut.longest)}`;
  verbs.say(runId, { level: "warning", message, id: "too long a completion" });
}
