import { pointStore } from "#db/points/open-point-store.ts";
import { updateAttempt, type AttemptRecord } from "#db/queries/attempts.ts";
import { updateRunFacts } from "#db/queries/outside.ts";
import { updateLag } from "#db/queries/outside/writers.ts";
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

/** A time as a client sent it; null where it is none. */
export const sentTime = (at: number | null | undefined): number | null =>
  at != null && Number.isFinite(at) && at > 0 && at <= MOST_MS ? Math.trunc(at) : null;

/** A moment here by the clock of a run whose rows come `lagMs` after their own time. */
const byOwnClock = (at: number, lagMs: number | null): number =>
  lagMs === null || Math.abs(lagMs) < AT_ONCE_MS ? at : at - lagMs;

function newStart({ attempt }: Own, firstAt: number | null, now: number): number | null {
  const { startedAt, claimedAt } = attempt;
  const isArrival = attempt.lastSeq === 0 && startedAt === claimedAt;
  if (firstAt === null) return isArrival ? null : startedAt;
  if (startedAt === null || (isArrival && firstAt > now + CLOCKS_AGREE_MS)) return firstAt;
  return Math.min(startedAt, firstAt);
}

/**
 * Notes what the times of rows that came now say: an attempt begins with its first row where nobody said an earlier moment, and
 * its clock may be another one than ours. Of rows without times nobody knows when they were logged.
 */
export function noteTimes(scope: WriteScope, own: Own, at: Float64Array, now: number): void {
  const { run, attempt } = own;
  const known = at.filter(Number.isFinite);
  const firstAt = known.length === 0 ? null : Math.floor(known.reduce((a, b) => Math.min(a, b)));
  const startedAt = newStart(own, firstAt, now);
  if (startedAt !== attempt.startedAt) {
    updateAttempt(scope.db, attempt.id, { startedAt });
    attempt.startedAt = startedAt;
  }
  if (attempt.n === 1 && run.startedAt !== startedAt) updateRunFacts(scope.db, run.id, { startedAt });
  if (firstAt === null) return;
  const lagMs = Math.round(now - known.reduce((a, b) => Math.max(a, b)));
  updateLag(scope.db, attempt.id, lagMs, AT_ONCE_MS / 2);
  if (lagMs < -CLOCKS_AGREE_MS)
    noteOnce(scope, run.id, now, {
      level: "caution",
      message: `The clock of this run's machine is ${writeDuration(-lagMs)} ahead of the server's. Times of the run are by its own clock.`,
      id: "clock ahead",
    });
}

/** Says of an ended run that its rows came long after they were logged, or that they came by a clock that is behind. */
function noteLag(
  scope: WriteScope,
  { run, attempt }: Own,
  lagMs: number,
  endedAt: number,
  now: number,
): void {
  const here = now - attempt.claimedAt;
  const lagOfStart = attempt.claimedAt - (attempt.startedAt ?? attempt.claimedAt);
  const isBehind = here > CLOCKS_AGREE_MS && Math.abs(lagMs - lagOfStart) < here / 10;
  const message = isBehind
    ? `The clock of this run's machine is ${writeDuration(lagMs)} behind the server's. Times of the run are by its own clock.`
    : `Synced ${writeDuration(now - endedAt)} after it ended.`;
  noteOnce(scope, run.id, now, { level: isBehind ? "caution" : "note", message, id: "arrived later" });
}

/** When an attempt ended by its own clock: as it was sent, else when its end came, less what its last rows took to come. */
export function endOf(
  ctx: ServiceContext,
  scope: WriteScope,
  { run, attempt }: Own,
  { lagMs, sent }: { lagMs: number | null; sent: number | null },
): number {
  const now = ctx.now();
  const lasts = pointStore(scope.db)
    .series([attempt.id], null)
    .flatMap(({ lastAt }) => lastAt ?? []);
  const own = byOwnClock(now, lagMs);
  const last = own === now ? now : lasts.reduce((a, b) => Math.max(a, b), own);
  const endedAt = Math.max(sentTime(sent) ?? Math.trunc(last), attempt.startedAt ?? 0);
  if (lagMs !== null && lagMs > CLOCKS_AGREE_MS) noteLag(scope, { run, attempt }, lagMs, endedAt, now);
  return endedAt;
}
