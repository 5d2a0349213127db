import { and, asc, desc, eq, inArray } from "drizzle-orm";
import type { Db } from "../client.ts";
import { auditItems, auditMarks, audits } from "../schema/index.ts";

export type AuditRecord = typeof audits.$inferSelect;
export type AuditItemRecord = typeof auditItems.$inferSelect;
export type AuditMarkRecord = typeof auditMarks.$inferSelect;

export function insertAudit(db: Db, audit: AuditRecord, items: readonly AuditItemRecord[]): void {
  db.insert(audits).values(audit).run();
  for (const item of items) db.insert(auditItems).values(item).run();
}

export const selectAudit = (db: Db, id: string): AuditRecord | undefined =>
  db.select().from(audits).where(eq(audits.id, id)).get();

export const selectAuditByDraw = (db: Db, runId: string, digest: string): AuditRecord | undefined =>
  db
    .select()
    .from(audits)
    .where(and(eq(audits.runId, runId), eq(audits.digest, digest)))
    .get();

/** Audits of some runs, the newest first. */
export const selectAuditsOfRuns = (db: Db, runIds: readonly string[]): AuditRecord[] =>
  runIds.length === 0
    ? []
    : db
        .select()
        .from(audits)
        .where(inArray(audits.runId, [...runIds]))
        .orderBy(desc(audits.at), desc(audits.id))
        .all();

export const selectAuditItems = (db: Db, auditId: string): AuditItemRecord[] =>
  db.select().from(auditItems).where(eq(auditItems.auditId, auditId)).orderBy(asc(auditItems.position)).all();

export const selectAuditItem = (db: Db, auditId: string, position: number): AuditItemRecord | undefined =>
  db
    .select()
    .from(auditItems)
    .where(and(eq(auditItems.auditId, auditId), eq(auditItems.position, position)))
    .get();

/** Marks of an audit, whoever began first being first. */
export const selectAuditMarks = (db: Db, auditId: string): AuditMarkRecord[] =>
  db
    .select()
    .from(auditMarks)
    .where(eq(auditMarks.auditId, auditId))
    .orderBy(asc(auditMarks.at), asc(auditMarks.by), asc(auditMarks.position))
    .all();

/** What one person marked in one stratum of an audit. */
export interface MarkCount {
  auditId: string;
  by: string;
  stratum: number;
  marked: number;
  right: number;
}

/** Marks of some audits, added up; and of each audit how many completions anybody marked. */
export function countAuditMarks(db: Db, auditIds: readonly string[]) {
  const ids = JSON.stringify(auditIds);
  const counts = db.$client
    .prepare(
      `select m.audit_id as auditId, m.by, i.stratum, count(*) as marked, sum(m.is_right) as "right"
        from audit_marks m join audit_items i on i.audit_id = m.audit_id and i.position = m.position
        where m.audit_id in (select value from json_each(?))
        group by m.audit_id, m.by, i.stratum order by m.audit_id, m.by, i.stratum`,
    )
    .all(ids) as MarkCount[];
  const seen = db.$client
    .prepare(
      `select audit_id as auditId, count(distinct position) as n from audit_marks
        where audit_id in (select value from json_each(?)) group by audit_id`,
    )
    .all(ids) as { auditId: string; n: number }[];
  return { counts, seen: new Map(seen.map(({ auditId, n }) => [auditId, n])) };
}

export function upsertAuditMark(db: Db, mark: AuditMarkRecord): void {
  const { right, at } = mark;
  db.insert(auditMarks)
    .values(mark)
    .onConflictDoUpdate({
      target: [auditMarks.auditId, auditMarks.by, auditMarks.position],
      set: { right, at },
    })
    .run();
}

export function deleteAuditMark(
  db: Db,
  { auditId, by, position }: Pick<AuditMarkRecord, "auditId" | "by" | "position">,
): void {
  db.delete(auditMarks)
    .where(and(eq(auditMarks.auditId, auditId), eq(auditMarks.by, by), eq(auditMarks.position, position)))
    .run();
}

/** Whether any audit was drawn. */
export const hasAudits = (db: Db): boolean =>
  db.select({ id: audits.id }).from(audits).limit(1).get() !== undefined;
