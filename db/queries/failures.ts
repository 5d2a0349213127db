import { desc, eq, inArray } from "drizzle-orm";
import type { Db } from "../client.ts";
import { failureReports } from "../schema/index.ts";

export type FailureReportRecord = typeof failureReports.$inferSelect;

/** The report of an attempt; a later one takes the place of an earlier one. */
export function upsertFailureReport(db: Db, row: FailureReportRecord): void {
  const { report, at, evaluationId } = row;
  db.insert(failureReports)
    .values(row)
    .onConflictDoUpdate({ target: failureReports.attemptId, set: { report, at, evaluationId } })
    .run();
}

/** The last report of a run. */
export function selectFailureReport(db: Db, runId: string): FailureReportRecord | undefined {
  return db
    .select()
    .from(failureReports)
    .where(eq(failureReports.runId, runId))
    .orderBy(desc(failureReports.at))
    .limit(1)
    .get();
}

/** The last report of each of some runs. */
export function selectFailureReports(db: Db, runIds: readonly string[]): Map<string, FailureReportRecord> {
  if (runIds.length === 0) return new Map();
  const rows = db
    .select()
    .from(failureReports)
    .where(inArray(failureReports.runId, [...runIds]))
    .orderBy(failureReports.at)
    .all();
  return new Map(rows.map((row) => [row.runId, row]));
}
