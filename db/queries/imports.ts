import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { ofProject } from "./projects.ts";
import { importedRuns, imports, projects } from "../schema/index.ts";
import type { ImportMade } from "../schema/imports.ts";

export type ImportRecord = typeof imports.$inferSelect;
export type ImportedRunRecord = typeof importedRuns.$inferSelect;

export function insertImport(db: Db, row: typeof imports.$inferInsert): void {
  db.insert(imports).values(row).run();
}

export const selectImport = (db: Db, id: string): ImportRecord | undefined =>
  db.select().from(imports).where(eq(imports.id, id)).get();

/** Token that imports into a project are by; undefined before the first. */
export const selectImportToken = (db: Db, projectId: string): string | undefined =>
  db.select({ id: imports.tokenId }).from(imports).where(eq(imports.projectId, projectId)).limit(1).get()?.id;

/** The newest imports of a project, or of all, with how many runs each made that are there. */
export function selectImports(db: Db, projectId: string | null, limit: number) {
  return db
    .select({
      import: imports,
      project: projects.name,
      runs: sql<number>`(select count(*) from imported_runs r where r.import_id = ${imports.id})`,
    })
    .from(imports)
    .innerJoin(projects, eq(projects.id, imports.projectId))
    .where(and(ofProject(imports.projectId, projectId), isNotNull(imports.finishedAt)))
    .orderBy(desc(imports.createdAt), desc(sql`${imports}.rowid`))
    .limit(limit)
    .all();
}

export function updateImport(
  db: Db,
  id: string,
  set: Partial<Pick<ImportRecord, "undoneAt" | "undoneBy" | "finishedAt" | "made">>,
): void {
  db.update(imports).set(set).where(eq(imports.id, id)).run();
}

export function deleteImport(db: Db, id: string): void {
  db.delete(imports).where(eq(imports.id, id)).run();
}

/** Imports that never came to their end. */
export const selectUnfinishedImports = (db: Db): string[] =>
  db
    .select({ id: imports.id })
    .from(imports)
    .where(isNull(imports.finishedAt))
    .all()
    .map(({ id }) => id);

/** What the newest import of the same bytes, asked for in the same way, made; undefined where none stands. */
export const selectSameImport = (db: Db, projectId: string, asked: string): ImportMade | undefined =>
  db
    .select({ made: imports.made })
    .from(imports)
    .where(and(eq(imports.projectId, projectId), eq(imports.asked, asked), isNull(imports.undoneAt)))
    .orderBy(desc(imports.createdAt))
    .limit(1)
    .get()?.made ?? undefined;

/** Digests of imported runs that are there, by their run. */
export function selectImportDigests(db: Db, runIds: readonly string[]): Map<string, string> {
  const rows = db.$client
    .prepare("select run_id, digest from imported_runs where run_id in (select value from json_each(?))")
    .all(JSON.stringify(runIds)) as { run_id: string; digest: string }[];
  return new Map(rows.map(({ run_id, digest }) => [run_id, digest]));
}

/** Whether labels or a report of failures were computed from the evaluations of a run. */
export const isComputedFrom = (db: Db, runId: string): boolean =>
  db.$client
    .prepare(
      `select 1 from evaluations e where e.run_id = @run and (
         exists (select 1 from label_sets l where l.evaluation_id = e.id)
         or exists (select 1 from failure_reports f where f.evaluation_id = e.id)) limit 1`,
    )
    .get({ run: runId }) !== undefined;

/** The run of a source in a project. */
export const selectImportedSource = (
  db: Db,
  projectId: string,
  sourceId: string,
): ImportedRunRecord | undefined =>
  db
    .select()
    .from(importedRuns)
    .where(and(eq(importedRuns.projectId, projectId), eq(importedRuns.sourceId, sourceId)))
    .get();

/** What an import says of a run; undefined where it came otherwise. */
export const selectImportedRun = (db: Db, runId: string): ImportedRunRecord | undefined =>
  db.select().from(importedRuns).where(eq(importedRuns.runId, runId)).get();

/** Whether a run came with an import of files. */
export const isOfImport = (db: Db, runId: string): boolean => selectImportedRun(db, runId) !== undefined;

export function upsertImportedRun(db: Db, row: ImportedRunRecord): void {
  db.insert(importedRuns)
    .values(row)
    .onConflictDoUpdate({
      target: importedRuns.runId,
      set: { digest: row.digest, changedBy: row.changedBy },
    })
    .run();
}

export const selectRunsOfImport = (db: Db, importId: string): ImportedRunRecord[] =>
  db.select().from(importedRuns).where(eq(importedRuns.importId, importId)).all();

/** Runs that an import changed and did not make. */
export const selectRunsChangedBy = (db: Db, importId: string): ImportedRunRecord[] =>
  db
    .select()
    .from(importedRuns)
    .where(and(eq(importedRuns.changedBy, importId), sql`${importedRuns.importId} <> ${importId}`))
    .all();

/** Runs that took something from one of these. */
export function selectTakersOf(db: Db, runIds: readonly string[]): { name: string }[] {
  return db.$client
    .prepare(
      `select distinct r.name from run_inputs i join runs r on r.id = i.run_id
       where i.from_run_id in (select value from json_each(@ids)) and i.run_id not in (select value from json_each(@ids))`,
    )
    .all({ ids: JSON.stringify(runIds) }) as { name: string }[];
}
