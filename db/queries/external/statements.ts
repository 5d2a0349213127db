import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../client.ts";
import { runStatements } from "../../schema/index.ts";

export type StatementRecord = typeof runStatements.$inferSelect;

export function selectStatements(db: Db, runIds: readonly string[]): StatementRecord[] {
  return db
    .select()
    .from(runStatements)
    .where(sql`${runStatements.runId} in (select value from json_each(${JSON.stringify(runIds)}))`)
    .all();
}

export function upsertStatement(db: Db, statement: StatementRecord): void {
  const { text, by, at } = statement;
  db.insert(runStatements)
    .values(statement)
    .onConflictDoUpdate({ target: [runStatements.runId, runStatements.what], set: { text, by, at } })
    .run();
}

export function deleteStatement(db: Db, runId: string, what: StatementRecord["what"]): void {
  db.delete(runStatements)
    .where(and(eq(runStatements.runId, runId), eq(runStatements.what, what)))
    .run();
}
