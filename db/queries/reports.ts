import { and, count, desc, eq, inArray, isNull, max, sql } from "drizzle-orm";
import { KIND_OF_STEPS } from "../../workers/protocol/metrics/evaluation-metrics.ts";
import { FAMILY_COLUMNS } from "../../workers/protocol/metrics/problem-columns.ts";
import type { Db } from "../client.ts";
import { PROBLEM_COLUMNS_SQL } from "./evaluation-metrics.ts";
import { reportPublications, reports, shareLinks } from "../schema/index.ts";
import { ofProject } from "./projects.ts";

export type ReportRecord = typeof reports.$inferSelect;
export type PublicationRecord = typeof reportPublications.$inferSelect;
export type ShareLinkRecord = typeof shareLinks.$inferSelect;

export function insertReport(db: Db, report: ReportRecord): void {
  db.insert(reports).values(report).run();
}

export function selectReport(db: Db, id: string): ReportRecord | undefined {
  return db.select().from(reports).where(eq(reports.id, id)).get();
}

/** Reports without their text, the last changed first. */
export function selectReports(
  db: Db,
  limit: number,
  projectOf?: string | null,
): Omit<ReportRecord, "markdown">[] {
  const { id, projectId, experimentId, title, version, createdBy, createdAt, updatedAt, updatedBy } = reports;
  return db
    .select({ id, projectId, experimentId, title, version, createdBy, createdAt, updatedAt, updatedBy })
    .from(reports)
    .where(ofProject(reports.projectId, projectOf))
    .orderBy(desc(reports.updatedAt), desc(sql`${reports}.rowid`))
    .limit(limit)
    .all();
}

/** Compare and set on the version; false when somebody saved in between. */
export function updateReport(
  db: Db,
  id: string,
  version: number,
  set: Pick<ReportRecord, "title" | "markdown" | "updatedAt" | "updatedBy">,
): boolean {
  return (
    db
      .update(reports)
      .set({ ...set, version: version + 1 })
      .where(and(eq(reports.id, id), eq(reports.version, version)))
      .run().changes === 1
  );
}

export function insertPublication(db: Db, publication: PublicationRecord): void {
  db.insert(reportPublications).values(publication).run();
}

export function selectPublication(db: Db, id: string): PublicationRecord | undefined {
  return db.select().from(reportPublications).where(eq(reportPublications.id, id)).get();
}

/** A publication in a list: without its text and its snapshot, which may be large. */
export type PublicationHead = Omit<PublicationRecord, "markdown" | "snapshot"> & { numbers: number };

/** Publications of a report, the newest first, each with how many queries it froze. */
export function selectPublications(db: Db, reportId: string): PublicationHead[] {
  const { id, n, title, publishedBy, publishedAt, snapshot } = reportPublications;
  const numbers = sql<number>`json_array_length(${snapshot}, '$.items')`;
  return db
    .select({ id, reportId: reportPublications.reportId, n, title, publishedBy, publishedAt, numbers })
    .from(reportPublications)
    .where(eq(reportPublications.reportId, reportId))
    .orderBy(desc(n))
    .all();
}

/** The newest publication of a report, whole. */
export function selectNewestPublication(db: Db, reportId: string): PublicationRecord | undefined {
  return db
    .select()
    .from(reportPublications)
    .where(eq(reportPublications.reportId, reportId))
    .orderBy(desc(reportPublications.n))
    .limit(1)
    .get();
}

/** Takes a report away with its publications and every link to them. */
export function deleteReportRows(db: Db, id: string): void {
  const publications = db
    .select({ id: reportPublications.id })
    .from(reportPublications)
    .where(eq(reportPublications.reportId, id));
  db.delete(shareLinks).where(inArray(shareLinks.publicationId, publications)).run();
  db.delete(reportPublications).where(eq(reportPublications.reportId, id)).run();
  db.delete(reports).where(eq(reports.id, id)).run();
}

/** The newest publication of every report that has one. */
export function selectNewestPublications(db: Db): PublicationRecord[] {
  const newest = db
    .select({ reportId: reportPublications.reportId, n: max(reportPublications.n).as("newest_n") })
    .from(reportPublications)
    .groupBy(reportPublications.reportId)
    .as("newest");
  return db
    .select({ publication: reportPublications })
    .from(reportPublications)
    .innerJoin(
      newest,
      and(eq(newest.reportId, reportPublications.reportId), eq(newest.n, reportPublications.n)),
    )
    .all()
    .map((row) => row.publication);
}

/** How many publications each report has, and when the newest was made. */
export function selectPublicationCounts(db: Db) {
  return db
    .select({
      reportId: reportPublications.reportId,
      n: count(),
      at: max(reportPublications.publishedAt),
    })
    .from(reportPublications)
    .groupBy(reportPublications.reportId)
    .all();
}

export function insertShareLink(db: Db, link: typeof shareLinks.$inferInsert): void {
  db.insert(shareLinks).values(link).run();
}

export function selectShareLinkByTokenHash(db: Db, tokenHash: string): ShareLinkRecord | undefined {
  return db.select().from(shareLinks).where(eq(shareLinks.tokenHash, tokenHash)).get();
}

export function selectShareLink(db: Db, id: string): ShareLinkRecord | undefined {
  return db.select().from(shareLinks).where(eq(shareLinks.id, id)).get();
}

/** Links to publications of a report, the newest first. */
export function selectShareLinks(db: Db, reportId: string) {
  return db
    .select({ link: shareLinks, revision: reportPublications.n })
    .from(shareLinks)
    .innerJoin(reportPublications, eq(reportPublications.id, shareLinks.publicationId))
    .where(eq(reportPublications.reportId, reportId))
    .orderBy(desc(shareLinks.createdAt), desc(sql`${shareLinks}.rowid`))
    .all();
}

/** Links to publications of every report, the newest first. */
export function selectAllShareLinks(db: Db, limit: number) {
  return db
    .select({
      link: shareLinks,
      revision: reportPublications.n,
      reportId: reports.id,
      title: reports.title,
    })
    .from(shareLinks)
    .innerJoin(reportPublications, eq(reportPublications.id, shareLinks.publicationId))
    .innerJoin(reports, eq(reports.id, reportPublications.reportId))
    .orderBy(desc(shareLinks.createdAt), desc(sql`${shareLinks}.rowid`))
    .limit(limit)
    .all();
}

/** Links that nobody revoked, per report. An expired one is among them; the caller knows the time. */
export function selectUnrevokedLinks(db: Db) {
  return db
    .select({ reportId: reportPublications.reportId, expiresAt: shareLinks.expiresAt })
    .from(shareLinks)
    .innerJoin(reportPublications, eq(reportPublications.id, shareLinks.publicationId))
    .where(isNull(shareLinks.revokedAt))
    .all();
}

/** Sets the time of revocation once; a link that is revoked already keeps its time. */
export function updateShareLinkRevoked(db: Db, id: string, revokedAt: number): void {
  db.update(shareLinks)
    .set({ revokedAt })
    .where(and(eq(shareLinks.id, id), isNull(shareLinks.revokedAt)))
    .run();
}

export function updateShareLinkOpened(db: Db, id: string, at: number): void {
  db.update(shareLinks)
    .set({ opened: sql`${shareLinks.opened} + 1`, lastOpenedAt: at })
    .where(eq(shareLinks.id, id))
    .run();
}

/** Rows always have these. Others are left out where they are empty, so that a new column changes no row that was read before. */
const ALWAYS: ReadonlySet<string> = new Set(["solved", "steps", ...KIND_OF_STEPS.tells]);
/** `type`: of what comes in families, its family. */
export type ProblemRow = { problem: string; type?: string; solved?: number; steps?: number };

/** Per-problem rows of an evaluation by problem, with the asked columns and no other. Flags are 0 and 1. */
export function selectProblemRows(db: Db, evaluationId: string, columns: readonly string[]): ProblemRow[] {
  const rows = db.all<{ problem: string; type: string } & Record<string, string | number | null>>(sql`
    select problem_hash as problem, ${PROBLEM_COLUMNS_SQL}, type from evaluation_rows join problems p on p.hash = problem_hash
    where evaluation_id = ${evaluationId} order by problem_hash`);
  const asksFamilies = columns.some((column) => FAMILY_COLUMNS.has(column));
  return rows.map((row) => ({
    problem: row.problem,
    ...(asksFamilies && [...FAMILY_COLUMNS].some((column) => row[column] !== null) && { type: row.type }),
    ...Object.fromEntries(
      columns
        .filter((column) => row[column] !== null || ALWAYS.has(column))
        .map((column) => [column, row[column]]),
    ),
  }));
}

/** Names of the hosts, and of the workers and devices, this server has met: what an anonymous report must not say. */
export function selectMachineNames(db: Db): { hosts: string[]; names: string[] } {
  const words = (sql: string) => db.$client.prepare(sql).pluck().all() as string[];
  return {
    hosts: words("select distinct host from workers"),
    names: words(
      `select name as word from workers union select identity from workers union select boot_id from workers
       union select name from devices union select uuid from devices where uuid is not null`,
    ),
  };
}

/** Which of these runs exist. */
export function selectExistingRunIds(db: Db, ids: string[]): Set<string> {
  if (ids.length === 0) return new Set();
  const found = db.$client
    .prepare("select id from runs where id in (select value from json_each(?))")
    .pluck()
    .all(JSON.stringify(ids)) as string[];
  return new Set(found);
}
