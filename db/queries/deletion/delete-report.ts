import { asc, eq, gt, inArray, lte } from "drizzle-orm";
import type { Db } from "../../client.ts";
import {
  deletedReports,
  experiments,
  reportDrafts,
  reportPublications,
  reports,
  shareLinks,
} from "../../schema/index.ts";
import { deleteReportDrafts } from "../report-drafts.ts";
import { deleteReportRows } from "../reports.ts";

export type DeletedReportRecord = typeof deletedReports.$inferSelect;

/** Puts a report aside with its earlier texts, its publications and the links to them, inside the caller's transaction. */
export function putReportAside(db: Db, id: string, facts: { deletedBy: string; purgeAt: number }) {
  const report = db.select().from(reports).where(eq(reports.id, id)).get();
  if (!report) throw new Error(`There is no report ${id} to put aside.`);
  const drafts = db.select().from(reportDrafts).where(eq(reportDrafts.reportId, id)).all();
  const publications = db.select().from(reportPublications).where(eq(reportPublications.reportId, id)).all();
  const links = db
    .select()
    .from(shareLinks)
    .where(
      inArray(
        shareLinks.publicationId,
        publications.map((one) => one.id),
      ),
    )
    .all();
  const whole = { report, drafts, publications, links };
  db.insert(deletedReports)
    .values({ id, title: report.title, whole, ...facts })
    .run();
  deleteReportDrafts(db, id);
  deleteReportRows(db, id);
  return whole;
}

export function selectDeletedReport(db: Db, id: string): DeletedReportRecord | undefined {
  return db.select().from(deletedReports).where(eq(deletedReports.id, id)).get();
}

/** Reports that can still be brought back, without what is in them; the first to go first. */
export function selectDeletedReports(db: Db, now: number): Omit<DeletedReportRecord, "whole">[] {
  const { id, title, deletedBy, purgeAt } = deletedReports;
  return db
    .select({ id, title, deletedBy, purgeAt })
    .from(deletedReports)
    .where(gt(purgeAt, now))
    .orderBy(asc(purgeAt))
    .all();
}

/** Puts a report back as it was, into a project that there is; an experiment that went meanwhile is no longer named. */
export function putReportBack(db: Db, { id, whole }: DeletedReportRecord, projectId: string): void {
  const { report, drafts, publications, links } = whole;
  const source = report.experimentId;
  const isThere =
    source !== null &&
    db.select({ id: experiments.id }).from(experiments).where(eq(experiments.id, source)).get() !== undefined;
  db.insert(reports)
    .values({ ...report, projectId, experimentId: isThere ? source : null })
    .run();
  for (const draft of drafts) db.insert(reportDrafts).values(draft).run();
  for (const publication of publications) db.insert(reportPublications).values(publication).run();
  for (const link of links) db.insert(shareLinks).values(link).run();
  db.delete(deletedReports).where(eq(deletedReports.id, id)).run();
}

/** Takes away for good what nobody brought back; answers how many. */
export function deleteReportsAside(db: Db, now: number): number {
  return db.delete(deletedReports).where(lte(deletedReports.purgeAt, now)).run().changes;
}
