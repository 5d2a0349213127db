import { insertRunNote, selectRunNotes } from "#db/queries/attempts.ts";
import { keepGroups, type KeptCounts } from "#db/rollouts/keep-groups.ts";
import { topics } from "../../contracts/live.ts";
import { ROLLOUT_LIMITS } from "../../contracts/rollouts/rollout-limits.ts";
import type { WriteScope } from "../context.ts";
import type { Rollout } from "../../contracts/external/verbs.ts";
import { countOf } from "../../wording/counts.ts";
import { writeBytes } from "../../wording/quantities.ts";
import { prepareRollouts } from "./prepare-rollouts.ts";

const isPlaced = ({ step, place }: Rollout): boolean =>
  Number.isSafeInteger(step) && step >= 0 && Number.isSafeInteger(place) && place >= 0;

/** A sentence on the run page, said once: what is sent again is cut again. */
function sayOnce(
  { db }: WriteScope,
  attemptId: string,
  at: number,
  beginning: string,
  message: string,
): void {
  if (selectRunNotes(db, [attemptId]).some((note) => note.message.startsWith(beginning))) return;
  insertRunNote(db, { attemptId, at, level: "warning", message });
}

/**
 * Stores completions with their texts and rewards inside the caller's transaction. Sent again as they are they change nothing;
 * sent otherwise for the same attempt, phase, step, group and place they take the place of what was there. What is beyond
 * `ROLLOUT_LIMITS` is cut and marked; what has no whole step and place from 0 is left out, and the run page says so. `at` is
 * in ms since the epoch.
 */
export function keepRollouts(
  scope: WriteScope,
  attempt: { id: string; runId: string; opener?: string },
  rollouts: readonly Rollout[],
  at: number,
): KeptCounts {
  const placed = rollouts.filter(isPlaced);
  const groups = prepareRollouts(placed);
  const { id: attemptId, runId, opener } = attempt;
  const counts = keepGroups(scope.db, { runId, attemptId, opener }, groups);
  if (placed.length < rollouts.length) {
    const left = `Completions without a whole step and a place from 0 are left out`;
    sayOnce(
      scope,
      attempt.id,
      at,
      left,
      `${left}: ${countOf(rollouts.length - placed.length, "completion")} at first.`,
    );
  }
  if (groups.some(({ completions }) => completions.some(({ cutFrom }) => cutFrom !== null))) {
    const cut = `A completion of more than ${writeBytes(ROLLOUT_LIMITS.textBytes)} is cut there`;
    sayOnce(scope, attempt.id, at, cut, `${cut}; the page of its group marks it.`);
  }
  if (counts.added + counts.replaced > 0) scope.touch(topics.run(attempt.runId));
  return counts;
}
