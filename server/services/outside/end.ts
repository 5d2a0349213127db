import { updateAttempt } from "#db/queries/attempts.ts";
import { selectSession, updateRunFacts, type FoundOutside, type FoundSession } from "#db/queries/outside.ts";
import { selectWriter, upsertWriter } from "#db/queries/outside/writers.ts";
import type { ExitReason } from "../../../workers/protocol/exit.ts";
import type { StatusEvidence } from "../../contracts/attempt.ts";
import { topics } from "../../contracts/live.ts";
import { isEnded, stateOfExit } from "../../contracts/run-lifecycle.ts";
import { commit, type ServiceContext, type WriteScope } from "../context.ts";
import { hearAttempt } from "../attempts/heartbeat.ts";
import { transitionAttempt } from "../attempts/transition.ts";
import { othersWork } from "./attempts/attempt-of-rows.ts";
import { restate, restoreEnd } from "./attempts/run-on.ts";
import { ingestActor, requireOutside } from "./session.ts";
import type { OutsideVerbs } from "../../contracts/outside/verbs.ts";

type Told = Parameters<OutsideVerbs["end"]>[1];

const REASONS: Record<Told["state"], ExitReason> = { finished: "ok", failed: "error", killed: "stopped" };

/** What is on record of an end: by its client's word, or as it was seen, with what a process of ours would say. */
function exitOf(
  { state, exitCode, reason, witness }: Told,
  client: string,
  at: number,
  asked: string | null,
) {
  const code = exitCode !== null && Number.isSafeInteger(exitCode) ? exitCode : null;
  return {
    code,
    signal: witness?.signal ?? null,
    askedBy: witness?.askedBy ?? (state === "killed" ? asked : null),
    reason: REASONS[state],
    endedAt: witness?.endedAt ?? at,
    escalation: [],
    // Of its steps nobody knows anything: what was seen is that the command ended.
    detail: (reason ?? (witness && state === "finished" ? "the command ended by itself" : "")).slice(0, 2000),
    leftovers: 0,
    ...(witness ? {} : { toldBy: client }),
  };
}

/** Notes the end of one of several processes. Whether the run's state is settled by that: others work, or it only added. */
function isSettled(
  ctx: ServiceContext,
  scope: WriteScope,
  found: Pick<FoundOutside, "run" | "told">,
  { session, writer }: { session: FoundSession; writer: string },
): boolean {
  const { attempt } = session;
  const known = selectWriter(scope.db, found.run.id, writer);
  if (!known) return false;
  upsertWriter(scope.db, { ...known, endedAt: ctx.now() });
  if (known.standing !== null && known.attemptId !== attempt.id) return true;
  if (isEnded(attempt.state)) return false;
  if (othersWork(ctx, scope, known, attempt.id)) return true;
  if (session.ranUntil === null || known.standing === "works") return false;
  restoreEnd(ctx, scope, found, session);
  return true;
}

/**
 * The end as it is told. A client's word is a claim; told again, it changes nothing. Who started the process and waited for it
 * has seen it: that wins over a claim, before it and after it.
 */
export function endOutside(ctx: ServiceContext, runId: string, end: Told): void {
  commit(ctx, (scope) => {
    const { run, told } = requireOutside(ctx, runId);
    const session = selectSession(scope.db, runId);
    if (
      session &&
      end.writer !== undefined &&
      isSettled(ctx, scope, { run, told }, { session, writer: end.writer })
    )
      return;
    const witness = end.witness ?? null;
    if (!session || (isEnded(session.attempt.state) && (!witness || run.basis === "witnessed"))) return;
    const { attempt } = session;
    const at = ctx.now();
    const exit = exitOf(end, told.client, at, attempt.stopAskedBy);
    const actor = ingestActor(ctx).name;
    const evidence: StatusEvidence = witness
      ? {
          kind: "exit",
          code: exit.code,
          signal: exit.signal,
          reason: exit.reason,
          askedBy: exit.askedBy,
          detail: exit.detail,
        }
      : { kind: "told", client: told.client, code: exit.code, reason: end.reason };
    updateAttempt(scope.db, attempt.id, {
      exit,
      heardAt: at,
      phase: null,
      ...(witness ? { pid: witness.pid, pidStart: witness.start, bootId: witness.boot } : {}),
    });
    if (witness) updateRunFacts(scope.db, runId, { basis: "witnessed" });
    if (!isEnded(attempt.state)) {
      const event = { kind: "ended" as const, exit };
      transitionAttempt(scope, attempt, run.experimentId, {
        event,
        at,
        actor,
        evidence,
        takesLateRows: true,
      });
      return;
    }
    const seen = stateOfExit(exit);
    if (seen === attempt.state) return scope.touch(topics.run(runId), topics.runs);
    restate(ctx, scope, { run, attempt }, { state: seen, evidence });
  });
}

/** The client is alive. */
export function hearOutside(ctx: ServiceContext, runId: string, writer?: string): void {
  commit(ctx, (scope) => {
    const { run } = requireOutside(ctx, runId);
    const session = selectSession(scope.db, runId);
    const known = writer === undefined ? undefined : selectWriter(scope.db, runId, writer);
    if (known) upsertWriter(scope.db, { ...known, heardAt: ctx.now() });
    if (session) hearAttempt(ctx, scope, session.attempt, run);
  });
}

/** Whether a person pressed Stop and the client has to be told. */
export function isStopAsked(ctx: ServiceContext, runId: string): boolean {
  requireOutside(ctx, runId);
  const attempt = selectSession(ctx.db, runId)?.attempt;
  return attempt !== undefined && attempt.stopAskedAt !== null && !isEnded(attempt.state);
}
