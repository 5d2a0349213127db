import { sql } from "drizzle-orm";
import type { RunState } from "../../server/contracts/run-lifecycle.ts";
import type { Db } from "../client.ts";
import { saidSeedSql } from "./run-table/keys.ts";

/** A series by what it is of. */
export interface SeriesName {
  id: number;
  attemptId: string;
  metric: string;
  axis: string;
}

/** Series after an id, in the order in which they came to be; an id is never given out again. */
export function selectSeriesNames(db: Db, afterId: number, limit: number): SeriesName[] {
  const rows = db.$client
    .prepare("select id, attempt_id, metric, axis from series where id > ? order by id limit ?")
    .raw()
    .all(afterId, limit) as [number, string, string, string][];
  return rows.map(([id, attemptId, metric, axis]) => ({ id, attemptId, metric, axis }));
}

/** The baseline of a run's experiment with the same seed, as its latest launch that has an attempt. */
export interface ControlRow {
  runId: string;
  config: string;
  attemptId: string;
  state: RunState;
  endedAt: number | null;
  lastSeq: number;
}

/** For each of these runs that is not of its experiment's baseline, the latest baseline run with its seed, in one query; a run without a said seed has none. */
export function selectControls(db: Db, runIds: readonly string[]): ControlRow[] {
  const rows = db.values<[string, string, string, RunState, number | null, number]>(sql`
    select r.id, t.label, a.id, a.state, a.ended_at, a.last_seq, a.phase_step
    from json_each(${JSON.stringify(runIds)}) asked
    join runs r on r.id = asked.value
    join experiments e on e.id = r.experiment_id and e.baseline_cell <> r.cell
    join runs t on t.rowid = (
      select b.rowid from runs b where b.experiment_id = r.experiment_id and b.cell = e.baseline_cell and b.seed = ${saidSeedSql(sql`r.seed`)}
      order by b.queued_at desc, b.rowid desc limit 1)
    join attempts a on a.run_id = t.id and a.n = (select max(l.n) from attempts l where l.run_id = t.id)`);
  return rows.map(([runId, config, attemptId, state, endedAt, lastSeq]) => ({
    runId,
    config,
    attemptId,
    state,
    endedAt,
    lastSeq,
  }));
}

/** Of the latest launches, of a project or of every one, what decides whether they have to be judged again. */
export function selectLatestJudged(db: Db, limit: number, projectId?: string | null) {
  const isOfProject = projectId ? sql`where project_id = ${projectId}` : sql``;
  const rows = db.values<[string, string, string | null, RunState, number | null, number, number | null]>(sql`
    select r.id, r.experiment_id, a.id, a.state, a.ended_at, a.last_seq
    from (select id, experiment_id, rowid as place, queued_at from runs ${isOfProject} order by queued_at desc, rowid limit ${limit}) r
    left join attempts a on a.run_id = r.id and a.n = (select max(l.n) from attempts l where l.run_id = r.id)
    order by r.queued_at desc, r.place`);
  return rows.map(([runId, experimentId, id, state, endedAt, lastSeq, phaseStep]) => ({
    runId,
    experimentId,
    attempt: id === null ? null : { id, runId, state, endedAt, lastSeq, phaseStep },
  }));
}

/** The same for attempts by their ids, in that order. */
export function selectJudged(db: Db, attemptIds: readonly string[]) {
  const rows = db.values<[string, string, RunState, number | null, number, number | null]>(sql`
    select a.id, a.run_id, a.state, a.ended_at, a.last_seq, a.phase_step
    from json_each(${JSON.stringify(attemptIds)}) asked join attempts a on a.id = asked.value order by asked.key`);
  return rows.map(([id, runId, state, endedAt, lastSeq, phaseStep]) => ({
    id,
    runId,
    state,
    endedAt,
    lastSeq,
    phaseStep,
  }));
}
