import { asc, eq } from "drizzle-orm";
import type { Db } from "../../client.ts";
import { alertRules } from "../../schema/index.ts";

export type AlertRuleRecord = typeof alertRules.$inferSelect;

export function insertAlertRule(db: Db, rule: typeof alertRules.$inferInsert): void {
  db.insert(alertRules).values(rule).run();
}

export function selectAlertRules(db: Db): AlertRuleRecord[] {
  return db.select().from(alertRules).orderBy(asc(alertRules.createdAt), asc(alertRules.id)).all();
}

export function selectAlertRule(db: Db, id: string): AlertRuleRecord | undefined {
  return db.select().from(alertRules).where(eq(alertRules.id, id)).get();
}

export function updateAlertRule(db: Db, id: string, set: Partial<AlertRuleRecord>): void {
  db.update(alertRules).set(set).where(eq(alertRules.id, id)).run();
}

export function deleteAlertRule(db: Db, id: string): void {
  db.delete(alertRules).where(eq(alertRules.id, id)).run();
}
