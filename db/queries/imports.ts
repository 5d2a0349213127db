import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { ofProject } from "./projects.ts";
import { importedRuns, imports, projects } from "../schema/index.ts";

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
    .where(ofProject(imports.projectId, projectId))
    .orderBy(desc(imports.createdAt), desc(sql`${imports}.rowid`))
    .limit(limit)
    .all();
}

export function updateImport(db: Db, id: string, set: Pick<ImportRecord, "undoneAt" | "undoneBy">): void {
  db.update(imports).set(set).where(eq(imports.id, id)).run();
}

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

/** Whether a run came with an import of files. */
export const isOfImport = (db: Db, runId: string): boolean =>
  db.select({ id: importedRuns.runId }).from(importedRuns).where(eq(importedRuns.runId, runId)).get() !==
  undefined;

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
