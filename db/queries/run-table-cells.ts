import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { groupSql, keySql, RANKS, type TableKey } from "./run-table-keys.ts";

/** What the problems of a run's latest evaluation add up to. */
export interface LatestEvaluation {
  runId: string;
  attemptId: string;
  trainStep: number;
  final: boolean;
  n: number;
  solved: number;
  solvedAt5: number;
  clean: number;
  cleanN: number;
}

/** Of each run its evaluation at the highest train step, the last one made of several. */
export function selectLatestEvaluations(db: Db, runIds: readonly string[]): LatestEvaluation[] {
  if (runIds.length === 0) return [];
  const rows = db.values<[string, string, number, number, ...number[]]>(sql`
    with latest as (
      select v.run_id, v.id from json_each(${JSON.stringify(runIds)}) asked
      join evaluations v on v.rowid = (
        select l.rowid from evaluations l where l.run_id = asked.value
        order by l.train_step desc, l.at desc, l.rowid desc limit 1))
    select v.run_id, v.attempt_id, v.train_step, v.final, count(*), sum(p.solved), sum(p.solved = 1 and p.steps <= 5),
      coalesce(sum(p.clean), 0), count(p.clean)
    from latest join evaluations v on v.id = latest.id join evaluation_rows p on p.evaluation_id = v.id
    group by v.id`);
  return rows.map(([runId, attemptId, trainStep, final, n, solved, solvedAt5, clean, cleanN]) => ({
    runId,
    attemptId,
    trainStep,
    final: final === 1,
    n,
    solved,
    solvedAt5,
    clean,
    cleanN,
  }));
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

/** Values of a parameter as JSON by run; a run without it is left out. */
export function selectParamValues(db: Db, runIds: readonly string[], name: string): Map<string, string> {
  const { join, value } = groupSql({ kind: "param", name });
  const rows = db.values<[string, string]>(sql`
    select r.id, ${value} from json_each(${JSON.stringify(runIds)}) asked join runs r on r.id = asked.value
    ${join ?? sql``} where ${value} is not null`);
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
  const [[count, stateAt, queuedAt, attempts, changes]] = db.values<
    [number, number, number, number, number]
  >(sql`
    select (select count(*) from runs), (select max(state_at) from runs), (select max(queued_at) from runs),
      (select count(*) from attempts), total_changes()`);
  const version = db.$client.pragma("data_version", { simple: true }) as number;
  return { runs: `${count} ${stateAt} ${queuedAt} ${attempts}`, everything: `${changes} ${version}` };
}
