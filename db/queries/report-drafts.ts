import { and, desc, eq, notInArray } from "drizzle-orm";
import type { Db } from "../client.ts";
import { reportDrafts } from "../schema/index.ts";

export type ReportDraftRecord = typeof reportDrafts.$inferSelect;

export function insertReportDraft(db: Db, draft: ReportDraftRecord): void {
  db.insert(reportDrafts).values(draft).run();
}

/** Earlier texts of a report without the texts, the newest first. */
export function selectReportDrafts(db: Db, reportId: string): Omit<ReportDraftRecord, "markdown">[] {
  const { version, title, savedBy, savedAt, replacedAt } = reportDrafts;
  return db
    .select({ reportId: reportDrafts.reportId, version, title, savedBy, savedAt, replacedAt })
    .from(reportDrafts)
    .where(eq(reportDrafts.reportId, reportId))
    .orderBy(desc(version))
    .all();
}

export function selectReportDraft(db: Db, reportId: string, version: number): ReportDraftRecord | undefined {
  return db
    .select()
    .from(reportDrafts)
    .where(and(eq(reportDrafts.reportId, reportId), eq(reportDrafts.version, version)))
    .get();
}

/** Takes away all but the newest of the earlier texts of a report. */
export function deleteOldReportDrafts(db: Db, reportId: string, kept: number): void {
  const newest = db
    .select({ version: reportDrafts.version })
    .from(reportDrafts)
    .where(eq(reportDrafts.reportId, reportId))
    .orderBy(desc(reportDrafts.version))
    .limit(kept);
  db.delete(reportDrafts)
    .where(and(eq(reportDrafts.reportId, reportId), notInArray(reportDrafts.version, newest)))
    .run();
}

export function deleteReportDrafts(db: Db, reportId: string): void {
  db.delete(reportDrafts).where(eq(reportDrafts.reportId, reportId)).run();
}
