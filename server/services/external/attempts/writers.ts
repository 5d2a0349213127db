import { selectSession, type FoundSession } from "#db/queries/external.ts";
import {
  selectWriter,
  selectWriters,
  upsertWriter,
  type WriterRecord,
} from "#db/queries/external/writers.ts";
import { isEnded } from "../../../contracts/run-lifecycle.ts";
import type { ServiceContext, WriteScope } from "../../context.ts";
import { revive, type Found } from "./run-on.ts";

/** A process as it is known; one that was never heard of, or that was here before processes were told apart, as it begins. */
export function writerOf(
  { db }: WriteScope,
  { run }: Found,
  { writer, session, at }: { writer: string; session: FoundSession | undefined; at: number },
): WriterRecord {
  const known = selectWriter(db, run.id, writer);
  const isOpener = session?.writer === writer;
  return (
    known ?? {
      runId: run.id,
      writer,
      attemptId: isOpener ? session.attempt.id : null,
      openedAt: at,
      lastSeenAt: null,
      endedAt: null,
      standing: isOpener ? "works" : null,
      added: [],
    }
  );
}

/** Notes the process that began a run: whatever it sends first, its rows are the work. */
export function noteBegun(ctx: ServiceContext, scope: WriteScope, found: Found, writer: string): void {
  const session = selectSession(scope.db, found.run.id);
  upsertWriter(scope.db, writerOf(scope, found, { writer, session, at: ctx.now() }));
}

/**
 * Notes that a process opened a run that is there. One that ended runs on where it is another process than before, or says
 * itself that it `goesOn`.
 */
export function noteOpened(
  ctx: ServiceContext,
  scope: WriteScope,
  found: Found,
  { writer, goesOn }: { writer: string; goesOn: boolean },
): boolean {
  const { db } = scope;
  const session = selectSession(db, found.run.id);
  const known = selectWriter(db, found.run.id, writer);
  const isAnother = known === undefined && session?.writer !== writer;
  const before = writerOf(scope, found, { writer, session, at: ctx.now() });
  upsertWriter(db, {
    ...before,
    openedAt: ctx.now(),
    lastSeenAt: null,
    endedAt: null,
    standing: null,
    added: [],
  });
  if (!session || !(isAnother || goesOn) || !isEnded(session.attempt.state)) return false;
  revive(ctx, scope, found, session);
  return true;
}

/** Others that work on an attempt and were heard since a moment. */
export const othersSince = (
  scope: WriteScope,
  { runId, writer }: WriterRecord,
  attemptId: string,
  since: number,
): WriterRecord[] =>
  selectWriters(scope.db, runId).filter(
    (other) =>
      other.writer !== writer &&
      other.attemptId === attemptId &&
      other.standing === "works" &&
      other.endedAt === null &&
      (other.lastSeenAt ?? 0) >= since,
  );

/** Whether other processes still speak, whatever they send: the run ends with the last of them. */
export const othersSpeak = (
  ctx: ServiceContext,
  scope: WriteScope,
  { runId, writer }: Pick<WriterRecord, "runId"> & { writer: string | null },
): boolean =>
  selectWriters(scope.db, runId).some(
    (other) =>
      other.writer !== writer &&
      other.endedAt === null &&
      other.lastSeenAt !== null &&
      ctx.now() - other.lastSeenAt < ctx.timing.externalBesideMs,
  );

/** Counts processes as ended that were silent `since` a moment, and whose work another one goes on with. */
export function takeOver(
  scope: WriteScope,
  own: WriterRecord,
  { attemptId, since }: { attemptId: string; since: number },
): void {
  for (const other of othersSince(scope, own, attemptId, 0))
    if ((other.lastSeenAt ?? 0) < since) upsertWriter(scope.db, { ...other, endedAt: other.lastSeenAt });
}

/**
 * The newest process that has opened a run and logged no row yet, while all others are silent: what comes without a name is its.
 * Empty where there is none.
 */
export function unplacedWriter({ db }: WriteScope, { attempt }: FoundSession): string {
  const writers = selectWriters(db, attempt.runId);
  const newest = writers
    .filter(({ standing, endedAt }) => standing === null && endedAt === null)
    .toSorted((a, b) => a.openedAt - b.openedAt)
    .at(-1);
  if (!newest) return "";
  const others = writers.filter(({ standing }) => standing !== null);
  return others.some(({ lastSeenAt }) => (lastSeenAt ?? 0) >= newest.openedAt) ? "" : newest.writer;
}
