import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { ENDED_STATES, type RunState } from "../../server/contracts/run-lifecycle.ts";
import type { Db } from "../client.ts";
import { ofConnection, rowBy, rowUpdate } from "../prepared.ts";
import { remembered } from "../remembered.ts";
import {
  attempts,
  keepings,
  launchedRuns,
  outsideFiles,
  outsidePlaces,
  outsideRuns,
  outsideSessions,
  runs,
} from "../schema/index.ts";
import { TIMES_VERSION } from "./outside/outdated-times.ts";
import type { AttemptRecord } from "./attempts.ts";
import type { RunRecord } from "./runs.ts";

export type OutsidePlaceRecord = typeof outsidePlaces.$inferSelect;
export type OutsideRunRecord = typeof outsideRuns.$inferSelect;
export type LaunchedRunRecord = typeof launchedRuns.$inferSelect;

const given = sql.placeholder;

const placeByName = ofConnection((db) =>
  db
    .select()
    .from(outsidePlaces)
    .where(and(eq(outsidePlaces.projectId, given("projectId")), eq(outsidePlaces.name, given("name"))))
    .prepare(),
);

const knownPlace = remembered<OutsidePlaceRecord>(
  (["update", "delete"] as const).map((event) => ({ table: "outside_places", event })),
  (db, projectId, name) => placeByName(db).get({ projectId, name }),
);

export const selectPlace = (db: Db, projectId: string, name: string): OutsidePlaceRecord | undefined =>
  knownPlace(db, projectId, name);

export function selectPlaceOfExperiment(db: Db, experimentId: string): OutsidePlaceRecord | undefined {
  return db.select().from(outsidePlaces).where(eq(outsidePlaces.experimentId, experimentId)).get();
}

export function insertPlace(db: Db, place: typeof outsidePlaces.$inferInsert): OutsidePlaceRecord {
  return db.insert(outsidePlaces).values(place).returning().get();
}

export function updatePlace(
  db: Db,
  id: number,
  set: Partial<Pick<OutsidePlaceRecord, "seedKey" | "ignoredKeys" | "metrics" | "groupingVersion">>,
): void {
  db.update(outsidePlaces).set(set).where(eq(outsidePlaces.id, id)).run();
}

/** A run with what its client told and where it belongs. */
export interface FoundOutside {
  run: RunRecord;
  told: OutsideRunRecord;
  place: OutsidePlaceRecord;
  /** Tags and notes as they are now, by client and people; null where nobody gave one. */
  kept: { tags: string[]; notes: string } | null;
}

/** What of a run is read with it. */
export const FOUND = {
  run: runs,
  told: outsideRuns,
  place: outsidePlaces,
  kept: { tags: keepings.tags, notes: keepings.notes },
};

const found = (db: Db) =>
  db
    .select(FOUND)
    .from(outsideRuns)
    .innerJoin(runs, eq(runs.id, outsideRuns.runId))
    .leftJoin(keepings, eq(keepings.subjectId, outsideRuns.runId))
    .innerJoin(outsidePlaces, eq(outsidePlaces.id, outsideRuns.placeId));

const foundByRun = ofConnection((db) =>
  found(db)
    .where(eq(outsideRuns.runId, given("runId")))
    .prepare(),
);

/** A run by its id, as of now; every request of a client asks for it. */
export const selectOutsideRun: (db: Db, runId: string) => FoundOutside | undefined = remembered(
  [
    ...(["update", "delete"] as const).flatMap((event) => [
      { table: "runs", event, key: "id" },
      { table: "outside_runs", event, key: "run_id" },
      { table: "outside_places", event },
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

const newest = (db: Db, where: SQL | undefined): FoundOutside | undefined =>
  found(db)
    .where(where)
    .orderBy(desc(sql`${outsideRuns}.rowid`))
    .get();

/** The newest run that came from outside. */
export const selectNewestOutsideRun = (db: Db): FoundOutside | undefined => newest(db, undefined);

const newestByKey = ofConnection(({ $client }) =>
  $client.prepare(
    "select run_id as runId from outside_runs where place_id = ? and client_key = ? order by rowid desc limit 1",
  ),
);

const knownByKey = remembered<{ runId: string }>(
  (["insert", "delete", "update of run_id, place_id, client_key"] as const).map((event) => ({
    table: "outside_runs",
    event,
  })),
  (db, placeId, clientKey) =>
    newestByKey(db).get(Number(placeId), clientKey) as { runId: string } | undefined,
);

/** The newest run that had this key of its client. */
export function selectOutsideRunByKey(db: Db, placeId: number, clientKey: string): FoundOutside | undefined {
  const known = knownByKey(db, String(placeId), clientKey);
  return known && selectOutsideRun(db, known.runId);
}

/** The newest run of this key, or of any, in a client's project of this name, whichever of our projects that is in. */
export function selectOutsideRunByPlace(db: Db, place: string, clientKey: string | null) {
  const hasKey = clientKey === null ? undefined : eq(outsideRuns.clientKey, clientKey);
  return newest(db, and(eq(outsidePlaces.name, place), hasKey));
}

export function selectOutsideRunsOfPlace(db: Db, placeId: number): FoundOutside[] {
  return found(db)
    .where(eq(outsideRuns.placeId, placeId))
    .orderBy(sql`${outsideRuns}.rowid`)
    .all();
}

export function insertOutsideRun(db: Db, told: typeof outsideRuns.$inferInsert): void {
  db.insert(outsideRuns).values(told).run();
}

export const updateOutsideRun: (db: Db, runId: string, set: Partial<OutsideRunRecord>) => void = rowUpdate(
  outsideRuns,
  outsideRuns.runId,
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
    | "basis"
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
  db.insert(outsideSessions)
    .values({ ...session, timesVersion: TIMES_VERSION })
    .run();
}

export type FoundSession = { attempt: AttemptRecord } & Omit<
  typeof outsideSessions.$inferSelect,
  "attemptId"
>;

const newestSession = ofConnection((db) => {
  const { attemptId: _attemptId, ...session } = getTableColumns(outsideSessions);
  return db
    .select({ attempt: attempts, ...session })
    .from(attempts)
    .innerJoin(outsideSessions, eq(outsideSessions.attemptId, attempts.id))
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
    .from(outsideSessions)
    .innerJoin(attempts, eq(attempts.id, outsideSessions.attemptId))
    .where(
      and(
        eq(outsideSessions.closed, false),
        inArray(attempts.state, [...ENDED_STATES] as RunState[]),
        sql`(${attempts.heardAt} < ${before} or ${attempts.heardAt} > ${now})`,
      ),
    )
    .limit(limit)
    .all()
    .map(({ id }) => id);
}

export function closeSession(db: Db, attemptId: string): void {
  db.update(outsideSessions).set({ closed: true }).where(eq(outsideSessions.attemptId, attemptId)).run();
}

export function selectFiles(db: Db, runId: string) {
  const columns = {
    id: outsideFiles.id,
    path: outsideFiles.path,
    type: outsideFiles.type,
    bytes: outsideFiles.bytes,
    sha256: outsideFiles.sha256,
    at: outsideFiles.at,
    kept: sql<number>`${outsideFiles.data} is not null`,
  };
  return db
    .select(columns)
    .from(outsideFiles)
    .where(eq(outsideFiles.runId, runId))
    .orderBy(asc(outsideFiles.path))
    .all()
    .map((file) => ({ ...file, kept: file.kept === 1 }));
}

export function selectFile(db: Db, id: number) {
  return db.select().from(outsideFiles).where(eq(outsideFiles.id, id)).get();
}

/** Stores a file, or replaces what a path holds. */
export function upsertFile(db: Db, file: typeof outsideFiles.$inferInsert): void {
  const { runId: _runId, path: _path, ...set } = file;
  db.insert(outsideFiles)
    .values(file)
    .onConflictDoUpdate({ target: [outsideFiles.runId, outsideFiles.path], set })
    .run();
}
