import { and, asc, count, desc, eq, inArray, like, ne, or, sql, type SQL } from "drizzle-orm";
import { EXTERNAL_RECIPE } from "../../server/contracts/external/status-source.ts";
import { LIVE_STATES, type RunState } from "../../server/contracts/run-lifecycle.ts";
import type { Db } from "../client.ts";
import { rowBy } from "../prepared.ts";
import { type Archived, archivedSql } from "./annotations.ts";
import { attempts, experiments, runs, statusEvents, workers } from "../schema/index.ts";

export type RunRecord = typeof runs.$inferSelect;

export interface RunFilter {
  /** Absent or null: of every project. */
  projectId?: string | null;
  experimentId: string | null;
  states: RunState[] | null;
  search: string;
  /** Absent: archived runs are as others. */
  archived?: Archived;
}

export function insertRuns(db: Db, rows: RunRecord[]): void {
  for (const row of rows) db.insert(runs).values(row).run();
}

export const selectRun: (db: Db, id: string) => RunRecord | undefined = rowBy(runs, runs.id);

export function selectRunsBySweep(db: Db, sweepId: string): RunRecord[] {
  return db
    .select()
    .from(runs)
    .where(eq(runs.sweepId, sweepId))
    .orderBy(sql`rowid`)
    .all();
}

const firstLaunchFirst = (db: Db, where: SQL | undefined, limit = -1): RunRecord[] =>
  db
    .select()
    .from(runs)
    .where(where)
    .orderBy(asc(runs.queuedAt), sql`rowid`)
    .limit(limit)
    .all();

export const selectRunsByExperiment = (db: Db, experimentId: string): RunRecord[] =>
  firstLaunchFirst(db, eq(runs.experimentId, experimentId));

/** Runs of one configuration, the first launch first; the others of the experiment are not read. */
export const selectRunsOfCell = (db: Db, experimentId: string, cell: string, limit?: number): RunRecord[] =>
  firstLaunchFirst(db, and(eq(runs.experimentId, experimentId), eq(runs.cell, cell)), limit);

export function selectRunsByIds(db: Db, ids: readonly string[]): RunRecord[] {
  return db
    .select()
    .from(runs)
    .where(sql`${runs.id} in (select value from json_each(${JSON.stringify(ids)}))`)
    .all();
}

/** Parameters of runs by id: those that say the same are one object. */
export function selectRunParams(db: Db, ids: readonly string[]): Map<string, RunRecord["params"]> {
  const known = new Map<string, RunRecord["params"]>();
  const read = (text: string) => {
    const params = known.get(text) ?? (JSON.parse(text) as RunRecord["params"]);
    known.set(text, params);
    return params;
  };
  const rows = db.values<[string, string]>(
    sql`select r.id, r.params from json_each(${JSON.stringify(ids)}) asked join runs r on r.id = asked.value`,
  );
  return new Map(rows.map(([id, text]) => [id, read(text)]));
}

/**
 * Makes `%`, `_` and the escape itself ordinary characters of a LIKE pattern with `escape '\\'`. A pattern ends at NUL for
 * SQLite and would find everything, so it becomes the replacement character.
 */
export const escapeLike = (text: string) =>
  text.replace(/[\\%_]/g, (c) => `\\${c}`).replaceAll("\0", "\uFFFD");

/** Runs whose name or id has a text, or that have, or whose experiment has, a tag with it: what every search box means. */
export function searchedSql(text: string, run: { name: SQL; id: SQL; experimentId: SQL }): SQL {
  const pattern = `%${escapeLike(text)}%`;
  const has = (column: SQL) => sql`${column} like ${pattern} escape '\\'`;
  const tagged = sql`exists (select 1 from keepings k, json_each(k.tags) t
    where k.subject_id in (${run.id}, ${run.experimentId}) and ${has(sql`t.value`)})`;
  return sql`(${has(run.name)} or ${has(run.id)} or ${tagged})`;
}

function whereFilter(filter: RunFilter): SQL | undefined {
  const parts: (SQL | undefined)[] = [];
  if (filter.projectId) parts.push(eq(runs.projectId, filter.projectId));
  if (filter.experimentId) parts.push(eq(runs.experimentId, filter.experimentId));
  if (filter.states) parts.push(inArray(runs.state, filter.states));
  if (filter.search) {
    const run = { name: sql`${runs.name}`, id: sql`${runs.id}`, experimentId: sql`${runs.experimentId}` };
    parts.push(searchedSql(filter.search, run));
  }
  const kept = archivedSql(filter.archived ?? "any", sql`${runs.id}`, sql`${runs.experimentId}`);
  if (kept) parts.push(kept);
  return parts.length > 0 ? and(...parts) : undefined;
}

/** Runs with their latest attempt, which is found by its index and not by reading all attempts. */
function pageQuery(db: Db) {
  const isLatest = sql`${attempts.n} = (select max(n) from attempts latest where latest.run_id = ${runs.id})`;
  return db
    .select({ run: runs, attempt: attempts, workerName: workers.name, experiment: experiments.title })
    .from(runs)
    .innerJoin(experiments, eq(experiments.id, runs.experimentId))
    .leftJoin(attempts, and(eq(attempts.runId, runs.id), isLatest))
    .leftJoin(workers, eq(workers.id, attempts.workerId));
}

export type RunPageRow = ReturnType<ReturnType<typeof pageQuery>["all"]>[number];

/**
 * A page of runs with what a list needs of their latest attempt, newest launch first, or the latest end first. Ids are put in
 * order first: sorting whole rows costs ten times as much.
 */
export function selectRunPage(
  db: Db,
  filter: RunFilter,
  limit: number,
  offset: number,
  newest: "launch" | "end" = "launch",
): RunPageRow[] {
  const first = newest === "end" ? [desc(runs.endedAt)] : [];
  const ids = db
    .select({ id: runs.id })
    .from(runs)
    .where(whereFilter(filter))
    .orderBy(...first, desc(runs.queuedAt), sql`rowid`)
    .limit(limit)
    .offset(offset)
    .all()
    .map((row) => row.id);
  return selectRunPageByIds(db, ids);
}

/** The same for runs by their ids, in that order. */
export function selectRunPageByIds(db: Db, ids: string[]): RunPageRow[] {
  if (ids.length === 0) return [];
  const byId = new Map(
    pageQuery(db)
      .where(inArray(runs.id, ids))
      .all()
      .map((row) => [row.run.id, row]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export function selectRunPageById(db: Db, id: string) {
  return pageQuery(db).where(eq(runs.id, id)).get();
}
/**
 * Runs that have every word in their name, their id or the title of their experiment, that name
 * before others and then the newest launch first; archived ones too.
 */
export function selectRunsByWords(
  db: Db,
  { projectId, words }: { projectId: string | null; words: readonly string[] },
  limit: number,
): { id: string; name: string; experiment: string; state: RunState }[] {
  const fits = words.map((word) => {
    const pattern = `%${escapeLike(word)}%`;
    return sql`(${runs.name} like ${pattern} escape '\\' or ${runs.id} like ${pattern} escape '\\'
      or ${experiments.title} like ${pattern} escape '\\')`;
  });
  return db
    .select({ id: runs.id, name: runs.name, experiment: experiments.title, state: runs.state })
    .from(runs)
    .innerJoin(experiments, eq(experiments.id, runs.experimentId))
    .where(and(projectId === null ? undefined : eq(runs.projectId, projectId), ...fits))
    .orderBy(
      desc(sql`lower(${runs.name}) = ${words.join(" ").toLowerCase()}`),
      desc(runs.queuedAt),
      sql`${runs}.rowid`,
    )
    .limit(limit)
    .all();
}

/** Whether there are more runs than so many, without counting all of them. */
export const hasMoreRunsThan = (db: Db, many: number): boolean =>
  db.$client.prepare("select exists (select 1 from runs limit 1 offset ?)").pluck().get(many) === 1;

export function countRuns(db: Db, filter: RunFilter): number {
  return db.select({ n: count() }).from(runs).where(whereFilter(filter)).get()?.n ?? 0;
}

/** Trainings of the workers of this bench that go on; runs from outside have their process elsewhere. */
export function countOwnLive(db: Db): number {
  const own = and(inArray(runs.state, [...LIVE_STATES]), ne(runs.recipe, EXTERNAL_RECIPE));
  return db.select({ n: count() }).from(runs).where(own).get()?.n ?? 0;
}

export function countRunsByState(db: Db, filter: Omit<RunFilter, "states">) {
  return db
    .select({ state: runs.state, n: count() })
    .from(runs)
    .where(whereFilter({ ...filter, states: null }))
    .groupBy(runs.state)
    .all();
}

/** Of each run its last change of state, with what proves it. */
export function selectLastStatusEvents(db: Db, runIds: string[]) {
  if (runIds.length === 0) return [];
  const last = sql`${statusEvents.id} = (select max(id) from status_events latest where latest.run_id = ${statusEvents.runId})`;
  return db
    .select({ runId: statusEvents.runId, evidence: statusEvents.evidence })
    .from(statusEvents)
    .where(and(inArray(statusEvents.runId, runIds), last))
    .all();
}

/** By which reward some runs were trained: no more of them than a judgement of their lines reads. */
export const selectRewardHashes = (db: Db, ids: readonly string[]): { id: string; rewardHash: string }[] =>
  db
    .select({ id: runs.id, rewardHash: runs.rewardHash })
    .from(runs)
    .where(sql`${runs.id} in (select value from json_each(${JSON.stringify(ids)}))`)
    .all();

/** Of each reward its configuration, with recipe and parameters of one run that has it. */
export function selectRewardConfigs(db: Db, hashes: string[]) {
  return hashes.length === 0
    ? []
    : db
        .select({
          hash: runs.rewardHash,
          config: runs.rewardConfig,
          recipe: runs.recipe,
          params: runs.params,
        })
        .from(runs)
        .where(inArray(runs.rewardHash, hashes))
        .groupBy(runs.rewardHash)
        .all();
}

export function updateRunLimits(db: Db, id: string, limits: RunRecord["limits"]): void {
  db.update(runs).set({ limits }).where(eq(runs.id, id)).run();
}

/** Compare and set: gives false when the run is no longer in the expected state. */
export function updateRunState(
  db: Db,
  id: string,
  from: RunState,
  to: RunState,
  set: { at: number; startedAt?: number; endedAt?: number | null },
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

/** What a run does next; null once it does it. */
export function updateNextAttempt(db: Db, id: string, next: RunRecord["next"]): void {
  db.update(runs).set({ next }).where(eq(runs.id, id)).run();
}

/** Says which registered problems a run has, once what it takes them from is there. */
export function updateRunBenchmark(db: Db, id: string, benchmarkHash: string): void {
  db.update(runs).set({ benchmarkHash }).where(eq(runs.id, id)).run();
}

/** SQLite's LIKE knows no escape character unless it is told one. */
const startsWith = (column: typeof runs.id, text: string) =>
  sql`${like(column, `${escapeLike(text)}%`)} escape '\\'`;

/** Every name that a run has. */
export const selectRunNames = (db: Db): Set<string> =>
  new Set(
    db
      .selectDistinct({ name: runs.name })
      .from(runs)
      .all()
      .map(({ name }) => name),
  );

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
