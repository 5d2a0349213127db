import { sql, type SQL } from "drizzle-orm";
import {
  BEYOND_THE_OUTCOME,
  type EvaluationKind,
  EVALUATION_METRIC_NAMES,
  type EvaluationMetricName,
  leadOf,
  type OverProblems,
  overProblemsOf,
  PROBLEM_COLUMNS,
  type ProblemColumn,
  SHORT_EPISODE,
  STEPS_OF_AN_ANSWER,
} from "../../workers/protocol/metrics/evaluation-metrics.ts";

/** The columns of `evaluation_rows` by their names in TypeScript. */
const COLUMNS: Record<ProblemColumn, SQL> = {
  solved: sql`solved`,
  steps: sql`steps`,
  op: sql`op`,
  da: sql`da`,
  clean: sql`clean`,
  passed: sql`passed`,
  passAt1: sql`pass_at_1`,
  passAt8: sql`pass_at_8`,
};

/** Every column of a problem under its name in TypeScript. */
export const PROBLEM_COLUMNS_SQL: SQL = sql.join(
  PROBLEM_COLUMNS.map((name) => sql`${COLUMNS[name]} as ${sql.identifier(name)}`),
  sql`, `,
);

/** Whether nothing is known of the problem but whether it is solved. */
const bare = (row: SQL): SQL =>
  sql`(${sql.join(
    BEYOND_THE_OUTCOME.map((column) => sql`${row}${COLUMNS[column]} is null`),
    sql` and `,
  )} and ${row}steps <= ${STEPS_OF_AN_ANSWER})`;

const PART_OF: Record<Exclude<OverProblems["among"], "any">, (row: SQL) => SQL> = {
  solved: (row) => sql`${row}solved = 1`,
  "not programs": (row) => sql`${row}passed is null`,
  programs: (row) => sql`${row}passed is not null`,
  bare,
};

/** `valueOn` in SQL: null where the metric is not defined on the problem. `row` is the table's alias with its dot. */
export function valueOnSql(name: EvaluationMetricName, row: SQL = sql``): SQL {
  const { value, among } = overProblemsOf(name);
  const own =
    value === "quick"
      ? sql`(${row}solved = 1 and ${row}steps <= ${SHORT_EPISODE})`
      : sql`${row}${COLUMNS[value]}`;
  return among === "any" ? own : sql`case when ${PART_OF[among](row)} then ${own} end`;
}

/** A metric over the grouped rows of one evaluation: its mean, problems that define it, and the sum of its values. */
function totalSql(name: EvaluationMetricName, row: SQL): Record<keyof MetricTotal, SQL> {
  const value = valueOnSql(name, row);
  const of = { value: sql`avg(${value})`, n: sql`count(${value})`, sum: sql`coalesce(sum(${value}), 0)` };
  if (overProblemsOf(name).among !== "bare") return of;
  const all = sql`min(${bare(row)})`;
  return {
    value: sql`iif(${all}, ${of.value}, null)`,
    n: sql`iif(${all}, ${of.n}, 0)`,
    sum: sql`iif(${all}, ${of.sum}, 0)`,
  };
}

/** What a metric adds up to over the problems of one evaluation. `sum`: of a share of problems, its hits. */
export interface MetricTotal {
  /** Mean over the n problems; null where n is 0. */
  value: number | null;
  n: number;
  sum: number;
}
export type MetricTotals = Record<EvaluationMetricName, MetricTotal>;

const PARTS = ["value", "n", "sum"] as const;

/** Columns of a statement that groups the rows of evaluations: three for each metric, which `readTotals` takes apart. */
export const totalsSql = (row: SQL): SQL =>
  sql.join(
    EVALUATION_METRIC_NAMES.flatMap((name) => PARTS.map((part) => totalSql(name, row)[part])),
    sql`, `,
  );

/** The totals among the values of such a row, from the first of its columns on. */
export function readTotals(values: readonly (number | null)[]): MetricTotals {
  return Object.fromEntries(
    EVALUATION_METRIC_NAMES.map((name, i) => {
      const [value, n, sum] = values.slice(i * PARTS.length, (i + 1) * PARTS.length);
      return [name, { value, n: n ?? 0, sum: sum ?? 0 }];
    }),
  ) as MetricTotals;
}

/** The mean of a metric over the grouped rows of one evaluation. */
export const meanSql = (name: EvaluationMetricName, row: SQL): SQL => totalSql(name, row).value;

/** What the problems of an evaluation were solved by, as its totals tell. */
export const kindOfTotals = ({ metrics }: { metrics: MetricTotals }): EvaluationKind =>
  (["programs", "answers"] as const).find((kind) => metrics[leadOf(kind)].n > 0) ?? "repairs";
