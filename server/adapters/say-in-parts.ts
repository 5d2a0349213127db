import { NOTE_LIMITS } from "../contracts/limits/adapters.ts";
import type { Note, ExternalVerbs } from "../contracts/external/verbs.ts";
import { countOf } from "../wording/counts.ts";
import { inSteps, stepsOver } from "./in-steps.ts";

/** Sentences that are stored at once: each is looked at for secrets, and nobody else is served meanwhile. */
const AT_ONCE = 20;

/** Says what came in one body, of much with others in between; of too many the first, and that there were more. */
export function sayInParts(
  verbs: Pick<ExternalVerbs, "say">,
  runId: string,
  came: readonly Note[],
): void | Promise<void> {
  const { most } = NOTE_LIMITS.alerts;
  const notes = came.slice(0, most);
  if (came.length > most)
    notes.push({
      level: "warning",
      message: `A request held ${countOf(came.length, "alert")}; ${countOf(most, "alert is", "alerts are")} looked at.`,
      id: "many alerts",
    });
  return inSteps(stepsOver(notes, AT_ONCE, (part) => verbs.say(runId, ...part)));
}
