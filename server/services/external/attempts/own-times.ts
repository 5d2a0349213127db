import { isComputedAnew } from "#db/points/computed-anew.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { updateAttempt, type AttemptRecord } from "#db/queries/attempts.ts";
import { selectSession, updateRunFacts, type FoundSession } from "#db/queries/external.ts";
import { selectWriter, updateLag } from "#db/queries/external/writers.ts";
import type { RunRecord } from "#db/queries/runs.ts";
import { writeDuration } from "../../../wording/times.ts";
import type { ServiceContext, WriteScope } from "../../context.ts";
import { noteOnce } from "../say.ts";

/** Clocks of a client and of this server that agree differ by less, ms. */
export const CLOCKS_AGREE_MS = 60_000;
/** Rows that come so soon after they were logged say nothing of another clock, ms. */
const AT_ONCE_MS = 2000;
/** Milliseconds since the epoch that a date can have. */
const MOST_MS = 8.64e15;

interface Own {
  run: RunRecord;
  attempt: AttemptRecord;
}

/** Rows that came now, as far as they say whose clock they are by. */
export interface TimedRows {
  writer: string;
  /** When they were logged: the first, and the last. */
  firstAt: number;
  lastAt: number;
  /** They are of a folder, whose times are of before it was sent. */
  isResent?: boolean;
}

/** A session, as far as it says how its times stand to ours. */
type Clock = Pick<FoundSession, "lagMs" | "clock">;

export const isMoment = (at: number): boolean => at > 0 && at <= MOST_MS;

/** A time as a client sent it; null where it is none. */
export const sentTime = (at: number | null | undefined): number | null =>
  at != null && isMoment(at) ? Math.trunc(at) : null;

/** Whether rows came so soon after they were logged that both clocks count as one. */
export const atOnce = (lagMs: number | null): boolean => lagMs === null || Math.abs(lagMs) < AT_ONCE_MS;

/** A moment here by the clock of an attempt whose rows come `lagMs` after their own time. */
export const byOwnClock = (at: number, { lagMs }: Pick<Clock, "lagMs">): number =>
  atOnce(lagMs) ? at : at - (lagMs ?? 0);

/**
 * Whether rows came as they were logged, by whatever clock: their own time went on as fast as ours. What is sent afterwards comes
 * faster than it was logged.
 */
function isLive({ claimedAt, startedAt }: AttemptRecord, lagMs: number, now: number): boolean {
  const lagOfStart = claimedAt - (startedAt ?? claimedAt);
  return Math.abs(lagMs - lagOfStart) <= Math.max(AT_ONCE_MS, (now - claimedAt) / 10);
}

/**
 * By how much rows of one process are ahead of the clock that the times of a live attempt are by, ms; 0 where they are by that
 * clock, or were logged long before they came.
 */
export function clockOffset(
  scope: WriteScope,
  { attempt, lagMs, clock }: { attempt: AttemptRecord } & Clock,
  { writer, firstAt, lastAt, isResent }: TimedRows,
  now: number,
): number {
  const offset = lagMs === null ? 0 : lagMs - (now - lastAt);
  if (lagMs === null || clock === null || clock === writer || isResent) return 0;
  if (Math.abs(offset) <= CLOCKS_AGREE_MS || !isLive(attempt, lagMs, now)) return 0;
  const openedAt = selectWriter(scope.db, attempt.runId, writer)?.openedAt ?? now;
  return lastAt - firstAt <= now - openedAt + AT_ONCE_MS ? offset : 0;
}

function newStart({ run, attempt }: Own, firstAt: number | null, now: number): number | null {
  const { startedAt, claimedAt } = attempt;
  // A run is made before its attempt, by a clock that goes on.
  const isArrival = attempt.lastSeq === 0 && (startedAt === claimedAt || startedAt === run.queuedAt);
  if (firstAt === null) return isArrival ? null : startedAt;
  if (startedAt === null || (isArrival && firstAt > now + CLOCKS_AGREE_MS)) return firstAt;
  return Math.min(startedAt, firstAt);
}

/** Says that rows are by another clock than the attempt; they keep their own times, and start and end are not theirs. */
function isOfAnotherClock(scope: WriteScope, { run, attempt }: Own, rows: TimedRows, now: number): boolean {
  const isNear = Math.abs(now - rows.lastAt) <= CLOCKS_AGREE_MS;
  if (isNear && rows.firstAt >= (attempt.startedAt ?? 0) - CLOCKS_AGREE_MS) return false;
  const session = selectSession(scope.db, run.id);
  if (!session || session.attempt.id !== attempt.id) return false;
  const offset = clockOffset(scope, session, rows, now);
  if (offset === 0) return false;
  const stands = `${writeDuration(Math.abs(offset))} ${offset > 0 ? "ahead of" : "behind"}`;
  const message = `The clock of one process of this run is ${stands} that of the process that began it. Its values keep their own times; start, end and duration are by the clock of the first.`;
  noteOnce(scope, run.id, now, { level: "warning", message, id: "another clock" });
  return true;
}

/**
 * Notes what the times of rows that came now say: an attempt begins with its first row where nobody said an earlier moment, and
 * its clock may be another one than ours. Of rows without times nobody knows when they were logged.
 */
export function noteTimes(
  scope: WriteScope,
  own: Own,
  { at, writer, isResent }: { at: Float64Array; writer: string; isResent?: boolean },
  now: number,
): void {
  const { run, attempt } = own;
  const known = at.filter(isMoment);
  const firstAt = known.length === 0 ? null : Math.floor(known.reduce((a, b) => Math.min(a, b)));
  const lastAt = known.reduce((a, b) => Math.max(a, b), 0);
  if (firstAt !== null && isOfAnotherClock(scope, own, { writer, firstAt, lastAt, isResent }, now)) return;
  const startedAt = newStart(own, firstAt, now);
  if (startedAt !== attempt.startedAt) {
    updateAttempt(scope.db, attempt.id, { startedAt });
    attempt.startedAt = startedAt;
  }
  if (attempt.n === 1 && run.startedAt !== startedAt) updateRunFacts(scope.db, run.id, { startedAt });
  if (firstAt === null) return;
  const lagMs = Math.round(now - lastAt);
  updateLag(scope.db, attempt.id, { lagMs, writer, agree: CLOCKS_AGREE_MS, least: AT_ONCE_MS / 2 });
  if (lagMs < -CLOCKS_AGREE_MS)
    noteOnce(scope, run.id, now, {
      level: "warning",
      message: `The clock of this run's machine is ${writeDuration(-lagMs)} ahead of the server's. Times of the run are by its own clock.`,
      id: "clock ahead",
    });
}

/** How long after it was logged what an attempt sent last came, by the rows; null where they came as they were logged. */
export const syncedAfter = (attempt: AttemptRecord, lagMs: number | null, now: number): number | null =>
  lagMs === null || lagMs <= CLOCKS_AGREE_MS || isLive(attempt, lagMs, now) ? null : lagMs;

/** When the last value of an attempt was logged; null before the first. */
export function lastLogged(attemptId: string, { db }: Pick<WriteScope, "db">): number | null {
  const series = pointStore(db).series([attemptId], null);
  // What is computed of completions stands at their arrival, and those of the next process may come before its rows.
  const logged = series.flatMap(({ metric, lastAt }) => (isComputedAnew(metric) ? [] : (lastAt ?? [])));
  return logged.length === 0 ? null : logged.reduce((a, b) => Math.max(a, b));
}

/**
 * When an attempt ended by its own clock: as it was sent, else with its last row where it was synced afterwards, else when its
 * end came, less what its clock is behind.
 */
export function endOf(
  ctx: ServiceContext,
  scope: WriteScope,
  { run, attempt }: Own,
  { lagMs, sent }: { lagMs: number | null; sent: number | null },
): number {
  const now = ctx.now();
  const own = byOwnClock(now, { lagMs });
  const isSynced = own !== now && !isLive(attempt, lagMs ?? 0, now);
  const last = isSynced ? (lastLogged(attempt.id, scope) ?? own) : own;
  const endedAt = Math.max(sentTime(sent) ?? Math.trunc(last), attempt.startedAt ?? 0);
  const here = now - attempt.claimedAt;
  if (lagMs !== null && lagMs > CLOCKS_AGREE_MS && here > CLOCKS_AGREE_MS && !isSynced)
    noteOnce(scope, run.id, now, {
      level: "warning",
      message: `The clock of this run's machine is ${writeDuration(lagMs)} behind the server's. Times of the run are by its own clock.`,
      id: "arrived later",
    });
  return endedAt;
}
