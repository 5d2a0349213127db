import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { ofProject } from "./projects.ts";
import { reportedTables } from "../schema/index.ts";

export type ReportedRecord = typeof reportedTables.$inferSelect;

export function insertReported(db: Db, row: ReportedRecord): void {
  db.insert(reportedTables).values(row).run();
}

export const selectReported = (db: Db, id: string): ReportedRecord | undefined =>
  db.select().from(reportedTables).where(eq(reportedTables.id, id)).get();

export const selectReportedByDigest = (
  db: Db,
  projectId: string,
  digest: string,
): ReportedRecord | undefined =>
  db
    .select()
    .from(reportedTables)
    .where(and(eq(reportedTables.projectId, projectId), eq(reportedTables.digest, digest)))
    .get();

/** Tables of a project, or of all: the newest documents first, in the order in which they stand there. */
export const selectReportedTables = (db: Db, projectId: string | null, limit: number): ReportedRecord[] =>
  db
    .select()
    .from(reportedTables)
    .where(ofProject(reportedTables.projectId, projectId))
    .orderBy(desc(reportedTables.documentDate), asc(reportedTables.document), asc(sql`rowid`))
    .limit(limit)
    .all();

export function deleteReported(db: Db, id: string): void {
  db.delete(reportedTables).where(eq(reportedTables.id, id)).run();
}
