import { type AttemptRecord, updateAttempt } from "#db/queries/attempts.ts";
import type { RunRecord } from "#db/queries/runs.ts";
import type { RunState } from "../../../contracts/run-lifecycle.ts";
import type { WriteScope } from "../../context.ts";
import { transitionAttempt } from "../transition.ts";

/** Nobody may ever hear of a silent run from outside again, so that whoever asks says how it ended. */
export function endSilent(
  scope: WriteScope,
  run: RunRecord,
  attempt: AttemptRecord,
  { by, at }: { by: string; at: number },
): { state: RunState; message: string } {
  const exit = {
    code: null,
    signal: null,
    askedBy: by,
    reason: "stopped" as const,
    endedAt: at,
    escalation: [],
    detail: "it had been silent",
    leftovers: 0,
    toldBy: by,
  };
  updateAttempt(scope.db, attempt.id, { exit });
  transitionAttempt(scope, attempt, run.experimentId, {
    event: { kind: "ended", exit },
    at,
    actor: by,
    evidence: { kind: "request", by },
    takesLateRows: true,
  });
  const message = `${run.name} had been silent and counts as ended now, by your word. What it may still send is kept.`;
  return { state: attempt.state, message };
}
