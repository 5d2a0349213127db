import { insertStatusEvent } from "#db/queries/attempts.ts";
import { selectDependents } from "#db/queries/inputs.ts";
import { updateRunState } from "#db/queries/runs.ts";
import { topics } from "../../contracts/live.ts";
import type { WriteScope } from "../context.ts";

/**
 * A run that ended without finishing will never give what others wait for (one they wait for cannot be deleted): every
 * queued run that takes from it, directly or through others, is killed with that reason. Returns how many.
 */
export function endDependents(
  scope: WriteScope,
  source: { id: string; name: string; state: string },
  at: number,
): number {
  let ended = 0;
  for (const { run } of selectDependents(scope.db, source.id)) {
    if (!updateRunState(scope.db, run.id, "queued", "killed", { at, endedAt: at })) continue;
    insertStatusEvent(scope.db, {
      runId: run.id,
      attemptId: null,
      at,
      fromState: "queued",
      toState: "killed",
      actor: "dependency",
      evidence: { kind: "dependency", run: source.id, name: source.name, state: source.state },
    });
    scope.touch(topics.run(run.id), topics.experiment(run.experimentId), topics.runs);
    ended += 1 + endDependents(scope, { id: run.id, name: run.name, state: "killed" }, at);
  }
  return ended;
}
