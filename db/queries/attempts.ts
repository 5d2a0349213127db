import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { StatusEvidence } from "../../server/contracts/attempt.ts";
import type { Begun } from "../../server/contracts/attempts/continuing.ts";
import { HEARD_STATES, LIVE_STATES, type RunState } from "../../server/contracts/run-lifecycle.ts";
import { MACHINE_AXIS } from "../../workers/protocol/machine/machine-metrics.ts";
import type { Db } from "../client.ts";
import { rowBy, rowUpdate } from "../prepared.ts";
import { artifacts, attempts, runNotes, runs, runStages, statusEvents, workers } from "../schema/index.ts";

export type AttemptRecord = typeof attempts.$inferSelect;

export function insertAttempt(db: Db, attempt: typeof attempts.$inferInsert): void {
  db.insert(attempts).values(attempt).run();
}

export const selectAttempt: (db: Db, id: string) => AttemptRecord | undefined = rowBy(attempts, attempts.id);

/** Attempts of a run with the worker's name and host, oldest first. */
export function selectAttemptsOfRun(db: Db, runId: string) {
  return db
    .select({ attempt: attempts, worker: workers.name, host: workers.host })
    .from(attempts)
    .innerJoin(workers, eq(workers.id, attempts.workerId))
    .where(eq(attempts.runId, runId))
    .orderBy(asc(attempts.n))
    .all();
}

/** What lines need to know of an attempt. */
export interface AttemptOfRun extends Pick<AttemptRecord, "id" | "runId" | "n" | "startedAt" | "claimedAt"> {
  /** Not null where points of its run come by a logger: of a run from outside, or inside a script that was launched here. */
  logger: string | null;
  /** How it came to be; null: the first of its run. */
  begun: Begun | null;
  /** Whether anything but readings of the machine came of it. */
  hasPoints: boolean;
}

/** Attempts of some runs; of one run oldest first. One statement, whatever the number of runs: charts of many ask for it. */
export function selectAttemptsOfRuns(db: Db, runIds: readonly string[]): AttemptOfRun[] {
  const rows = db.$client
    .prepare(
      `select a.id, a.run_id as runId, a.n, a.started_at as startedAt, a.claimed_at as claimedAt,
         coalesce(o.client, l.client) as logger, a.begun,
         exists (select 1 from series s where s.attempt_id = a.id and s.axis <> ?) as hasPoints
       from attempts a left join external_runs o on o.run_id = a.run_id
         left join launched_runs l on l.run_id = a.run_id
       where a.run_id in (select value from json_each(?)) order by a.n, a.rowid`,
    )
    .all(MACHINE_AXIS, JSON.stringify(runIds)) as (Omit<AttemptOfRun, "begun" | "hasPoints"> & {
    begun: string | null;
    hasPoints: number;
  })[];
  return rows.map((row) => ({
    ...row,
    begun: row.begun === null ? null : (JSON.parse(row.begun) as Begun),
    hasPoints: row.hasPoints === 1,
  }));
}

export function selectLatestAttempts(db: Db, runIds: string[]): AttemptRecord[] {
  if (runIds.length === 0) return [];
  const rows = db
    .select()
    .from(attempts)
    .where(inArray(attempts.runId, runIds))
    .orderBy(asc(attempts.n))
    .all();
  return [...new Map(rows.map((row) => [row.runId, row])).values()];
}

export function selectLiveAttemptsOfWorker(db: Db, workerId: string): AttemptRecord[] {
  return db
    .select()
    .from(attempts)
    .where(and(eq(attempts.workerId, workerId), inArray(attempts.state, [...LIVE_STATES])))
    .all();
}

/** What stands on the slots of workers: recipe and planned train episodes of each live attempt, and when its process began. */
export function selectTakenSlots(db: Db) {
  return db
    .select({
      workerId: attempts.workerId,
      recipe: runs.recipe,
      episodes: runs.plannedEpisodes,
      startedAt: attempts.startedAt,
    })
    .from(attempts)
    .innerJoin(runs, eq(runs.id, attempts.runId))
    .where(inArray(attempts.state, [...LIVE_STATES]))
    .all();
}

/**
 * Live attempts that were not heard of since `before`, those from outside since `externalBefore`; 0 where nobody listened for so
 * long. A moment after `now` is one by a clock that was set back.
 */
export function selectSilentAttempts(
  db: Db,
  { before, externalBefore, now }: { before: number; externalBefore: number; now: number },
): AttemptRecord[] {
  return db
    .select({ attempt: attempts })
    .from(attempts)
    .innerJoin(workers, eq(workers.id, attempts.workerId))
    .where(
      and(
        inArray(attempts.state, [...HEARD_STATES]),
        sql`iif(${attempts.lastSeenAt} > ${now}, 1, ${attempts.lastSeenAt}) < iif(${workers.external}, ${externalBefore}, ${before})`,
      ),
    )
    .all()
    .map(({ attempt }) => attempt);
}

export const updateAttempt: (db: Db, id: string, set: Partial<typeof attempts.$inferInsert>) => void =
  rowUpdate(attempts, attempts.id);

export function insertStatusEvent(
  db: Db,
  event: {
    runId: string;
    attemptId: string | null;
    at: number;
    fromState: RunState | null;
    toState: RunState;
    actor: string;
    evidence: StatusEvidence;
  },
): void {
  db.insert(statusEvents).values(event).run();
}

export function selectStatusEvents(db: Db, runId: string) {
  return db
    .select({ event: statusEvents, n: attempts.n })
    .from(statusEvents)
    .leftJoin(attempts, eq(attempts.id, statusEvents.attemptId))
    .where(eq(statusEvents.runId, runId))
    .orderBy(asc(statusEvents.id))
    .all();
}

export function insertRunNote(
  db: Db,
  note: { attemptId: string; at: number; level: "info" | "warning"; message: string },
): void {
  db.insert(runNotes).values(note).run();
}

export function selectRunNotes(db: Db, attemptIds: string[]) {
  return attemptIds.length === 0
    ? []
    : db
        .select()
        .from(runNotes)
        .where(inArray(runNotes.attemptId, attemptIds))
        .orderBy(asc(runNotes.id))
        .all();
}

export function insertRunStage(db: Db, stage: Omit<typeof runStages.$inferInsert, "id">): void {
  db.insert(runStages).values(stage).run();
}

/** Stages of one attempt, in the order of their train steps. */
export function selectRunStages(db: Db, attemptId: string): (typeof runStages.$inferSelect)[] {
  return db
    .select()
    .from(runStages)
    .where(eq(runStages.attemptId, attemptId))
    .orderBy(asc(runStages.trainStep), asc(runStages.id))
    .all();
}

export function insertArtifact(db: Db, artifact: Omit<typeof artifacts.$inferInsert, "id">): void {
  db.insert(artifacts).values(artifact).run();
}

export function selectArtifact(db: Db, id: number) {
  return db.select().from(artifacts).where(eq(artifacts.id, id)).get();
}

export function selectArtifacts(db: Db, attemptIds: string[]) {
  return attemptIds.length === 0
    ? []
    : db
        .select()
        .from(artifacts)
        .where(inArray(artifacts.attemptId, attemptIds))
        .orderBy(desc(artifacts.id))
        .all();
}
