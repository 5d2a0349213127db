import { count, desc, eq, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { ofConnection } from "../prepared.ts";
import { experiments, summaryCache, looks, externalPlaces, reports, runs, sweeps } from "../schema/index.ts";
import type { ExternalPlaceRecord } from "./external.ts";
import { ofProject } from "./projects.ts";

export type ExperimentRecord = typeof experiments.$inferSelect;
export type SweepRecord = typeof sweeps.$inferSelect;

export interface PlacedCell {
  experimentId: string;
  cell: string;
  label: string;
  place: number;
}

export function insertExperiment(db: Db, experiment: ExperimentRecord): void {
  db.insert(experiments).values(experiment).run();
}

export function selectExperiment(db: Db, id: string): ExperimentRecord | undefined {
  return db.select().from(experiments).where(eq(experiments.id, id)).get();
}

/** Newest first. */
export function selectExperiments(db: Db, limit: number, projectId?: string | null): ExperimentRecord[] {
  return db
    .select()
    .from(experiments)
    .where(ofProject(experiments.projectId, projectId))
    .orderBy(desc(experiments.createdAt), desc(sql`${experiments}.rowid`))
    .limit(limit)
    .all();
}

export function countExperiments(db: Db, projectId?: string | null): number {
  return (
    db.select({ n: count() }).from(experiments).where(ofProject(experiments.projectId, projectId)).get()?.n ??
    0
  );
}

export function updateBaselineCell(db: Db, id: string, cell: string): void {
  db.update(experiments).set({ baselineCell: cell }).where(eq(experiments.id, id)).run();
}

export function insertSweep(db: Db, sweep: SweepRecord): void {
  db.insert(sweeps).values(sweep).run();
}

export function selectSweepByLaunchKey(db: Db, launchKey: string): SweepRecord | undefined {
  return db.select().from(sweeps).where(eq(sweeps.launchKey, launchKey)).get();
}

export function selectSweepsOfExperiment(db: Db, experimentId: string): SweepRecord[] {
  return db
    .select()
    .from(sweeps)
    .where(eq(sweeps.experimentId, experimentId))
    .orderBy(sweeps.createdAt)
    .all();
}

/** Number of runs per experiment and state. */
export function selectRunCountsByExperiment(db: Db, experimentIds: readonly string[]) {
  return db
    .select({ experimentId: runs.experimentId, state: runs.state, n: count() })
    .from(runs)
    .where(sql`${runs.experimentId} in (select value from json_each(${JSON.stringify(experimentIds)}))`)
    .groupBy(runs.experimentId, runs.state)
    .all();
}

/**
 * Every configuration of these experiments with its place by first launch in its own experiment, from 0. No later launch,
 * filter or change of baseline moves it.
 */
export function selectCellPlaces(db: Db, experimentIds: readonly string[]): PlacedCell[] {
  return db.all<PlacedCell>(sql`
    select experiment_id as experimentId, cell, label,
      row_number() over (partition by experiment_id order by min(queued_at), min(rowid)) - 1 as place
    from runs where experiment_id in (select value from json_each(${JSON.stringify(experimentIds)}))
    group by experiment_id, cell order by experiment_id, place`);
}

/** The baseline of each of these experiments that has one. */
export function selectBaselineCells(db: Db, experimentIds: readonly string[]): Map<string, string> {
  const rows = db.values<[string, string]>(sql`
    select id, baseline_cell from experiments
    where baseline_cell is not null and id in (select value from json_each(${JSON.stringify(experimentIds)}))`);
  return new Map(rows);
}

/** Distinct cells of experiments with the recipes of their runs, by first launch. */
export function selectCellsOfExperiments(db: Db, experimentIds: readonly string[]) {
  return db.all<{ experimentId: string; cell: string; recipe: string }>(sql`
    select experiment_id as experimentId, cell, recipe from runs
    where experiment_id in (select value from json_each(${JSON.stringify(experimentIds)}))
    group by experiment_id, cell, recipe order by min(rowid)`);
}

export function selectExperimentTitles(db: Db): Map<string, string> {
  const rows = db.select({ id: experiments.id, title: experiments.title }).from(experiments).all();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/**
 * The experiments whose finished runs of a recipe have at least `fewestDf` degrees of freedom inside its configurations (seeds
 * minus configurations): most first, then newest.
 */
export function selectExperimentsOfRecipe(
  db: Db,
  recipe: string,
  { fewestDf, limit }: { fewestDf: number; limit: number },
): { id: string; title: string; df: number }[] {
  return db.$client
    .prepare(
      `select e.id, e.title, c.df from experiments e join (
         select experiment_id, sum(seeds - 1) as df from (
           select experiment_id, count(distinct seed) as seeds from runs
           where recipe = ? and state = 'finished' group by experiment_id, cell)
         group by experiment_id) c on c.experiment_id = e.id
       where c.df >= ? order by c.df desc, e.created_at desc, e.rowid desc limit ?`,
    )
    .all(recipe, fewestDf, limit) as { id: string; title: string; df: number }[];
}

/** Removes a place that has no run, with its experiment, unless a report speaks of it. Whether it did. */
export function removeEmptyPlace(db: Db, { id, experimentId, sweepId }: ExternalPlaceRecord): boolean {
  const isUsed =
    db.select({ id: runs.id }).from(runs).where(eq(runs.experimentId, experimentId)).get() ??
    db.select({ id: reports.id }).from(reports).where(eq(reports.experimentId, experimentId)).get();
  if (isUsed) return false;
  db.delete(externalPlaces).where(eq(externalPlaces.id, id)).run();
  db.delete(sweeps).where(eq(sweeps.id, sweepId)).run();
  db.delete(looks).where(eq(looks.experimentId, experimentId)).run();
  db.delete(experiments).where(eq(experiments.id, experimentId)).run();
  return true;
}

export type CachedSummary = typeof summaryCache.$inferSelect;

/** What this code worked out before, of every experiment. */
export const selectCachedSummaries = (db: Db, code: string): CachedSummary[] =>
  db.select().from(summaryCache).where(eq(summaryCache.code, code)).all();

/** The same of some experiments. */
export const selectKeptAnswersOf = (
  db: Db,
  code: string,
  experimentIds: readonly string[],
): CachedSummary[] =>
  db
    .select()
    .from(summaryCache)
    .where(
      sql`${summaryCache.code} = ${code} and ${summaryCache.experimentId} in (select value from json_each(${JSON.stringify(experimentIds)}))`,
    )
    .all();

/** Keeps answers in place of those before them; of an experiment that is gone nothing is kept. */
export function upsertCachedSummaries(db: Db, answers: readonly CachedSummary[]): void {
  const insert = db.$client.prepare(
    `insert into summary_cache (experiment_id, code, answer, differences, worked_at, due, verdicts)
     select @experimentId, @code, @answer, @differences, @workedAt, @due, @verdicts
     where exists (select 1 from experiments where id = @experimentId)
     on conflict (experiment_id) do update set code = excluded.code, answer = excluded.answer,
       differences = excluded.differences, worked_at = excluded.worked_at, due = excluded.due,
       verdicts = excluded.verdicts`,
  );
  for (const { answer, differences, due, verdicts, ...rest } of answers)
    insert.run({
      ...rest,
      answer: JSON.stringify(answer),
      differences: JSON.stringify(differences),
      due: Number(due),
      verdicts: JSON.stringify(verdicts),
    });
}

const markDue = ofConnection(({ $client }) =>
  $client.prepare(
    "update summary_cache set due = 1 where experiment_id = ? and due = 0 and code = ifnull(?, code)",
  ),
);

/**
 * Says in the transaction that changes experiments that what was kept of them has to be worked out anew; `code`: of what that code
 * worked out alone.
 */
export function markAnswersDue(db: Db, experimentIds: readonly string[], code?: string): void {
  const mark = markDue(db);
  for (const id of experimentIds) mark.run(id, code ?? null);
}
