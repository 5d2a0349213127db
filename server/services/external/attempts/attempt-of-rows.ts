import { pointStore } from "#db/points/open-point-store.ts";
import type { PointColumns } from "#db/points/point-store.ts";
import { selectAttempt, updateAttempt, type AttemptRecord } from "#db/queries/attempts.ts";
import { closeSession, selectSession, type FoundSession } from "#db/queries/external.ts";
import { updateSession, upsertWriter, type WriterRecord } from "#db/queries/external/writers.ts";
import { DEFAULT_AXIS } from "../../../../workers/protocol/default-axis.ts";
import { MACHINE_AXIS } from "../../../../workers/protocol/machine/machine-metrics.ts";
import { isEnded } from "../../../contracts/run-lifecycle.ts";
import { writeWhole } from "../../../wording/numbers.ts";
import { transitionAttempt } from "../../attempts/transition.ts";
import type { ServiceContext, WriteScope } from "../../context.ts";
import { lastUpTo } from "../../series/last-up-to.ts";
import { ingestActor, openSession } from "../session.ts";
import { beginsAfter, goBefore } from "./go-before.ts";
import { byOwnClock, clockOffset, lastLogged, type TimedRows } from "./own-times.ts";
import { isLater, restoreEnd, revive, takeAgain, type Found } from "./run-on.ts";
import { settleRollouts } from "./settle-rollouts.ts";
import { isOfWork, standingOf, type Reached, type Standing } from "./standing.ts";
import { othersSince, takeOver, writerOf } from "./writers.ts";

/** Rows that were logged so long after an end that was told say that somebody goes on. */
const AFTER_END_MS = 5000;

/** Metrics that are remembered of a process that adds them. */
const MOST_ADDED = 1000;

/** Begins another attempt for a process that went back behind the last word of the one before. */
function goBack(
  ctx: ServiceContext,
  scope: WriteScope,
  found: Found,
  {
    session,
    series,
    writer,
  }: { session: FoundSession; series: (Reached & { firstX: number })[]; writer: string },
): AttemptRecord {
  const { run, told } = found;
  const { attempt } = session;
  const onSteps = series
    .filter(({ axis }) => axis === DEFAULT_AXIS)
    .toSorted((a, b) => (b.lastX ?? 0) - (a.lastX ?? 0))
    .at(0);
  // Steps are whole: what stands half a step before is before it.
  const upon = onSteps ? lastUpTo(pointStore(scope.db), onSteps.id, onSteps.firstX - 0.5) : null;
  if (session.ranUntil !== null) restoreEnd(ctx, scope, found, session);
  // Whoever opens a run makes its attempt heard, and was not the one who worked: the last row says when that ended.
  const endedAt = lastLogged(attempt.id, scope) ?? byOwnClock(attempt.lastSeenAt, session);
  if (!isEnded(attempt.state)) {
    const from = onSteps ? ` from step ${writeWhole(onSteps.firstX)}` : "";
    const exit = {
      code: null,
      signal: null,
      askedBy: told.client,
      reason: "unknown" as const,
      endedAt,
      escalation: [],
      detail: `its heartbeat stopped, and another process went on${from}`,
      leftovers: 0,
      toldBy: told.client,
    };
    updateAttempt(scope.db, attempt.id, { exit, phase: null });
    transitionAttempt(scope, attempt, run.experimentId, {
      event: { kind: "ended", exit },
      at: ctx.now(),
      actor: ingestActor(ctx).name,
      evidence: { kind: "told", client: told.client, code: null, reason: exit.detail },
      takesLateRows: true,
      endedAt: Math.max(endedAt, attempt.startedAt ?? 0),
    });
  }
  closeSession(scope.db, attempt.id);
  pointStore(scope.db).closeAttempt(attempt.id);
  const fresh = openSession(ctx, scope, { ...found, run: { ...run, state: attempt.state } }, writer);
  const checkpoint = upon && { attemptId: attempt.id, n: attempt.n, path: "", step: upon.x, at: upon.at };
  updateAttempt(scope.db, fresh.id, {
    begun: { kind: "resume", by: told.client, automatic: false, checkpoint },
  });
  return fresh;
}

/** The attempt that what is neither a row nor an end belongs to: the newest. */
export function newestAttempt(
  ctx: ServiceContext,
  scope: WriteScope,
  found: Found,
  writer: string,
): AttemptRecord {
  const { attempt: bound } = ingestActor(ctx);
  if (bound) return selectAttempt(scope.db, bound.id) as AttemptRecord;
  return selectSession(scope.db, found.run.id)?.attempt ?? openSession(ctx, scope, found, writer);
}

/** What decides to which attempt rows belong. */
export interface ArrivedRows extends TimedRows {
  /** History as it will stand; null for figures of the machine, which say nothing of the work. */
  columns: readonly PointColumns[] | null;
  /** What comes after an end was logged after it: none of it was on its way. */
  isInOrder: boolean;
  /** Several processes write at once by their client's word: one that has been quiet for a moment still works. */
  isShared: boolean;
}

/** Where an older process's rows go: to its own attempt, though another one has begun since. */
function ownAttempt(scope: WriteScope, own: WriterRecord): AttemptRecord | undefined {
  const attempt = own.attemptId === null ? undefined : selectAttempt(scope.db, own.attemptId);
  if (attempt) pointStore(scope.db).reopenAttempt(attempt.id);
  return attempt;
}

/**
 * The attempt that rows belong to: the one rule for every client. A process goes on with the attempt that is there, whether that
 * has ended or not, unless it goes back behind what is there while nobody else works: then another attempt begins, and both keep
 * what they sent. What a process adds that nobody sent before joins the attempt and leaves its end as it was.
 */
export function attemptOfRows(
  ctx: ServiceContext,
  scope: WriteScope,
  found: Found,
  rows: ArrivedRows,
): AttemptRecord {
  const { attempt: bound } = ingestActor(ctx);
  if (bound) return selectAttempt(scope.db, bound.id) as AttemptRecord;
  const { db } = scope;
  const now = ctx.now();
  const session = selectSession(db, found.run.id);
  if (!session) return openSession(ctx, scope, found, rows.writer);
  const own = writerOf(scope, found, { writer: rows.writer, session, at: now });
  own.lastSeenAt = now;
  // Taken for ended while it was silent, it goes on after all.
  if (own.endedAt !== null && rows.lastAt > byOwnClock(own.endedAt, session)) own.endedAt = null;
  const { attempt } = session;
  if (own.standing !== null && own.attemptId !== attempt.id) {
    upsertWriter(db, own);
    return ownAttempt(scope, own) ?? attempt;
  }
  if (rows.columns === null) {
    upsertWriter(db, own);
    takeAgain(scope, session);
    return attempt;
  }
  const standing: Standing =
    own.standing === "works" ? { kind: "works" } : read(scope, own, attempt, rows.columns);
  const since = rows.isShared ? now - ctx.timing.externalBesideMs : own.openedAt;
  const isAlone = () => othersSince(scope, own, attempt.id, since).length === 0;
  const isBack = standing.kind === "back" && isAlone();
  const isOld = isBack && clockOffset(scope, session, rows, now) === 0;
  const firstStep = isOld ? beginsAfter(scope, attempt.id, rows.columns, rows.lastAt) : null;
  let kept = attempt;
  if (firstStep !== null) kept = goBefore(ctx, scope, found, { session, rows, firstStep });
  else if (isBack)
    kept = goBack(ctx, scope, found, { session, series: standing.series, writer: rows.writer });
  const isNew = own.standing === null;
  own.attemptId = kept.id;
  own.standing = standing.kind === "adds" ? "adds" : "works";
  if (standing.kind === "adds")
    own.added = [...new Set([...own.added, ...standing.metrics])].slice(0, MOST_ADDED);
  upsertWriter(db, own);
  if (isNew) settleRollouts(ctx, scope, own, kept.id);
  if ((isBack && firstStep === null) || (isNew && standing.kind === "works"))
    takeOver(scope, own, { attemptId: attempt.id, since });
  if (kept !== attempt) return kept;
  if (standing.kind === "adds") {
    if (isLater(session, own)) restoreEnd(ctx, scope, found, session);
    takeAgain(scope, session);
    return attempt;
  }
  const isRevived = isEnded(attempt.state) && speaksOn(session, { ...rows, now });
  if (isRevived) revive(ctx, scope, found, session);
  // One that was killed told no end; whoever goes on with its work alone does so after a pause all the same.
  const isNext = isNew && session.ranUntil === null && isAlone();
  if (isNext) session.ranUntil = lastLogged(attempt.id, scope);
  if (isNext || isRevived || isLater(session, own))
    endPause(scope, session, { ...rows, now, isOpened: !isRevived });
  return attempt;
}

/**
 * Somebody goes on with the work after an end: the time in between was nobody's. A process that opened the run for it will tell
 * an end of its own; where none did, the end that is on record stands once nobody speaks.
 */
function endPause(
  scope: WriteScope,
  session: FoundSession,
  { now, isOpened, ...rows }: ArrivedRows & { now: number; isOpened: boolean },
): void {
  const { attempt, ranUntil, idleMs } = session;
  const offset = clockOffset(scope, session, rows, now);
  const pause = ranUntil === null ? 0 : Math.max(0, rows.firstAt - offset - ranUntil);
  updateSession(scope.db, attempt.id, {
    ranUntil: isOpened ? null : rows.lastAt - offset,
    ...(!isOpened && { endToldAt: now }),
    idleMs: idleMs + pause,
  });
  if (isOpened) updateAttempt(scope.db, attempt.id, { exit: null });
}

function read(
  { db }: WriteScope,
  { added }: WriterRecord,
  { id }: AttemptRecord,
  columns: readonly PointColumns[],
): Standing {
  const store = pointStore(db);
  const names = columns.map(({ metric }) => metric);
  const before = store.series([id], names);
  const logged = store.names(id).filter(({ axis }) => axis !== MACHINE_AXIS);
  if (before.length === 0 && logged.length === 0) return { kind: "works" };
  const trains = logged.some(({ metric }) => isOfWork(metric));
  return standingOf(columns, before, { own: new Set(added), trains });
}

/** Whether rows after an end are not late but say that somebody goes on: they were logged, and came, a while after it. */
function speaksOn(
  { attempt, closed, endToldAt }: FoundSession,
  { lastAt, isInOrder, now }: ArrivedRows & { now: number },
): boolean {
  const endedAt = attempt.endedAt ?? now;
  const isAfter = lastAt > endedAt + AFTER_END_MS && now > (endToldAt ?? endedAt) + AFTER_END_MS;
  return closed || isInOrder || isAfter;
}
