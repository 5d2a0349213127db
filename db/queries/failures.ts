import { count, desc, eq, inArray } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "../client.ts";
import { evaluations, experiments, failureReports, runs } from "../schema/index.ts";
import { ofProject } from "./projects.ts";

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

const players = alias(runs, "players");

/** The newest reports, each with the run that made it, its experiment and the run that played the episodes; one for each attempt. */
export function selectNewestFailureReports(db: Db, limit: number, projectId?: string | null) {
  return db
    .select({
      found: failureReports,
      run: { id: runs.id, name: runs.name },
      experiment: { id: experiments.id, title: experiments.title },
      source: { id: players.id, name: players.name },
    })
    .from(failureReports)
    .innerJoin(runs, eq(runs.id, failureReports.runId))
    .innerJoin(experiments, eq(experiments.id, runs.experimentId))
    .innerJoin(evaluations, eq(evaluations.id, failureReports.evaluationId))
    .innerJoin(players, eq(players.id, evaluations.runId))
    .where(ofProject(runs.projectId, projectId))
    .orderBy(desc(failureReports.at))
    .limit(limit)
    .all();
}

export const countFailureReports = (db: Db, projectId?: string | null): number =>
  db
    .select({ n: count() })
    .from(failureReports)
    .innerJoin(runs, eq(runs.id, failureReports.runId))
    .where(ofProject(runs.projectId, projectId))
    .get()?.n ?? 0;
