import { eq, sql, type SQL } from "drizzle-orm";
import {
  EVALUATION_METRIC_NAMES,
  type EvaluationMetricName,
  overProblemsOf,
} from "../../workers/protocol/metrics/evaluation-metrics.ts";
import type { Db } from "../client.ts";
import { valueOnSql } from "./evaluation-metrics.ts";
import { evaluations, experiments, populations, runs } from "../schema/index.ts";

/** What samples beside the chosen episode say: the share that is quick, and whether any is. */
const SAMPLED = {
  sampled: (row: SQL) => sql`${row}sampled_at_5`,
  best: (row: SQL) => sql`(${row}sampled_at_5 > 0)`,
};

/** What is summed for a comparison beside solved and steps: every metric between 0 and 1, and what samples say. */
export const SUMMED = [
  ...EVALUATION_METRIC_NAMES.filter(
    (name) => !["solved", "steps", "quick"].includes(overProblemsOf(name).value),
  ),
  ...(Object.keys(SAMPLED) as (keyof typeof SAMPLED)[]),
];
export type Summed = EvaluationMetricName | keyof typeof SAMPLED;

const isSampled = (name: Summed): name is keyof typeof SAMPLED => Object.hasOwn(SAMPLED, name);
const valueSql = (name: Summed, row: SQL) => (isSampled(name) ? SAMPLED[name](row) : valueOnSql(name, row));

/** Count, sum, sum of squares and extremes of what is summed, in this order. */
const PARTS = ["n", "sum", "squares", "min", "max"] as const;
export type SummedParts = Record<"n" | "sum" | "squares", number> & Record<"min" | "max", number | null>;
type SumsRow = Record<`${Summed}.${(typeof PARTS)[number]}`, number | null>;

/** The sums of one of them in a row. */
export const partsOf = (row: SumsRow, name: Summed): SummedParts =>
  Object.fromEntries(PARTS.map((part) => [part, row[`${name}.${part}`]])) as SummedParts;

/** Rows as SQLite gives them: flags are 0 and 1. */
interface OutcomeRow extends SumsRow {
  evaluationId: string;
  solved: number;
  steps: number;
  n: number;
}

interface PairedOutcomeRow extends SumsRow {
  solvedA: number;
  stepsA: number;
  solvedB: number;
  stepsB: number;
  n: number;
}

function evaluationQuery(db: Db) {
  return db
    .select({ evaluation: evaluations, run: runs, experiment: experiments.title, population: populations })
    .from(evaluations)
    .innerJoin(runs, eq(runs.id, evaluations.runId))
    .innerJoin(experiments, eq(experiments.id, runs.experimentId))
    .innerJoin(populations, eq(populations.hash, evaluations.populationHash));
}
export type EvaluationWithRun = ReturnType<ReturnType<typeof evaluationQuery>["all"]>[number];

export function selectEvaluationWithRun(db: Db, id: string): EvaluationWithRun | undefined {
  return evaluationQuery(db).where(eq(evaluations.id, id)).get();
}

/** Limits a query to these problems; null is all. One JSON text instead of thousands of parameters. */
type Only = string[] | null;
const isAmong = (column: SQL, only: Only): SQL =>
  only === null ? sql`true` : sql`${column} in (select value from json_each(${JSON.stringify(only)}))`;
const isOf = (evaluationIds: string[]): SQL =>
  sql`evaluation_id in (select value from json_each(${JSON.stringify(evaluationIds)}))`;

/** Problems that every one of the evaluations has a row for. */
export function selectCommonProblems(db: Db, evaluationIds: string[]): string[] {
  return db.$client
    .prepare(
      `select problem_hash from evaluation_rows where evaluation_id in (select value from json_each(@ids))
       group by problem_hash having count(*) = @sides`,
    )
    .pluck()
    .all({
      ids: JSON.stringify(evaluationIds),
      sides: new Set(evaluationIds).size,
    }) as string[];
}

const sums = (of: (name: Summed) => SQL): SQL =>
  sql.join(
    SUMMED.map((name) => {
      const value = of(name);
      const parts: Record<(typeof PARTS)[number], SQL> = {
        n: sql`count(${value})`,
        sum: sql`coalesce(sum(${value}), 0)`,
        squares: sql`coalesce(sum((${value}) * (${value})), 0)`,
        min: sql`min(${value})`,
        max: sql`max(${value})`,
      };
      return sql.join(
        PARTS.map((part) => sql`${parts[part]} as ${sql.identifier(`${name}.${part}`)}`),
        sql`, `,
      );
    }),
    sql`, `,
  );

/**
 * How many problems of each evaluation ended solved or not after how many steps, and what their other
 * metrics add up to: a row per outcome, from which everything of one side follows.
 */
export function selectOutcomes(db: Db, evaluationIds: string[], only: Only): OutcomeRow[] {
  return db.all<OutcomeRow>(sql`
    select evaluation_id as evaluationId, solved, steps, count(*) as n, ${sums((name) => valueSql(name, sql``))}
    from evaluation_rows where ${isOf(evaluationIds)} and ${isAmong(sql`problem_hash`, only)}
    group by evaluation_id, solved, steps`);
}

/** The values, problem by problem: what an interval needs that sums cannot give. */
export function selectSummedValues(
  db: Db,
  evaluationIds: string[],
  only: Only,
): ({ evaluationId: string } & Record<Summed, number | null>)[] {
  const values = SUMMED.map((name) => sql`${valueSql(name, sql``)} as ${sql.identifier(name)}`);
  return db.all<ReturnType<typeof selectSummedValues>[number]>(sql`
    select evaluation_id as evaluationId, ${sql.join(values, sql`, `)}
    from evaluation_rows where ${isOf(evaluationIds)} and ${isAmong(sql`problem_hash`, only)}`);
}

/** The same for two evaluations, problem by problem: a row per pair of outcomes, sums of B minus A where both have a value. */
export function selectPairedOutcomes(db: Db, a: string, b: string, only: Only): PairedOutcomeRow[] {
  const difference = (name: Summed) => sql`((${valueSql(name, sql`b.`)}) - (${valueSql(name, sql`a.`)}))`;
  return db.all<PairedOutcomeRow>(sql`
    select a.solved as solvedA, a.steps as stepsA, b.solved as solvedB, b.steps as stepsB, count(*) as n, ${sums(difference)}
    from evaluation_rows a
    join evaluation_rows b on b.evaluation_id = ${b} and b.problem_hash = a.problem_hash
    where a.evaluation_id = ${a} and ${isAmong(sql`a.problem_hash`, only)}
    group by a.solved, a.steps, b.solved, b.steps`);
}

/** Problems of an evaluation with what a person calls them. */
export function selectMeasuredProblems(
  db: Db,
  evaluationId: string,
): { hash: string; type: string; level: string; key: string | null }[] {
  return db.$client
    .prepare(
      `select p.hash, p.type, p.level, pp.key from evaluation_rows r
       join problems p on p.hash = r.problem_hash
       join evaluations e on e.id = r.evaluation_id
       left join population_problems pp on pp.population_hash = e.population_hash and pp.problem_hash = p.hash
       where r.evaluation_id = ? order by pp.key, p.hash`,
    )
    .all(evaluationId) as { hash: string; type: string; level: string; key: string | null }[];
}

/** What one program is, or by how much two on the same problem differ. */
export interface ProgramValues {
  /** Family of its problem. */
  type: string;
  solved: number;
  passed: number | null;
  passAt1: number | null;
  passAt8: number | null;
}

/** Programs of an evaluation, problem by problem; none where it is not of programs. */
export function selectPrograms(db: Db, evaluationId: string, only: Only): ProgramValues[] {
  return db.all<ProgramValues>(sql`
    select p.type, solved, passed, pass_at_1 as passAt1, pass_at_8 as passAt8
    from evaluation_rows join problems p on p.hash = problem_hash
    where evaluation_id = ${evaluationId} and passed is not null and ${isAmong(sql`problem_hash`, only)}
    order by problem_hash`);
}

/** The same of B minus A, over the problems for which both have a program. */
export function selectPairedPrograms(db: Db, a: string, b: string, only: Only): ProgramValues[] {
  return db.all<ProgramValues>(sql`
    select p.type, b.solved - a.solved as solved, b.passed - a.passed as passed,
      b.pass_at_1 - a.pass_at_1 as passAt1, b.pass_at_8 - a.pass_at_8 as passAt8
    from evaluation_rows a
    join evaluation_rows b on b.evaluation_id = ${b} and b.problem_hash = a.problem_hash
    join problems p on p.hash = a.problem_hash
    where a.evaluation_id = ${a} and a.passed is not null and b.passed is not null
      and ${isAmong(sql`a.problem_hash`, only)}
    order by a.problem_hash`);
}
