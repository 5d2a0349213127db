import {
  insertStatusEvent,
  selectLatestAttempts,
  updateAttempt,
  type AttemptRecord,
} from "#db/queries/attempts.ts";
import { selectRun, updateNextAttempt, updateRunState, type RunRecord } from "#db/queries/runs.ts";
import { isEnded, type RunState } from "../../contracts/run-lifecycle.ts";
import { topics } from "../../contracts/live.ts";
import { ServiceError } from "../../errors.ts";
import { actorName, commit, type ServiceContext, type WriteScope } from "../context.ts";
import { endDependents } from "../inputs/end-dependents.ts";
import { endSilent } from "../attempts/again/end-silent.ts";
import { transitionAttempt } from "../attempts/transition.ts";
import { stopSignals } from "../../wording/stops.ts";
import { recipeOf } from "../recipes/book.ts";
import { countOf } from "../../wording/counts.ts";

export interface StopAnswer {
  state: RunState;
  /** One sentence: what happens now. */
  message: string;
}

/**
 * Asks a run to stop. A queued run is killed at once. A live one becomes `stopping`: the worker gets the request with
 * its next heartbeat and walks the ladder; the run ends with what really happened. Asking twice changes nothing.
 */
export function stopRun(ctx: ServiceContext, runId: string): StopAnswer {
  return commit(ctx, (scope) => stopRunWithin(ctx, scope, runId));
}

/** A run that waited for another attempt is again what its last one was. */
function leaveQueue(
  scope: WriteScope,
  run: RunRecord,
  { state, endedAt }: AttemptRecord,
  { by, at }: { by: string; at: number },
): StopAnswer {
  if (!updateRunState(scope.db, run.id, "queued", state, { at, endedAt }))
    throw new ServiceError("conflict", `${run.name} was just taken by a worker. Ask again.`);
  updateNextAttempt(scope.db, run.id, null);
  const evidence = { kind: "request" as const, by };
  const change = { runId: run.id, attemptId: null, at, fromState: "queued" as const, toState: state };
  insertStatusEvent(scope.db, { ...change, actor: by, evidence });
  endDependents(scope, { id: run.id, name: run.name, state }, at);
  scope.touch(topics.run(run.id), topics.experiment(run.experimentId), topics.runs);
  return { state, message: `${run.name} was taken out of the queue; it stays ${state}.` };
}

/** The same as one part of a larger change. */
export function stopRunWithin(ctx: ServiceContext, scope: WriteScope, runId: string): StopAnswer {
  const run = selectRun(scope.db, runId);
  if (!run) throw new ServiceError("not_found", `There is no run ${runId}.`);
  const by = actorName(ctx.actor);
  const at = ctx.now();
  if (isEnded(run.state))
    return { state: run.state, message: `${run.name} has already ended: ${run.state}.` };
  const tried = run.state === "queued" ? selectLatestAttempts(scope.db, [run.id])[0] : undefined;
  if (tried) return leaveQueue(scope, run, tried, { by, at });
  if (run.state === "queued") {
    if (!updateRunState(scope.db, run.id, "queued", "killed", { at, endedAt: at })) {
      throw new ServiceError("conflict", `${run.name} was just taken by a worker. Ask again.`);
    }
    const evidence = { kind: "request" as const, by };
    insertStatusEvent(scope.db, {
      runId,
      attemptId: null,
      at,
      fromState: "queued",
      toState: "killed",
      actor: by,
      evidence,
    });
    scope.touch(topics.run(run.id), topics.experiment(run.experimentId), topics.runs);
    const others = endDependents(scope, { id: run.id, name: run.name, state: "killed" }, at);
    const more =
      others === 0
        ? ""
        : ` ${countOf(others, "queued run that takes from it", "queued runs that take from it")} will not start either.`;
    return {
      state: "killed",
      message: `${run.name} was taken out of the queue; it never started.${more}`,
    };
  }
  const attempt = selectLatestAttempts(scope.db, [run.id])[0];
  if (!attempt) throw new ServiceError("conflict", `${run.name} has no attempt to stop.`);
  if (run.origin === "external" && attempt.state === "unreachable")
    return endSilent(scope, run, attempt, { by, at });
  if (attempt.stopRequestedAt === null) {
    updateAttempt(scope.db, attempt.id, { stopRequestedAt: at, stopRequestedBy: by });
    transitionAttempt(scope, attempt, run.experimentId, {
      event: { kind: "stop_asked" },
      at,
      actor: by,
      evidence: { kind: "request", by },
    });
    scope.touch(topics.run(run.id), topics.runs);
  }
  const message =
    run.origin === "external"
      ? `Asked. The client of ${run.name} gets the request with its next call; whether it stops is up to it.`
      : attempt.state === "unreachable"
        ? `The request is kept. It is delivered when the worker of ${run.name} calls again.`
        : `Asked. With its next heartbeat the worker sends ${stopSignals(recipeOf(scope.db, run)?.script?.stop ?? null)}.`;
  return { state: attempt.state, message };
}
