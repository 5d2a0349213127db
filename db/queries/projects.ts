import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Db } from "../client.ts";
import { projects } from "../schema/index.ts";

export type ProjectRecord = typeof projects.$inferSelect;

/** The condition that something is of a project; none where every project is asked for. */
export const ofProject = (column: SQLiteColumn, projectId: string | null | undefined): SQL | undefined =>
  projectId ? eq(column, projectId) : undefined;

export const selectProject = (db: Db, id: string): ProjectRecord | undefined =>
  db.select().from(projects).where(eq(projects.id, id)).get();

export function selectProjectByName(db: Db, name: string): ProjectRecord | undefined {
  return db.select().from(projects).where(eq(projects.name, name)).get();
}

export const selectProjectBySlug = (db: Db, slug: string): ProjectRecord | undefined =>
  db.select().from(projects).where(eq(projects.slug, slug)).get();

/** In order of their names, archived ones last. */
export const selectProjects = (db: Db): ProjectRecord[] =>
  db
    .select()
    .from(projects)
    .orderBy(asc(projects.archived), asc(sql`lower(${projects.name})`))
    .all();

/** The project that was made for what clients of a project's tokens call so. */
export const selectMadeProject = (db: Db, madeFrom: string, madeFor: string): ProjectRecord | undefined =>
  db
    .select()
    .from(projects)
    .where(and(eq(projects.madeFrom, madeFrom), eq(projects.madeFor, madeFor)))
    .get();

/** Ids of the projects that were made for clients of a project's tokens. */
export const selectMadeProjects = (db: Db, madeFrom: string): string[] =>
  db
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.madeFrom, madeFrom))
    .all()
    .map(({ id }) => id);

export function insertProject(db: Db, project: typeof projects.$inferInsert): void {
  db.insert(projects).values(project).run();
}

export function updateProject(db: Db, id: string, set: Partial<Omit<ProjectRecord, "id">>): void {
  db.update(projects).set(set).where(eq(projects.id, id)).run();
}

/** What is of a project, by what it is. */
export interface ProjectHoldings {
  runs: number;
  experiments: number;
  reports: number;
  /** Ingest tokens that people made and nobody revoked. */
  tokens: number;
  views: number;
}

/** What each project holds, by its id; each count is read from an index. */
export function selectProjectHoldings(db: Db): Map<string, ProjectHoldings> {
  const rows = db.all<ProjectHoldings & { id: string }>(sql`
    select p.id,
      (select count(*) from runs r where r.project_id = p.id) as runs,
      (select count(*) from experiments e where e.project_id = p.id) as experiments,
      (select count(*) from reports r where r.project_id = p.id) as reports,
      (select count(*) from ingest_tokens t where t.project_id = p.id and t.attempt_id is null and t.revoked_at is null) as tokens,
      (select count(*) from table_views v where v.project_id = p.id) as views
    from projects p`);
  return new Map(rows.map(({ id, ...held }) => [id, held]));
}

/** Deletes a project of which nothing is. Its revoked tokens, which runs that left it name, go to another project. */
export function deleteProjectRows(db: Db, id: string, heir: string): void {
  for (const statement of [
    "update ingest_tokens set project_id = @heir where project_id = @id",
    "delete from external_names where project_id = @id",
    "delete from projects where id = @id",
  ])
    db.$client.prepare(statement).run({ id, heir });
}
