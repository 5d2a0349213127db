import { updateAttempt } from "#db/queries/attempts.ts";
import { selectSession } from "#db/queries/outside.ts";
import type { ExitReason } from "../../../workers/protocol/exit.ts";
import { isEnded } from "../../contracts/run-lifecycle.ts";
import { commit, type ServiceContext } from "../context.ts";
import { hearAttempt } from "../attempts/heartbeat.ts";
import { transitionAttempt } from "../attempts/transition.ts";
import { ingestActor, requireOutside } from "./session.ts";
import type { OutsideVerbs } from "./verbs.ts";

type Told = Parameters<OutsideVerbs["end"]>[1];

const REASONS: Record<Told["state"], ExitReason> = { finished: "ok", failed: "error", killed: "stopped" };

/** The end as the client tells it: a claim, not witnessed. Told again, it changes nothing. */
export function endOutside(ctx: ServiceContext, runId: string, { state, exitCode, reason }: Told): void {
  commit(ctx, (scope) => {
    const { run, told } = requireOutside(ctx, runId);
    const session = selectSession(scope.db, runId);
    if (!session || isEnded(session.attempt.state)) return;
    const { attempt } = session;
    const at = ctx.now();
    const code = exitCode !== null && Number.isSafeInteger(exitCode) ? exitCode : null;
    const exit = {
      code,
      signal: null,
      askedBy: state === "killed" ? attempt.stopAskedBy : null,
      reason: REASONS[state],
      endedAt: at,
      escalation: [],
      detail: (reason ?? "").slice(0, 2000),
      leftovers: 0,
      toldBy: told.client,
    };
    updateAttempt(scope.db, attempt.id, { exit, heardAt: at, phase: null });
    transitionAttempt(scope, attempt, run.experimentId, {
      event: { kind: "ended", exit },
      at,
      actor: ingestActor(ctx).name,
      evidence: { kind: "told", client: told.client, code, reason },
      takesLateRows: true,
    });
  });
}

/** The client is alive. */
export function hearOutside(ctx: ServiceContext, runId: string): void {
  commit(ctx, (scope) => {
    const { run } = requireOutside(ctx, runId);
    const session = selectSession(scope.db, runId);
    if (session) hearAttempt(ctx, scope, session.attempt, run);
  });
}

/** Whether a person pressed Stop and the client has to be told. */
export function isStopAsked(ctx: ServiceContext, runId: string): boolean {
  requireOutside(ctx, runId);
  const attempt = selectSession(ctx.db, runId)?.attempt;
  return attempt !== undefined && attempt.stopAskedAt !== null && !isEnded(attempt.state);
}
