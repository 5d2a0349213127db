import { sql, type SQL } from "drizzle-orm";
import {
  EVALUATION_METRIC_NAMES,
  type EvaluationMetricName,
  KIND_OF_STEPS,
  leadOf,
  overProblemsOf,
  TOLD_KINDS,
} from "../../workers/protocol/metrics/evaluation-metrics.ts";
import {
  BEYOND_THE_OUTCOME,
  PROBLEM_COLUMNS,
  SHORT_EPISODE,
  STEPS_OF_AN_ANSWER,
  tellingColumns,
} from "../../workers/protocol/metrics/problem-columns.ts";

/** What `evaluation_rows` has a column of its own for, by its name in TypeScript; what else a pack measures stands in `measures`. */
const STORED: Readonly<Record<string, string>> = {
  solved: "solved",
  steps: "steps",
  op: "op",
  da: "da",
  clean: "clean",
  passed: "passed",
  passAt1: "pass_at_1",
  passAt8: "pass_at_8",
};

/** A column of a problem. `row` is the table's alias with its dot. */
export const problemColumnSql = (name: string, row: SQL = sql``): SQL =>
  Object.hasOwn(STORED, name)
    ? sql`${row}${sql.identifier(STORED[name])}`
    : sql`json_extract(${row}measures, ${`$."${name}"`})`;

/** Every column of a problem under its name in TypeScript. */
export const PROBLEM_COLUMNS_SQL: SQL = sql.join(
  PROBLEM_COLUMNS.map((name) => sql`${problemColumnSql(name)} as ${sql.identifier(name)}`),
  sql`, `,
);

const noneKnown = (columns: readonly string[], row: SQL): SQL =>
  columns.length === 0
    ? sql`1`
    : sql`(${sql.join(
        columns.map((column) => sql`${problemColumnSql(column, row)} is null`),
        sql` and `,
      )})`;

/** Whether nothing is known of the problem but whether it is solved. */
const bare = (row: SQL): SQL =>
  sql`(${noneKnown(BEYOND_THE_OUTCOME, row)} and ${row}steps <= ${STEPS_OF_AN_ANSWER})`;

/** Whether a problem has a part in the metric; null where each has. */
function partSql(name: EvaluationMetricName, row: SQL): SQL | null {
  const { among } = overProblemsOf(name);
  if (among === "any") return null;
  if (among === "solved") return sql`${row}solved = 1`;
  if (among === "outcomes") return bare(row);
  const { columns, known } = tellingColumns(name);
  return known ? sql`not ${noneKnown(columns, row)}` : noneKnown(columns, row);
}

/** `valueOn` in SQL: null where the metric is not defined on the problem. `row` is the table's alias with its dot. */
export function valueOnSql(name: EvaluationMetricName, row: SQL = sql``): SQL {
  const { value } = overProblemsOf(name);
  const own =
    value === "quick"
      ? sql`(${row}solved = 1 and ${row}steps <= ${SHORT_EPISODE})`
      : problemColumnSql(value, row);
  const part = partSql(name, row);
  return part === null ? own : sql`case when ${part} then ${own} end`;
}

/** A metric over the grouped rows of one evaluation: its mean, problems that define it, and the sum of its values. */
function totalSql(name: EvaluationMetricName, row: SQL): Record<keyof MetricTotal, SQL> {
  const value = valueOnSql(name, row);
  const of = { value: sql`avg(${value})`, n: sql`count(${value})`, sum: sql`coalesce(sum(${value}), 0)` };
  if (overProblemsOf(name).among !== "outcomes") return of;
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
  );
}

/** The mean of a metric over the grouped rows of one evaluation. */
export const meanSql = (name: EvaluationMetricName, row: SQL): SQL => totalSql(name, row).value;

/** The kind of what the problems of an evaluation were solved by, as its totals tell. */
export const kindOfTotals = ({ metrics }: { metrics: MetricTotals }): string =>
  [...TOLD_KINDS.map(({ id }) => id), "answers"].find((kind) => metrics[leadOf(kind)].n > 0) ??
  KIND_OF_STEPS.id;
