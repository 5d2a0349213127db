import { pointStore } from "#db/points/open-point-store.ts";
import { insertStatusEvent, updateAttempt, type AttemptRecord } from "#db/queries/attempts.ts";
import { updateRunFacts, type FoundExternal, type FoundSession } from "#db/queries/external.ts";
import { updateSession } from "#db/queries/external/writers.ts";
import { topics } from "../../../contracts/live.ts";
import type { StatusEvidence } from "../../../contracts/attempt.ts";
import { stateOfExit, type RunState } from "../../../contracts/run-lifecycle.ts";
import { actorName, type ServiceContext, type WriteScope } from "../../context.ts";

export type Found = Pick<FoundExternal, "run" | "told">;

/**
 * Gives an attempt and its run another state than the lifecycle led to, since more is known of it by now; a status row keeps
 * who said so. `endedAt` where that is another moment.
 */
export function restate(
  ctx: ServiceContext,
  scope: WriteScope,
  { run, attempt }: Pick<FoundExternal, "run"> & { attempt: AttemptRecord },
  { evidence, ...set }: { state: RunState; endedAt?: number | null; evidence: StatusEvidence },
): void {
  const at = ctx.now();
  updateAttempt(scope.db, attempt.id, set);
  updateRunFacts(scope.db, run.id, { ...set, stateAt: at });
  insertStatusEvent(scope.db, {
    runId: run.id,
    attemptId: attempt.id,
    at,
    fromState: attempt.state,
    toState: set.state,
    actor: actorName(ctx.actor),
    evidence,
  });
  Object.assign(attempt, set);
  scope.touch(topics.run(run.id), topics.experiment(run.experimentId), topics.runs);
}

/** Lets an ended attempt run on. What its end was is kept, until somebody goes on with its work. */
export function revive(
  ctx: ServiceContext,
  scope: WriteScope,
  { run, told }: Found,
  session: FoundSession,
): void {
  const { attempt } = session;
  takeAgain(scope, session);
  session.ranUntil ??= attempt.endedAt;
  updateSession(scope.db, attempt.id, { ranUntil: session.ranUntil });
  updateAttempt(scope.db, attempt.id, { lastSeenAt: ctx.now() });
  attempt.lastSeenAt = ctx.now();
  const evidence = { kind: "told" as const, client: told.client, code: null, reason: "it goes on" };
  restate(ctx, scope, { run, attempt }, { state: "running", endedAt: null, evidence });
}

/** Whether a process came after the end that is on record was told. One that was there before has gone on all the time. */
export const isLater = (
  { ranUntil, endToldAt }: Pick<FoundSession, "ranUntil" | "endToldAt">,
  { openedAt }: { openedAt: number },
): boolean => ranUntil !== null && openedAt >= (endToldAt ?? ranUntil);

/** Lets an attempt take points that took no more. */
export function takeAgain(scope: WriteScope, session: FoundSession): void {
  if (!session.closed) return;
  pointStore(scope.db).reopenAttempt(session.attempt.id);
  updateSession(scope.db, session.attempt.id, { closed: false });
  session.closed = false;
}

/**
 * Gives an attempt the end that was told of it, at the moment that is on record where no other is given, by its own clock: whoever
 * spoke since has added something and not gone on with the work.
 */
export function restoreEnd(
  ctx: ServiceContext,
  scope: WriteScope,
  { run, told }: Found,
  { attempt, ranUntil }: FoundSession,
  endedAt = ranUntil,
): void {
  const state = attempt.exit ? stateOfExit(attempt.exit) : "failed";
  updateSession(scope.db, attempt.id, { ranUntil: null });
  const code = attempt.exit?.code ?? null;
  const evidence = {
    kind: "told" as const,
    client: told.client,
    code,
    reason: "what came since was added to it",
  };
  restate(ctx, scope, { run, attempt }, { state, endedAt, evidence });
}
