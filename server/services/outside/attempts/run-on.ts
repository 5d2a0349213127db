import { pointStore } from "#db/points/open-point-store.ts";
import { insertStatusEvent, updateAttempt } from "#db/queries/attempts.ts";
import { updateRunFacts, type FoundOutside, type FoundSession } from "#db/queries/outside.ts";
import { updateSession } from "#db/queries/outside/writers.ts";
import { topics } from "../../../contracts/live.ts";
import { stateOfExit } from "../../../contracts/run-lifecycle.ts";
import type { ServiceContext, WriteScope } from "../../context.ts";
import { ingestActor } from "../session.ts";

export type Found = Pick<FoundOutside, "run" | "told">;

/** Lets an ended attempt run on. What its end was is kept, until somebody goes on with its work. */
export function revive(
  ctx: ServiceContext,
  scope: WriteScope,
  { run, told }: Found,
  session: FoundSession,
): void {
  const { attempt } = session;
  const at = ctx.now();
  takeAgain(scope, session);
  session.ranUntil ??= attempt.endedAt;
  updateSession(scope.db, attempt.id, { ranUntil: session.ranUntil });
  updateAttempt(scope.db, attempt.id, { state: "running", endedAt: null, heardAt: at });
  updateRunFacts(scope.db, run.id, { state: "running", stateAt: at, endedAt: null });
  insertStatusEvent(scope.db, {
    runId: run.id,
    attemptId: attempt.id,
    at,
    fromState: attempt.state,
    toState: "running",
    actor: ingestActor(ctx).name,
    evidence: { kind: "told", client: told.client, code: null, reason: "it goes on" },
  });
  Object.assign(attempt, { state: "running", endedAt: null, heardAt: at });
  scope.touch(topics.run(run.id), topics.experiment(run.experimentId), topics.runs);
}

/** Lets an attempt take points that took no more. */
export function takeAgain(scope: WriteScope, session: FoundSession): void {
  if (!session.closed) return;
  pointStore(scope.db).reopenAttempt(session.attempt.id);
  updateSession(scope.db, session.attempt.id, { closed: false });
  session.closed = false;
}

/** Gives an attempt back the end that it had: whoever spoke since has added something and not gone on with the work. */
export function restoreEnd(
  ctx: ServiceContext,
  scope: WriteScope,
  { run, told }: Found,
  { attempt, ranUntil }: FoundSession,
): void {
  const at = ctx.now();
  const state = attempt.exit ? stateOfExit(attempt.exit) : "failed";
  updateSession(scope.db, attempt.id, { ranUntil: null });
  updateAttempt(scope.db, attempt.id, { state, endedAt: ranUntil });
  updateRunFacts(scope.db, run.id, { state, stateAt: at, endedAt: ranUntil });
  insertStatusEvent(scope.db, {
    runId: run.id,
    attemptId: attempt.id,
    at,
    fromState: attempt.state,
    toState: state,
    actor: ingestActor(ctx).name,
    evidence: {
      kind: "told",
      client: told.client,
      code: attempt.exit?.code ?? null,
      reason: "what came since was added to it",
    },
  });
  Object.assign(attempt, { state, endedAt: ranUntil });
  scope.touch(topics.run(run.id), topics.experiment(run.experimentId), topics.runs);
}
