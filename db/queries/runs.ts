import { and, asc, count, desc, eq, inArray, like, or, sql, type SQL } from "drizzle-orm";
import type { RunState } from "../../server/contracts/run-lifecycle.ts";
import type { Db } from "../client.ts";
import { attempts, experiments, runs, workers } from "../schema/index.ts";

export type RunRecord = typeof runs.$inferSelect;

export interface RunFilter {
  experimentId: string | null;
  states: RunState[] | null;
  search: string;
}

export function insertRuns(db: Db, rows: RunRecord[]): void {
  for (const row of rows) db.insert(runs).values(row).run();
}

export function selectRun(db: Db, id: string): RunRecord | undefined {
  return db.select().from(runs).where(eq(runs.id, id)).get();
}

export function selectRunsBySweep(db: Db, sweepId: string): RunRecord[] {
  return db
    .select()
    .from(runs)
    .where(eq(runs.sweepId, sweepId))
    .orderBy(sql`rowid`)
    .all();
}

export function selectRunsByExperiment(db: Db, experimentId: string): RunRecord[] {
  return db
    .select()
    .from(runs)
    .where(eq(runs.experimentId, experimentId))
    .orderBy(asc(runs.queuedAt), sql`rowid`)
    .all();
}

export function selectRunsByIds(db: Db, ids: string[]): RunRecord[] {
  return ids.length === 0 ? [] : db.select().from(runs).where(inArray(runs.id, ids)).all();
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, (c) => `\\${c}`);

function whereFilter(filter: RunFilter): SQL | undefined {
  const parts: (SQL | undefined)[] = [];
  if (filter.experimentId) parts.push(eq(runs.experimentId, filter.experimentId));
  if (filter.states) parts.push(inArray(runs.state, filter.states));
  if (filter.search) {
    const pattern = `%${escapeLike(filter.search)}%`;
    parts.push(sql`(${runs.name} like ${pattern} escape '\\' or ${runs.id} like ${pattern} escape '\\')`);
  }
  return parts.length > 0 ? and(...parts) : undefined;
}

function pageQuery(db: Db) {
  const latest = db
    .select({ runId: attempts.runId, n: sql<number>`max(${attempts.n})`.as("latest_n") })
    .from(attempts)
    .groupBy(attempts.runId)
    .as("latest");
  return db
    .select({ run: runs, attempt: attempts, workerName: workers.name, experiment: experiments.title })
    .from(runs)
    .innerJoin(experiments, eq(experiments.id, runs.experimentId))
    .leftJoin(latest, eq(latest.runId, runs.id))
    .leftJoin(attempts, and(eq(attempts.runId, runs.id), eq(attempts.n, latest.n)))
    .leftJoin(workers, eq(workers.id, attempts.workerId));
}

/** A page of runs with what a list needs of their latest attempt, newest launch first, or the latest end first. */
export function selectRunPage(
  db: Db,
  filter: RunFilter,
  limit: number,
  offset: number,
  newest: "launch" | "end" = "launch",
) {
  const first = newest === "end" ? [desc(runs.endedAt)] : [];
  return pageQuery(db)
    .where(whereFilter(filter))
    .orderBy(...first, desc(runs.queuedAt), sql`${runs}.rowid`)
    .limit(limit)
    .offset(offset)
    .all();
}

export function selectRunPageById(db: Db, id: string) {
  return pageQuery(db).where(eq(runs.id, id)).get();
}
export type RunPageRow = ReturnType<typeof selectRunPage>[number];

export function countRuns(db: Db, filter: RunFilter): number {
  return db.select({ n: count() }).from(runs).where(whereFilter(filter)).get()?.n ?? 0;
}

export function countRunsByState(db: Db, filter: Omit<RunFilter, "states">) {
  return db
    .select({ state: runs.state, n: count() })
    .from(runs)
    .where(whereFilter({ ...filter, states: null }))
    .groupBy(runs.state)
    .all();
}

/** Queued runs in the order they will be given out. */
export function selectQueue(db: Db) {
  return db
    .select({ id: runs.id, recipe: runs.recipe, recipeVersion: runs.recipeVersion })
    .from(runs)
    .where(eq(runs.state, "queued"))
    .orderBy(asc(runs.queuedAt), sql`rowid`)
    .all();
}

/** Compare and set: gives false when the run is no longer in the expected state. */
export function updateRunState(
  db: Db,
  id: string,
  from: RunState,
  to: RunState,
  set: { at: number; startedAt?: number; endedAt?: number },
): boolean {
  const { at, ...times } = set;
  return (
    db
      .update(runs)
      .set({ state: to, stateAt: at, ...times })
      .where(and(eq(runs.id, id), eq(runs.state, from)))
      .run().changes === 1
  );
}

/** SQLite's LIKE knows no escape character unless it is told one. */
const startsWith = (column: typeof runs.id, text: string) =>
  sql`${like(column, `${escapeLike(text)}%`)} escape '\\'`;

/** Runs whose id starts with a prefix, or whose name is exactly this. */
export function selectRunsByNameOrPrefix(db: Db, text: string, limit: number): RunRecord[] {
  return db
    .select()
    .from(runs)
    .where(or(eq(runs.name, text), startsWith(runs.id, text), startsWith(runs.id, `run_${text}`)))
    .orderBy(desc(runs.queuedAt))
    .limit(limit)
    .all();
}
