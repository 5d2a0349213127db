import { updateAttempt } from "#db/queries/attempts.ts";
import {
  selectExternalRun,
  selectSession,
  updateRunFacts,
  type FoundExternal,
  type FoundSession,
} from "#db/queries/external.ts";
import {
  selectWaitingEnds,
  selectWriter,
  selectWriters,
  updateSession,
  upsertWriter,
} from "#db/queries/external/writers.ts";
import { selectStopAsked } from "#db/queries/external/stop-asked.ts";
import type { ExitReason, ExitRecord } from "../../../workers/protocol/exit.ts";
import type { StatusEvidence } from "../../contracts/attempt.ts";
import { topics } from "../../contracts/live.ts";
import { isEnded, stateOfExit } from "../../contracts/run-lifecycle.ts";
import { commit, type ServiceContext, type WriteScope } from "../context.ts";
import { hearAttempt } from "../attempts/heartbeat.ts";
import { transitionAttempt } from "../attempts/transition.ts";
import { isLater, restate, restoreEnd } from "./attempts/run-on.ts";
import { settleRollouts } from "./attempts/settle-rollouts.ts";
import { othersSpeak } from "./attempts/writers.ts";
import { elapsedSince, isDueAgain } from "../clock.ts";
import { byOwnClock, endOf } from "./attempts/own-times.ts";
import { ingestActor, requireExternal } from "./session.ts";
import type { ExternalVerbs } from "../../contracts/external/verbs.ts";

type Told = Parameters<ExternalVerbs["end"]>[1];

const REASONS: Record<Told["state"], ExitReason> = { finished: "ok", failed: "error", killed: "stopped" };

/** What is on record of an end: by its client's word, or as it was seen, with what a process of ours would say. */
function exitOf(
  { state, exitCode, reason, witness }: Told,
  client: string,
  ownEnd: number,
  asked: string | null,
) {
  const code = exitCode !== null && Number.isSafeInteger(exitCode) ? exitCode : null;
  return {
    code,
    signal: witness?.signal ?? null,
    askedBy: witness?.askedBy ?? (state === "killed" ? asked : null),
    reason: REASONS[state],
    endedAt: witness?.endedAt ?? ownEnd,
    escalation: [],
    // Of its steps nobody knows anything: what was seen is that the command ended.
    detail: (reason ?? (witness && state === "finished" ? "the command ended" : "")).slice(0, 2000),
    leftovers: 0,
    ...(witness ? {} : { toldBy: client }),
  };
}

/**
 * Notes the end of one of several processes. Whether that says nothing of the run's state by now: others speak, and what became
 * of the work is kept until the last of them has ended; or it only added to what has an end.
 */
function isSettled(
  ctx: ServiceContext,
  scope: WriteScope,
  found: Pick<FoundExternal, "run" | "told">,
  {
    session,
    writer,
    exit,
    ownEnd,
  }: { session: FoundSession; writer: string; exit: ExitRecord; ownEnd: number },
): boolean {
  const { attempt } = session;
  const known = selectWriter(scope.db, found.run.id, writer);
  if (!known) return false;
  const at = ctx.now();
  upsertWriter(scope.db, { ...known, endedAt: at });
  if (known.standing === null) settleRollouts(ctx, scope, known, attempt.id);
  if (known.standing !== null && known.attemptId !== attempt.id) return true;
  if (isEnded(attempt.state)) return false;
  const works = known.standing === "works";
  if (othersSpeak(ctx, scope, known)) {
    if (works) keepEnd(scope, session, worseOf(attempt.exit, exit), { ownEnd, toldAt: at });
    return true;
  }
  if (works) return false;
  // What only adds does not say what became of work that fell silent before.
  if (attempt.exit === null) return known.standing === "adds" && writer !== session.writer;
  restoreEnd(ctx, scope, found, session, isLater(session, known) ? session.ranUntil : ownEnd);
  return true;
}

/** Of two processes that worked together the end of the one that did not finish. */
const worseOf = (before: ExitRecord | null, exit: ExitRecord): ExitRecord =>
  before !== null && before.reason !== "ok" ? before : exit;

/** Whether another process that worked on the run has told its end before this one. */
const isLastOfMany = ({ db }: WriteScope, runId: string, writer: string | undefined): boolean =>
  writer !== undefined &&
  selectWriters(db, runId).some(
    (other) => other.writer !== writer && other.standing === "works" && other.endedAt !== null,
  );

/** Counts all processes that write into a run as ended. */
function endAll({ db }: WriteScope, runId: string, at: number): void {
  for (const writer of selectWriters(db, runId))
    upsertWriter(db, { ...writer, endedAt: writer.endedAt ?? at });
}

/** Keeps the end of a process until the others that speak have ended too. */
function keepEnd(
  scope: WriteScope,
  { attempt }: FoundSession,
  exit: ExitRecord,
  { ownEnd, toldAt }: { ownEnd: number; toldAt: number },
): void {
  updateAttempt(scope.db, attempt.id, { exit });
  updateSession(scope.db, attempt.id, { ranUntil: ownEnd, endToldAt: toldAt });
}

/**
 * The end as it is told. A client's word is a claim; told again, it changes nothing. Who started the process and waited for it
 * has seen it: that wins over a claim, before it and after it.
 */
export function endExternalRun(ctx: ServiceContext, runId: string, end: Told): void {
  commit(ctx, (scope) => {
    const { run, told } = requireExternal(ctx, runId);
    const session = selectSession(scope.db, runId);
    if (!session) return;
    const { attempt } = session;
    const at = ctx.now();
    const ownEnd = endOf(ctx, scope, { run, attempt }, { lagMs: session.lagMs, sent: end.endedAt ?? null });
    const own = exitOf(end, told.client, ownEnd, attempt.stopRequestedBy);
    const { writer } = end;
    const witness = end.witness ?? null;
    // Who saw the program end saw all of its processes end.
    if (witness) endAll(scope, runId, at);
    else if (
      writer !== undefined &&
      isSettled(ctx, scope, { run, told }, { session, writer, exit: own, ownEnd })
    )
      return;
    if (isEnded(attempt.state) && (!witness || run.statusSource === "supervised")) return;
    const exit = !witness && isLastOfMany(scope, runId, writer) ? worseOf(attempt.exit, own) : own;
    updateSession(scope.db, attempt.id, { ranUntil: null, endToldAt: at });
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
      lastSeenAt: at,
      phase: null,
      ...(witness ? { pid: witness.pid, pidStart: witness.start, bootId: witness.boot } : {}),
    });
    if (witness) updateRunFacts(scope.db, runId, { statusSource: "supervised" });
    if (!isEnded(attempt.state)) {
      const event = { kind: "ended" as const, exit };
      transitionAttempt(scope, attempt, run.experimentId, {
        event,
        at,
        actor,
        evidence,
        takesLateRows: true,
        ...(!witness && { endedAt: ownEnd }),
      });
      return;
    }
    const seen = stateOfExit(exit);
    if (seen === attempt.state) return scope.touch(topics.run(runId), topics.runs);
    restate(ctx, scope, { run, attempt }, { state: seen, evidence });
  });
}

/** One of several processes stops. Where the run's end was told already, it ends with the last of them. */
export function leaveExternalRun(ctx: ServiceContext, runId: string, writer: string): void {
  commit(ctx, (scope) => {
    const { run, told } = requireExternal(ctx, runId);
    const known = selectWriter(scope.db, runId, writer);
    if (!known) return;
    upsertWriter(scope.db, { ...known, endedAt: ctx.now() });
    const session = selectSession(scope.db, runId);
    if (session && known.standing === null) settleRollouts(ctx, scope, known, session.attempt.id);
    if (!session || session.ranUntil === null || isEnded(session.attempt.state)) return;
    if (session.attempt.exit !== null && !othersSpeak(ctx, scope, known))
      restoreEnd(ctx, scope, { run, told }, session, byOwnClock(ctx.now(), session));
  });
}

/** When the last of those ended who were there before the end that was told, by the clock of the attempt. */
function endOfWork({ db }: WriteScope, session: FoundSession): number {
  const { attempt } = session;
  const until = session.ranUntil ?? byOwnClock(attempt.lastSeenAt, session);
  const heard = selectWriters(db, attempt.runId)
    .filter((writer) => writer.attemptId === attempt.id && !isLater(session, writer))
    .flatMap(({ lastSeenAt, endedAt }) => endedAt ?? lastSeenAt ?? []);
  return Math.max(until, ...heard.map((at) => byOwnClock(at, session)));
}

/** Gives runs the end that was told of them, whose other processes fell silent since. Returns how many. */
export function endSilentExternal(ctx: ServiceContext): number {
  const waiting = selectWaitingEnds(ctx.db);
  if (waiting.length === 0) return 0;
  return commit(ctx, (scope) => {
    let ended = 0;
    for (const runId of waiting) {
      const found = selectExternalRun(scope.db, runId);
      const session = selectSession(scope.db, runId);
      if (!found || !session || session.attempt.exit === null) continue;
      if (elapsedSince(ctx, session.attempt.lastSeenAt) < ctx.timing.externalBesideMs) continue;
      if (othersSpeak(ctx, scope, { runId, writer: null })) continue;
      restoreEnd(ctx, scope, found, session, endOfWork(scope, session));
      ended += 1;
    }
    return ended;
  });
}

/** Who was heard so lately is not noted again: rows that came with a sign of life are one. */
const HEAR_EVERY_MS = 500;

/** The client is alive. */
export function recordHeartbeat(ctx: ServiceContext, runId: string, writer?: string): void {
  const { run } = requireExternal(ctx, runId);
  const known = writer === undefined ? undefined : selectWriter(ctx.db, runId, writer);
  if (known && !isDueAgain(ctx, known.lastSeenAt ?? undefined, HEAR_EVERY_MS)) return;
  commit(ctx, (scope) => {
    const session = selectSession(scope.db, runId);
    if (known) upsertWriter(scope.db, { ...known, lastSeenAt: ctx.now() });
    if (session) hearAttempt(ctx, scope, session.attempt, run);
  });
}

/** Whether a person pressed Stop and the client has to be told. */
export function isStopAsked(ctx: ServiceContext, runId: string): boolean {
  requireExternal(ctx, runId);
  const newest = selectStopAsked(ctx.db, runId);
  return newest !== undefined && newest.askedAt !== null && !isEnded(newest.state);
}
