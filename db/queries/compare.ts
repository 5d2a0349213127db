import { eq } from "drizzle-orm";
import type { Db } from "../client.ts";
import { evaluations, experiments, populations, runs } from "../schema/index.ts";

/** Columns with a value between 0 and 1 for each problem that defines it. */
export const BOUNDED = ["op", "da", "passed", "passAt1", "passAt8", "sampled", "best"] as const;
export type Bounded = (typeof BOUNDED)[number];

/** Count, sum, sum of squares and extremes of these columns. */
export type SumsRow = Record<`${Bounded}${"N" | "Sum" | "Squares"}`, number> &
  Record<`${Bounded}${"Min" | "Max"}`, number | null>;

/** Rows as SQLite gives them: flags are 0 and 1. */
interface OutcomeRow extends SumsRow {
  evaluationId: string;
  solved: number;
  steps: number;
  n: number;
  clean: number;
  cleanN: number;
}

interface PairedOutcomeRow extends SumsRow {
  solvedA: number;
  stepsA: number;
  solvedB: number;
  stepsB: number;
  n: number;
  cleanN: number;
  cleanOnlyA: number;
  cleanOnlyB: number;
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
const onlyText = (only: Only) => (only === null ? null : JSON.stringify(only));
const ONLY = (column: string) => `(@only is null or ${column} in (select value from json_each(@only)))`;

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

/** A column in SQL; OP counts for solved problems only. */
const COLUMNS: Record<Bounded, (row: string) => string> = {
  op: (row) => `case when ${row}solved = 1 then ${row}op end`,
  da: (row) => `${row}da`,
  passed: (row) => `${row}passed`,
  passAt1: (row) => `${row}pass_at_1`,
  passAt8: (row) => `${row}pass_at_8`,
  sampled: (row) => `${row}sampled_at_5`,
  // The best choice among samples: 1 where any of them is solved at step 5 or earlier.
  best: (row) => `(${row}sampled_at_5 > 0)`,
};

const sums = (name: string, value: string) =>
  `count(${value}) as ${name}N, coalesce(sum(${value}), 0) as ${name}Sum,
   coalesce(sum((${value}) * (${value})), 0) as ${name}Squares, min(${value}) as ${name}Min, max(${value}) as ${name}Max`;

/**
 * How many problems of each evaluation ended solved or not after how many steps, and what their OP (of solved ones), DA and
 * clean add up to: a row per outcome, from which everything of one side follows.
 */
export function selectOutcomes(db: Db, evaluationIds: string[], only: Only): OutcomeRow[] {
  return db.$client
    .prepare(
      `select evaluation_id as evaluationId, solved, steps, count(*) as n,
         ${BOUNDED.map((name) => sums(name, COLUMNS[name](""))).join(", ")},
         coalesce(sum(clean), 0) as clean, count(clean) as cleanN
       from evaluation_rows where evaluation_id in (select value from json_each(@ids)) and ${ONLY("problem_hash")}
       group by evaluation_id, solved, steps`,
    )
    .all({ ids: JSON.stringify(evaluationIds), only: onlyText(only) }) as OutcomeRow[];
}

/** The bounded values, problem by problem: what an interval needs that sums cannot give. */
export function selectBoundedValues(
  db: Db,
  evaluationIds: string[],
  only: Only,
): ({ evaluationId: string } & Record<Bounded, number | null>)[] {
  return db.$client
    .prepare(
      `select evaluation_id as evaluationId, ${BOUNDED.map((name) => `${COLUMNS[name]("")} as ${name}`).join(", ")}
       from evaluation_rows where evaluation_id in (select value from json_each(@ids)) and ${ONLY("problem_hash")}`,
    )
    .all({ ids: JSON.stringify(evaluationIds), only: onlyText(only) }) as ReturnType<
    typeof selectBoundedValues
  >;
}

/** The same for two evaluations, problem by problem: a row per pair of outcomes, sums of B minus A where both have a value. */
export function selectPairedOutcomes(db: Db, a: string, b: string, only: Only): PairedOutcomeRow[] {
  return db.$client
    .prepare(
      `select a.solved as solvedA, a.steps as stepsA, b.solved as solvedB, b.steps as stepsB, count(*) as n,
         ${BOUNDED.map((name) => sums(name, `(${COLUMNS[name]("b.")}) - (${COLUMNS[name]("a.")})`)).join(", ")},
         count(a.clean + b.clean) as cleanN, coalesce(sum(a.clean = 1 and b.clean = 0), 0) as cleanOnlyA,
         coalesce(sum(a.clean = 0 and b.clean = 1), 0) as cleanOnlyB
       from evaluation_rows a
       join evaluation_rows b on b.evaluation_id = @b and b.problem_hash = a.problem_hash
       where a.evaluation_id = @a and ${ONLY("a.problem_hash")}
       group by a.solved, a.steps, b.solved, b.steps`,
    )
    .all({ a, b, only: onlyText(only) }) as PairedOutcomeRow[];
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
  return db.$client
    .prepare(
      `select p.type, solved, passed, pass_at_1 as passAt1, pass_at_8 as passAt8
       from evaluation_rows join problems p on p.hash = problem_hash
       where evaluation_id = @id and passed is not null and ${ONLY("problem_hash")} order by problem_hash`,
    )
    .all({ id: evaluationId, only: onlyText(only) }) as ProgramValues[];
}

/** The same of B minus A, over the problems for which both have a program. */
export function selectPairedPrograms(db: Db, a: string, b: string, only: Only): ProgramValues[] {
  return db.$client
    .prepare(
      `select p.type, b.solved - a.solved as solved, b.passed - a.passed as passed,
         b.pass_at_1 - a.pass_at_1 as passAt1, b.pass_at_8 - a.pass_at_8 as passAt8
       from evaluation_rows a
       join evaluation_rows b on b.evaluation_id = @b and b.problem_hash = a.problem_hash
       join problems p on p.hash = a.problem_hash
       where a.evaluation_id = @a and a.passed is not null and b.passed is not null and ${ONLY("a.problem_hash")}
       order by a.problem_hash`,
    )
    .all({ a, b, only: onlyText(only) }) as ProgramValues[];
}
