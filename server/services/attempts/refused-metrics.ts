import { insertRunNote, selectRunNotes, type AttemptRecord } from "#db/queries/attempts.ts";
import { metricNameIssue } from "../../../workers/protocol/names.ts";
import type { WriteScope } from "../context.ts";

const SAID = "A metric of this trainer is not stored, its other values are.";
/** Names that are told apart on a page: one that is made anew at every step would fill it. */
const MOST_NAMED = 10;

/**
 * Says on the run page, once for each name, which metrics are left out because no metric may be called so. Sending them again
 * cannot make them right, and a training must not end for a name. `refused` holds when each was first sent, ms.
 */
export function explainRefused(
  { db }: WriteScope,
  attempt: AttemptRecord,
  refused: ReadonlyMap<string, number>,
): void {
  if (refused.size === 0) return;
  const notes = selectRunNotes(db, [attempt.id]).map(({ message }) => message);
  const said = new Set(notes.filter((message) => message.startsWith(SAID)));
  for (const [name, at] of refused) {
    if (said.size >= MOST_NAMED) return;
    const sentence = `${SAID} ${metricNameIssue(name)?.message} Give it another name in the trainer's code.`;
    if (said.has(sentence)) continue;
    const message = said.size === MOST_NAMED - 1 ? `${sentence} Further ones are not named.` : sentence;
    insertRunNote(db, { attemptId: attempt.id, at, level: "caution", message });
    said.add(message);
  }
}
