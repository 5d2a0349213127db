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

const { id, projectId, title, document } = reportedTables;
const HEAD = { id, projectId, title, document };
export type ReportedHead = Pick<ReportedRecord, keyof typeof HEAD>;

/** The newest documents first, and tables in the order in which they stand there. */
const IN_ORDER = [desc(reportedTables.documentDate), asc(document), asc(sql`rowid`)];

/** Tables of a project, or of all, in their order. */
export const selectReportedTables = (db: Db, of: string | null, limit: number): ReportedRecord[] =>
  db
    .select()
    .from(reportedTables)
    .where(ofProject(projectId, of))
    .orderBy(...IN_ORDER)
    .limit(limit)
    .all();

/** What these are called, without their cells. */
export const selectReportedHeads = (db: Db, of: string | null, limit: number): ReportedHead[] =>
  db
    .select(HEAD)
    .from(reportedTables)
    .where(ofProject(projectId, of))
    .orderBy(...IN_ORDER)
    .limit(limit)
    .all();

export function deleteReported(db: Db, id: string): void {
  db.delete(reportedTables).where(eq(reportedTables.id, id)).run();
}
