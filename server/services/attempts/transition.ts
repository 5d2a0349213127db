import { pointStore } from "#db/points/open-point-store.ts";
import { insertStatusEvent, updateAttempt, type AttemptRecord } from "#db/queries/attempts.ts";
import { selectRun, updateRunState } from "#db/queries/runs.ts";
import { isEnded, nextState, type LifecycleEvent, type RunState } from "../../contracts/run-lifecycle.ts";
import type { StatusEvidence } from "../../contracts/attempt.ts";
import { topics } from "../../contracts/live.ts";
import type { WriteScope } from "../context.ts";
import { endDependents } from "../inputs/end-dependents.ts";

/**
 * The one way a live attempt and its run change state: the lifecycle table decides, both rows move together, and a
 * status row keeps who and what proves it; an end closes the attempt's points, and one without finishing ends the queued runs that wait for it. Returns the new state, or null when nothing changed.
 */
export function transitionAttempt(
  scope: WriteScope,
  attempt: AttemptRecord,
  experimentId: string,
  change: {
    event: LifecycleEvent;
    at: number;
    actor: string;
    evidence: StatusEvidence;
    /** The end is somebody's word, and rows of before it may still be on their way. */
    takesLateRows?: boolean;
    /** When it ended by its own clock, where that is not `at`. */
    endedAt?: number;
  },
): RunState | null {
  const to = nextState(attempt.state, change.event);
  if (to === null) return null;
  const endedAt = isEnded(to) ? (change.endedAt ?? change.at) : undefined;
  const startedAt = change.event.kind === "started" ? change.at : undefined;
  const moved = updateRunState(scope.db, attempt.runId, attempt.state, to, {
    at: change.at,
    startedAt,
    endedAt,
  });
  if (!moved) return null;
  updateAttempt(scope.db, attempt.id, { state: to, endedAt });
  if (isEnded(to)) {
    const store = pointStore(scope.db);
    // Of late rows there are few and seldom any: what is there is packed now, and not long after an import.
    if (change.takesLateRows) store.rest(attempt.id);
    else store.closeAttempt(attempt.id);
  }
  insertStatusEvent(scope.db, {
    runId: attempt.runId,
    attemptId: attempt.id,
    at: change.at,
    fromState: attempt.state,
    toState: to,
    actor: change.actor,
    evidence: change.evidence,
  });
  attempt.state = to;
  const run = isEnded(to) && to !== "finished" ? selectRun(scope.db, attempt.runId) : undefined;
  if (run) endDependents(scope, { id: run.id, name: run.name, state: to }, change.at);
  scope.touch(topics.run(attempt.runId), topics.experiment(experimentId), topics.runs, topics.workers);
  return to;
}
