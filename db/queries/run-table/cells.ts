import { movesSeen } from "../projects/move.ts";
import { sql, type SQL } from "drizzle-orm";
import { DEFAULT_AXIS } from "../../../workers/protocol/default-axis.ts";
import type { EvaluationProtocol } from "../../../workers/protocol/events.ts";
import type { Db } from "../../client.ts";
import { type MetricTotals, readTotals, totalsSql } from "../evaluation-metrics.ts";
import { groupSql, keySql, LATEST, packColumnSql, RANKS, type TableKey } from "./keys.ts";

/** What the problems of a run's latest evaluation add up to. */
export interface LatestEvaluation {
  /** Of the evaluation. */
  id: string;
  runId: string;
  attemptId: string;
  trainStep: number;
  final: boolean;
  n: number;
  metrics: MetricTotals;
}

/** Joins what was asked for with its latest evaluation `v`. */
const latestWhere = (owner: SQL): SQL => sql`v.rowid = (
  select l.rowid from evaluations l where ${owner} = asked.value ${LATEST})`;

const TOTALS = totalsSql(sql`p.`);

/** Of each run its evaluation at the highest train step, the last one made of several. */
export function selectLatestEvaluations(db: Db, runIds: readonly string[]): LatestEvaluation[] {
  if (runIds.length === 0) return [];
  const rows = db.values<[string, string, string, number, number, number, ...(number | null)[]]>(sql`
    with latest as (
      select v.run_id, v.id from json_each(${JSON.stringify(runIds)}) asked
      join evaluations v on ${latestWhere(sql`l.run_id`)})
    select v.id, v.run_id, v.attempt_id, v.train_step, v.final, count(*), ${TOTALS}
    from latest join evaluations v on v.id = latest.id join evaluation_rows p on p.evaluation_id = v.id
    group by v.id`);
  return rows.map(([id, runId, attemptId, trainStep, final, n, ...totals]) => ({
    id,
    runId,
    attemptId,
    trainStep,
    final: final === 1,
    n,
    metrics: readTotals(totals),
  }));
}

/** How evaluations of an attempt were made: one for all that were made alike and whole, each other for itself. */
export interface MeasuredRow {
  attemptId: string;
  id: string;
  populationHash: string;
  /** Name of the population. */
  population: string;
  /** Problems that it has rows for, of those its population has. */
  n: number;
  of: number;
  protocol: EvaluationProtocol;
}

interface SeriesOf {
  metric: string;
  axis: string;
}

/** Joins attempts that were asked for with their series `s` of a metric. */
const joinSeries = ({ metric, axis }: SeriesOf): SQL =>
  sql`join series s on s.attempt_id = asked.value and s.metric = ${metric} and s.axis = ${axis}`;

function measuredRows(db: Db, found: SQL): MeasuredRow[] {
  const protocols = new Map<string, EvaluationProtocol>();
  const read = (text: string) => {
    const protocol = protocols.get(text) ?? (JSON.parse(text) as EvaluationProtocol);
    protocols.set(text, protocol);
    return protocol;
  };
  return db
    .values<[string, string, string, string, number, number, string]>(
      sql`
    select v.attempt_id, v.id, v.population_hash, p.name, v.n, p.n, v.protocol
    from ${found} join populations p on p.hash = v.population_hash
    group by v.attempt_id, v.population_hash, v.protocol_hash, iif(v.n <> p.n, v.id, '')`,
    )
    .map(([attemptId, id, hash, population, n, of, protocol]) => ({
      attemptId,
      id,
      populationHash: hash,
      population,
      n,
      of,
      protocol: read(protocol),
    }));
}

/** Where a train step has a final evaluation its points are of that; others, such as the policy sampled, only stand beside it. */
const IS_OF_THE_POINTS = sql`not exists (select 1 from evaluations o
  where o.attempt_id = v.attempt_id and o.train_step = v.train_step and o.final > v.final)`;

/** How the evaluations of some attempts were made, or only the latest of each attempt. */
export function selectMeasured(db: Db, attemptIds: readonly string[], latestOnly: boolean): MeasuredRow[] {
  const is = latestOnly
    ? latestWhere(sql`l.attempt_id`)
    : sql`v.attempt_id = asked.value and ${IS_OF_THE_POINTS}`;
  return measuredRows(db, sql`json_each(${JSON.stringify(attemptIds)}) asked join evaluations v on ${is}`);
}

/**
 * How the evaluations were made at whose step the last value of a metric was sent, where that is finite. One that was sent over
 * another x than train step may be of any.
 */
export function selectMeasuredAtLast(db: Db, attemptIds: readonly string[], series: SeriesOf): MeasuredRow[] {
  const isAtStep = series.axis === DEFAULT_AXIS ? sql`v.train_step = s.last_x` : sql`true`;
  return measuredRows(
    db,
    sql`json_each(${JSON.stringify(attemptIds)}) asked
    ${joinSeries(series)} and s.n > 0 and s.last_kind = 0
    join evaluations v on v.attempt_id = s.attempt_id and ${isAtStep} and ${IS_OF_THE_POINTS}`,
  );
}

/** Attempts that sent no point of a metric. */
export function selectWithoutPoints(db: Db, attemptIds: readonly string[], series: SeriesOf): string[] {
  return db
    .values<[string]>(
      sql`
    select asked.value from json_each(${JSON.stringify(attemptIds)}) asked
    left ${joinSeries(series)} and s.n > 0 where s.id is null`,
    )
    .map(([id]) => id);
}

/**
 * Attempts that sent finite values of which no evaluation is on record, as far as their summary tells: none was made at the step
 * of the last point or, with `whole`, of the extremes, or fewer were made than there are points. `evaluated`: they have others on
 * record. A series over another x cannot be told and is believed.
 */
export function selectUnrecorded(
  db: Db,
  attemptIds: readonly string[],
  series: SeriesOf,
  whole: boolean,
): { attemptId: string; evaluated: boolean }[] {
  if (series.axis !== DEFAULT_AXIS) return [];
  const steps = sql`(select l.train_step from evaluations l where l.attempt_id = s.attempt_id)`;
  const isAt = (x: SQL) => sql`(${x} is null or ${x} in ${steps})`;
  const lastIsAt = sql`(s.last_kind <> 0 or s.last_x in ${steps})`;
  const recorded = whole
    ? sql`${lastIsAt} and ${isAt(sql`s.min_x`)} and ${isAt(sql`s.max_x`)} and s.n - s.nan - s.pos_inf - s.neg_inf <= (
        select count(distinct l.train_step) from evaluations l where l.attempt_id = s.attempt_id)`
    : lastIsAt;
  const rows = db.values<[string, number]>(sql`
    select s.attempt_id, exists ${steps} from json_each(${JSON.stringify(attemptIds)}) asked
    ${joinSeries(series)} where s.n > 0 and not (${recorded})`);
  return rows.map(([attemptId, evaluated]) => ({ attemptId, evaluated: evaluated === 1 }));
}

/** How far attempts were trained with a reward, and from which weights: what a comparison of their policies has to share. */
export interface TreatmentRow {
  attemptId: string;
  /** Train step of the last rollouts; null where no rollout is on record. */
  trainStep: number | null;
  startWeights: string[];
  /** How generated problems were named, of a run whose policy saw names. */
  seenNames: string[];
}

/** A set that a run was given keeps its own names, which are part of its problems' hashes. */
const SEEN_NAMES = sql`(
  select json_group_array(json_extract(r.params, '$.names')) from attempts t join runs r on r.id = t.run_id
  where t.id = asked.value and json_extract(r.params, '$.observe_names') = 1
    and json_extract(r.params, '$.problems') = 'generated' and json_extract(r.params, '$.names') is not null
    and not exists (select 1 from run_inputs i where i.run_id = r.id and i.kind = 'problems'))`;

export function selectTreatments(db: Db, attemptIds: readonly string[]): TreatmentRow[] {
  const rows = db.values<[string, number | null, string, string]>(sql`
    select asked.value, s.last_x, (
      select json_group_array(w.sha256) from artifacts w where w.attempt_id = asked.value and w.kind = 'start_weights'), ${SEEN_NAMES}
    from json_each(${JSON.stringify(attemptIds)}) asked
    left ${joinSeries({ metric: "progress/episodes", axis: DEFAULT_AXIS })}`);
  return rows.map(([attemptId, trainStep, weights, names]) => ({
    attemptId,
    trainStep,
    startWeights: JSON.parse(weights) as string[],
    seenNames: JSON.parse(names) as string[],
  }));
}

/** How many problems the latest evaluation of each run has; a run without one is left out. */
export function selectProblemCounts(db: Db, runIds: readonly string[]): Map<string, number> {
  const rows = db.values<[string, number]>(sql`
    select asked.value, v.n from json_each(${JSON.stringify(runIds)}) asked
    join evaluations v on ${latestWhere(sql`l.run_id`)}`);
  return new Map(rows);
}

/** Finite values of a metric's column by attempt; an attempt without one is left out. */
export function selectColumnValues(
  db: Db,
  attemptIds: readonly string[],
  key: TableKey & { kind: "metric" },
): Map<string, number> {
  const { join, value, rank } = keySql(key, 0);
  const rows = db.values<[string, number]>(sql`
    select a.id, ${value} from json_each(${JSON.stringify(attemptIds)}) asked join attempts a on a.id = asked.value
    ${join ?? sql``} where ${rank} = ${RANKS.ordinary}`);
  return new Map(rows);
}

/** By attempt how many points of a series are no finite number; an attempt without such a point is left out. */
export function selectNonFinite(
  db: Db,
  attemptIds: readonly string[],
  series: SeriesOf,
): Map<string, { nan: number; posInf: number; negInf: number }> {
  const rows = db.values<[string, number, number, number]>(sql`
    select s.attempt_id, s.nan, s.pos_inf, s.neg_inf from json_each(${JSON.stringify(attemptIds)}) asked
    ${joinSeries(series)} where s.nan + s.pos_inf + s.neg_inf > 0`);
  return new Map(rows.map(([id, nan, posInf, negInf]) => [id, { nan, posInf, negInf }]));
}

/** Values of a parameter as JSON by run; a run without it is left out. */
export function selectParamValues(db: Db, runIds: readonly string[], name: string): Map<string, string> {
  const { join, value } = groupSql({ kind: "param", name });
  const rows = db.values<[string, string]>(sql`
    select r.id, ${value} from json_each(${JSON.stringify(runIds)}) asked join runs r on r.id = asked.value
    ${join ?? sql``} where ${value} is not null`);
  return new Map(rows);
}

/** What runs have in a pack's column, by run. */
export function selectPackValues(db: Db, runIds: readonly string[], name: string): Map<string, number> {
  const value = packColumnSql(name);
  const rows = db.values<[string, number]>(sql`
    select id, value from (select r.id, ${value} as value
      from json_each(${JSON.stringify(runIds)}) asked join runs r on r.id = asked.value) where value is not null`);
  return new Map(rows);
}

/** How many of the runs have each parameter. */
export function countParams(db: Db, runIds: readonly string[]): { name: string; runs: number }[] {
  const rows = db.values<[string, number]>(sql`
    select p.key, count(*) from json_each(${JSON.stringify(runIds)}) asked
    join runs r on r.id = asked.value join json_each(r.params) p where p.type <> 'null' group by p.key`);
  return rows.map(([name, runs]) => ({ name, runs }));
}

/** A number that is another one after any change to what a table of runs shows but for points, and one after any change at all. */
export function selectTableStamps(db: Db): { runs: string; everything: string } {
  const [[count, stateAt, queuedAt, attempts, noted, changes]] = db.values<
    [number, number, number, number, number | null, number]
  >(sql`
    select (select count(*) from runs), (select max(state_at) from runs), (select max(queued_at) from runs),
      (select count(*) from attempts), (select max(revision) from keepings), total_changes()`);
  const version = db.$client.pragma("data_version", { simple: true }) as number;
  return {
    runs: `${count} ${stateAt} ${queuedAt} ${attempts} ${noted ?? 0} ${movesSeen(db)}`,
    everything: `${changes} ${version}`,
  };
}
