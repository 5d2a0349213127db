import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { LIVE_STATES } from "../../../server/contracts/run-lifecycle.ts";
import type { Db } from "../../client.ts";
import { ofConnection, rowUpdate, rowUpsert } from "../../prepared.ts";
import { attempts, externalSessions, externalWriters } from "../../schema/index.ts";

export type WriterRecord = typeof externalWriters.$inferSelect;

const given = sql.placeholder;

const writerByName = ofConnection((db) =>
  db
    .select()
    .from(externalWriters)
    .where(and(eq(externalWriters.runId, given("runId")), eq(externalWriters.writer, given("writer"))))
    .prepare(),
);

export const selectWriter = (db: Db, runId: string, writer: string): WriterRecord | undefined =>
  writerByName(db).get({ runId, writer });

const writersOfRun = ofConnection((db) =>
  db
    .select()
    .from(externalWriters)
    .where(eq(externalWriters.runId, given("runId")))
    .prepare(),
);

/** The processes that wrote into a run, or opened it. */
export const selectWriters = (db: Db, runId: string): WriterRecord[] => writersOfRun(db).all({ runId });

/** Notes a process, or what is known of it by now. */
export const upsertWriter = rowUpsert(externalWriters, [externalWriters.runId, externalWriters.writer]);

const setLag = ofConnection(({ $client }) =>
  $client.prepare(
    `update external_sessions set lag_ms = :lagMs, clock = coalesce(clock, :writer) where attempt_id = :attemptId and (lag_ms is null
      or (abs(lag_ms - :lagMs) > :least and (clock is null or clock = :writer or abs(lag_ms - :lagMs) <= :agree)))`,
  ),
);

/**
 * Notes how long after their own time rows came, where that is another time than before by more than `least` ms: those of the
 * process whose clock the attempt goes by, which is the first that sent any, and those that agree with it.
 */
export const updateLag = (
  db: Db,
  attemptId: string,
  lag: { lagMs: number; writer: string; least: number; agree: number },
): void => void setLag(db).run({ attemptId, ...lag });

export const updateSession: (
  db: Db,
  attemptId: string,
  set: Partial<Omit<typeof externalSessions.$inferSelect, "attemptId">>,
) => void = rowUpdate(externalSessions, externalSessions.attemptId);

/** Runs that go on, of which an end was told while other processes spoke, or before they did. */
export const selectWaitingEnds = (db: Db): string[] =>
  db
    .select({ runId: attempts.runId })
    .from(attempts)
    .innerJoin(externalSessions, eq(externalSessions.attemptId, attempts.id))
    .where(and(inArray(attempts.state, [...LIVE_STATES]), isNotNull(externalSessions.ranUntil)))
    .all()
    .map(({ runId }) => runId);

/** How long somebody worked on runs that ended, in all their attempts, ms: what lies between those is nobody's. */
export function selectWorkedMs(db: Db, runIds: readonly string[]): Map<string, number> {
  const worked = sql<number>`sum(max(0, ${attempts.endedAt} - ${attempts.startedAt} - ${externalSessions.idleMs}))`;
  const rows = db
    .select({ runId: attempts.runId, ms: worked })
    .from(attempts)
    .innerJoin(externalSessions, eq(externalSessions.attemptId, attempts.id))
    .where(
      and(inArray(attempts.runId, [...runIds]), isNotNull(attempts.startedAt), isNotNull(attempts.endedAt)),
    )
    .groupBy(attempts.runId)
    .all();
  return new Map(rows.map(({ runId, ms }) => [runId, ms]));
}
