import { desc, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { runs } from "../schema/index.ts";
import type { RunRecord } from "./runs.ts";

/** The configurations of one experiment that were measured to the end on the same problems. */
export interface MeasuredTogether {
  experimentId: string;
  configurations: number;
}

// Runs are stored by this server's clock; when they were evaluated is what a client says.
const IN_ORDER = "group by r.experiment_id order by min(r.queued_at), min(r.rowid)";

/** Who was measured to the end on the problems of an evaluation, by experiment, the one whose runs were there first before others. */
export const selectMeasuredOn = (db: Db, evaluationId: string): MeasuredTogether[] =>
  db.$client
    .prepare(
      `select r.experiment_id as experimentId, count(distinct r.cell) as configurations
       from evaluations e join runs r on r.id = e.run_id
       where e.population_hash = (select population_hash from evaluations where id = ?) and e.final = 1 ${IN_ORDER}`,
    )
    .all(evaluationId) as MeasuredTogether[];

/** The same of runs for which somebody stated the same problems as for one run. */
export const selectStatedWith = (db: Db, runId: string): MeasuredTogether[] =>
  db.$client
    .prepare(
      `select r.experiment_id as experimentId, count(distinct r.cell) as configurations
       from run_statements s join runs r on r.id = s.run_id
       where s.what = 'problems' and s.text =
         (select text from run_statements where run_id = ? and what = 'problems') ${IN_ORDER}`,
    )
    .all(runId) as MeasuredTogether[];

/** One of some evaluations for each set of problems that they are of. */
export const selectOnePerPopulation = (db: Db, evaluationIds: readonly string[]): string[] =>
  db.$client
    .prepare(
      "select min(id) from evaluations where id in (select value from json_each(?)) group by population_hash",
    )
    .pluck()
    .all(JSON.stringify(evaluationIds)) as string[];

/** Final evaluations on exactly the problems of a set. */
export const selectFinalsOn = (db: Db, populationHash: string): string[] =>
  db.$client
    .prepare("select id from evaluations where population_hash = ? and final = 1 order by id")
    .pluck()
    .all(populationHash) as string[];

/** An experiment in the ledger of a set of problems. */
export interface MeasuredExperiment extends MeasuredTogether {
  title: string;
  /** Who launched its runs. */
  by: string[];
  /** When the first of its runs was stored, ms since the epoch. */
  firstAt: number;
}

/**
 * The experiments of some evaluations, the first one first. Configurations are those of the set of problems on which most of its
 * configurations were measured: on others they were not held against each other.
 */
export function selectMeasuredExperiments(db: Db, evaluationIds: readonly string[]): MeasuredExperiment[] {
  const rows = db.$client
    .prepare(
      `with own as (
         select e.population_hash, r.experiment_id, r.cell, r.queued_at, r.rowid as place, s.created_by
         from evaluations e join runs r on r.id = e.run_id join sweeps s on s.id = r.sweep_id
         where e.id in (select value from json_each(?))),
       together as (
         select experiment_id, count(distinct cell) as n from own group by experiment_id, population_hash)
       select x.id as experimentId, x.title, min(own.queued_at) as firstAt, json_group_array(distinct own.created_by) as by,
         (select max(n) from together t where t.experiment_id = x.id) as configurations
       from own join experiments x on x.id = own.experiment_id
       group by x.id order by firstAt, min(own.place)`,
    )
    .all(JSON.stringify(evaluationIds)) as (Omit<MeasuredExperiment, "by"> & { by: string })[];
  return rows.map(({ by, ...row }) => ({ ...row, by: JSON.parse(by) as string[] }));
}

/**
 * Finished runs of some configurations in other experiments of the same project that were launched before the first run of this one,
 * those nearest to it; at most `limit`. Runs that clients brought have no configuration that means the same elsewhere.
 */
export const selectEarlierRuns = (
  db: Db,
  experimentId: string,
  cells: readonly string[],
  limit: number,
): RunRecord[] =>
  db
    .select()
    .from(runs)
    .where(
      sql`${runs.experimentId} in (
        select other.id from experiments own join experiments other on other.project_id = own.project_id
        where own.id = ${experimentId} and other.id <> own.id)
      and ${runs.cell} in (select value from json_each(${JSON.stringify(cells)}))
      and ${runs.origin} = 'bench' and ${runs.state} = 'finished'
      and ${runs.queuedAt} < (select min(queued_at) from runs first where first.experiment_id = ${experimentId})`,
    )
    .orderBy(desc(runs.queuedAt), sql`rowid desc`)
    .limit(limit)
    .all();
