import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { ENDED_STATES, type RunState } from "../../server/contracts/run-lifecycle.ts";
import type { Db } from "../client.ts";
import { ofConnection, rowBy, rowUpdate } from "../prepared.ts";
import { remembered } from "../remembered.ts";
import {
  attempts,
  annotations,
  launchedRuns,
  externalFiles,
  externalPlaces,
  externalRuns,
  externalSessions,
  runs,
} from "../schema/index.ts";
import { TIMES_VERSION } from "./external/outdated-times.ts";
import type { AttemptRecord } from "./attempts.ts";
import type { RunRecord } from "./runs.ts";

export type ExternalPlaceRecord = typeof externalPlaces.$inferSelect;
export type ExternalRunRecord = typeof externalRuns.$inferSelect;
export type LaunchedRunRecord = typeof launchedRuns.$inferSelect;

const given = sql.placeholder;

const placeByName = ofConnection((db) =>
  db
    .select()
    .from(externalPlaces)
    .where(and(eq(externalPlaces.projectId, given("projectId")), eq(externalPlaces.name, given("name"))))
    .prepare(),
);

const knownPlace = remembered<ExternalPlaceRecord>(
  (["insert", "update", "delete"] as const).map((event) => ({ table: "external_places", event })),
  (db, projectId, name) => placeByName(db).get({ projectId, name }),
);

export const selectPlace = (db: Db, projectId: string, name: string): ExternalPlaceRecord | undefined =>
  knownPlace(db, projectId, name);

export function selectPlaceOfExperiment(db: Db, experimentId: string): ExternalPlaceRecord | undefined {
  return db.select().from(externalPlaces).where(eq(externalPlaces.experimentId, experimentId)).get();
}

export function insertPlace(db: Db, place: typeof externalPlaces.$inferInsert): ExternalPlaceRecord {
  return db.insert(externalPlaces).values(place).returning().get();
}

export function updatePlace(
  db: Db,
  id: number,
  set: Partial<Pick<ExternalPlaceRecord, "seedKey" | "ignoredKeys" | "metrics" | "groupingVersion">>,
): void {
  db.update(externalPlaces).set(set).where(eq(externalPlaces.id, id)).run();
}

/** A run with what its client told and where it belongs. */
export interface FoundExternal {
  run: RunRecord;
  told: ExternalRunRecord;
  place: ExternalPlaceRecord;
  /** Tags and notes as they are now, by client and people; null where nobody gave one. */
  kept: { tags: string[]; notes: string } | null;
}

/** What of a run is read with it. */
export const FOUND = {
  run: runs,
  told: externalRuns,
  place: externalPlaces,
  kept: { tags: annotations.tags, notes: annotations.notes },
};

const found = (db: Db) =>
  db
    .select(FOUND)
    .from(externalRuns)
    .innerJoin(runs, eq(runs.id, externalRuns.runId))
    .leftJoin(annotations, eq(annotations.subjectId, externalRuns.runId))
    .innerJoin(externalPlaces, eq(externalPlaces.id, externalRuns.placeId));

const foundByRun = ofConnection((db) =>
  found(db)
    .where(eq(externalRuns.runId, given("runId")))
    .prepare(),
);

/** A run by its id, as of now; every request of a client asks for it. */
export const selectExternalRun: (db: Db, runId: string) => FoundExternal | undefined = remembered(
  [
    ...(["update", "delete"] as const).flatMap((event) => [
      { table: "runs", event, key: "id" },
      { table: "external_runs", event, key: "run_id" },
      { table: "external_places", event },
    ]),
    ...(["insert", "update", "delete"] as const).map((event) => ({
      table: "keepings",
      event,
      key: "subject_id",
    })),
  ],
  (db, runId) => foundByRun(db).get({ runId }),
);

/** What loggers told of a run that was launched here; undefined before the first one spoke. */
export const selectLaunchedRun: (db: Db, runId: string) => LaunchedRunRecord | undefined = rowBy(
  launchedRuns,
  launchedRuns.runId,
);

export function insertLaunchedRun(db: Db, told: LaunchedRunRecord): void {
  db.insert(launchedRuns).values(told).run();
}

export function updateLaunchedRun(db: Db, runId: string, set: Partial<LaunchedRunRecord>): void {
  db.update(launchedRuns).set(set).where(eq(launchedRuns.runId, runId)).run();
}

const newest = (db: Db, where: SQL | undefined): FoundExternal | undefined =>
  found(db)
    .where(where)
    .orderBy(desc(sql`${externalRuns}.rowid`))
    .get();

/** The newest run that came from outside. */
export const selectNewestExternalRun = (db: Db): FoundExternal | undefined => newest(db, undefined);

const newestByKey = ofConnection(({ $client }) =>
  $client.prepare(
    "select run_id as runId from external_runs where place_id = ? and client_key = ? order by rowid desc limit 1",
  ),
);

const knownByKey = remembered<{ runId: string }>(
  (["insert", "delete", "update of run_id, place_id, client_key"] as const).map((event) => ({
    table: "external_runs",
    event,
  })),
  (db, placeId, clientKey) =>
    newestByKey(db).get(Number(placeId), clientKey) as { runId: string } | undefined,
);

/** The newest run that had this key of its client. */
export function selectExternalRunByKey(
  db: Db,
  placeId: number,
  clientKey: string,
): FoundExternal | undefined {
  const known = knownByKey(db, String(placeId), clientKey);
  return known && selectExternalRun(db, known.runId);
}

/** The newest run of this key, or of any, in a client's project of this name, whichever of our projects that is in. */
export function selectExternalRunByPlace(db: Db, place: string, clientKey: string | null) {
  const hasKey = clientKey === null ? undefined : eq(externalRuns.clientKey, clientKey);
  return newest(db, and(eq(externalPlaces.name, place), hasKey));
}

export function selectExternalRunsOfPlace(db: Db, placeId: number): FoundExternal[] {
  return found(db)
    .where(eq(externalRuns.placeId, placeId))
    .orderBy(sql`${externalRuns}.rowid`)
    .all();
}

export function insertExternalRun(db: Db, told: typeof externalRuns.$inferInsert): void {
  db.insert(externalRuns).values(told).run();
}

export const updateExternalRun: (db: Db, runId: string, set: Partial<ExternalRunRecord>) => void = rowUpdate(
  externalRuns,
  externalRuns.runId,
);

/** What of a run may change after it was made, where it came from outside. */
type RunFacts = Partial<
  Pick<
    RunRecord,
    | "experimentId"
    | "sweepId"
    | "name"
    | "label"
    | "params"
    | "seed"
    | "cell"
    | "rewardConfig"
    | "rewardHash"
    | "plannedSteps"
    | "statusSource"
    | "state"
    | "stateAt"
    | "startedAt"
    | "endedAt"
  >
>;

export const updateRunFacts: (db: Db, runId: string, set: RunFacts) => void = rowUpdate(runs, runs.id);

/** Least seed of a cell of an experiment; null where it has no run. Seeds that nobody said are negative. */
export function selectLeastSeed(db: Db, experimentId: string, cell: string): number | null {
  return (
    db
      .select({ least: sql<number | null>`min(${runs.seed})` })
      .from(runs)
      .where(and(eq(runs.experimentId, experimentId), eq(runs.cell, cell)))
      .get()?.least ?? null
  );
}

export function insertSession(db: Db, session: { attemptId: string; writer: string }): void {
  db.insert(externalSessions)
    .values({ ...session, timesVersion: TIMES_VERSION })
    .run();
}

export type FoundSession = { attempt: AttemptRecord } & Omit<
  typeof externalSessions.$inferSelect,
  "attemptId"
>;

const newestSession = ofConnection((db) => {
  const { attemptId: _attemptId, ...session } = getTableColumns(externalSessions);
  return db
    .select({ attempt: attempts, ...session })
    .from(attempts)
    .innerJoin(externalSessions, eq(externalSessions.attemptId, attempts.id))
    .where(eq(attempts.runId, given("runId")))
    .orderBy(desc(attempts.n))
    .prepare();
});

/** The newest attempt of a run from outside, with the writer that opened it and whether it takes no more. */
export const selectSession = (db: Db, runId: string): FoundSession | undefined =>
  newestSession(db).get({ runId });

/** Some sessions of ended attempts that were heard of last before `before` and that still take late rows. */
export function selectLateSessions(
  db: Db,
  { before, now, limit }: { before: number; now: number; limit: number },
): string[] {
  return db
    .select({ id: attempts.id })
    .from(externalSessions)
    .innerJoin(attempts, eq(attempts.id, externalSessions.attemptId))
    .where(
      and(
        eq(externalSessions.closed, false),
        inArray(attempts.state, [...ENDED_STATES] as RunState[]),
        sql`(${attempts.lastSeenAt} < ${before} or ${attempts.lastSeenAt} > ${now})`,
      ),
    )
    .limit(limit)
    .all()
    .map(({ id }) => id);
}

export function closeSession(db: Db, attemptId: string): void {
  db.update(externalSessions).set({ closed: true }).where(eq(externalSessions.attemptId, attemptId)).run();
}

export function selectFiles(db: Db, runId: string) {
  const columns = {
    id: externalFiles.id,
    path: externalFiles.path,
    type: externalFiles.type,
    bytes: externalFiles.bytes,
    sha256: externalFiles.sha256,
    at: externalFiles.at,
    kept: sql<number>`${externalFiles.data} is not null`,
  };
  return db
    .select(columns)
    .from(externalFiles)
    .where(eq(externalFiles.runId, runId))
    .orderBy(asc(externalFiles.path))
    .all()
    .map((file) => ({ ...file, kept: file.kept === 1 }));
}

export function selectFile(db: Db, id: number) {
  return db.select().from(externalFiles).where(eq(externalFiles.id, id)).get();
}

/** Stores a file, or replaces what a path holds. */
export function upsertFile(db: Db, file: typeof externalFiles.$inferInsert): void {
  const { runId: _runId, path: _path, ...set } = file;
  db.insert(externalFiles)
    .values(file)
    .onConflictDoUpdate({ target: [externalFiles.runId, externalFiles.path], set })
    .run();
}
