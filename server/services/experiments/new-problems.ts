import type { Db } from "#db/client.ts";
import { selectProblemRows } from "#db/queries/reports.ts";
import { isEvaluationMetric, type EvaluationMetricName } from "../../../workers/protocol/metric-kinds.ts";
import type { Difference } from "../../contracts/experiment.ts";
import { createRecent, type Recent } from "../../numbers/recent.ts";
import { wayKey } from "../../judgement/on-record.ts";
import { SEEDS_FOR_INTERVAL } from "../../wording/seeds.ts";
import { seedsAndProblems, type ErrorSources } from "../../stats/seeds-and-problems.ts";
import { newProblemsMethod, type Family } from "../../wording/claims.ts";
import type { ServiceContext } from "../context.ts";
import { EVALUATION_METRICS } from "../evaluations/metric-registry.ts";
import type { ClaimedColumn, ColumnCell } from "./claim-column.ts";

/** More rows than these are not read for one table: it has to answer in the time of a blink. */
const MOST_ROWS = 300_000;
const KEPT = 200;

type Answer = Difference["newProblems"];

/** Evaluations never change, so neither does what two sets of them say. */
const known = new WeakMap<Db["$client"], Recent<{ answer: Answer }>>();

function remembered(db: Db): Recent<{ answer: Answer }> {
  const recent = known.get(db.$client) ?? createRecent(KEPT, () => 1);
  known.set(db.$client, recent);
  return recent;
}

/** Reads the values of an evaluation in the order of `place`; NaN where the metric is not defined. */
function reader(ctx: ServiceContext, metric: EvaluationMetricName) {
  const { columns, valueOf } = EVALUATION_METRICS[metric];
  const read = new Map<string, Float64Array>();
  let place: Map<string, number> | null = null;
  return (evaluationId: string): Float64Array => {
    const before = read.get(evaluationId);
    if (before) return before;
    const rows = selectProblemRows(ctx.db, evaluationId, columns);
    // Compared evaluations have the same problems, so the first one names them all.
    place ??= new Map(rows.map(({ problem }, i) => [problem, i]));
    const values = new Float64Array(place.size).fill(Number.NaN);
    for (const row of rows) values[place.get(row.problem) ?? -1] = valueOf(row) ?? Number.NaN;
    read.set(evaluationId, values);
    return values;
  };
}

const evaluationsOf = ({ seeds }: ColumnCell) =>
  seeds.flatMap(({ seed, evaluation }) => (evaluation ? [[seed, evaluation.evaluation.id] as const] : []));

function answerOf(
  own: Map<number, Float64Array>,
  baseline: Map<number, Float64Array>,
  family: Family,
  sharedStarts: boolean,
): Answer {
  const { low, high, p, df, problems, leftOut } = seedsAndProblems(
    { own, baseline },
    { comparisons: family.comparisons * family.columns, sharedStarts },
  );
  if (low === null || high === null || p === null || df === null) return null;
  return { low, high, p, problems, leftOut, method: newProblemsMethod(problems, leftOut, df, family) };
}

/** Where the error of a difference came from in an experiment; null where its first two configurations do not say. */
export function errorSources(
  ctx: ServiceContext,
  cells: readonly ColumnCell[],
  metric: string,
): ErrorSources | null {
  if (!isEvaluationMetric(metric)) return null;
  const read = reader(ctx, metric);
  const ways = (cell: ColumnCell) =>
    new Set(cell.seeds.flatMap(({ onRecord }) => onRecord.ways.map((way) => wayKey(way, true))));
  const full = cells.filter(
    (cell) => evaluationsOf(cell).length >= SEEDS_FOR_INTERVAL && ways(cell).size === 1,
  );
  const [base] = full;
  const own = full.find((cell) => cell !== base && [...ways(cell)][0] === [...ways(base)][0]);
  if (!own) return null;
  const runsOf = (cell: ColumnCell) => new Map(evaluationsOf(cell).map(([seed, id]) => [seed, read(id)]));
  return seedsAndProblems({ own: runsOf(own), baseline: runsOf(base) }).sources;
}

/**
 * The differences of a column for new seeds and new problems of the same kind, by cell: runs are a sample of what other seeds
 * would give, and problems of what others of their kind would. Nothing for a metric that is not measured on problems, and
 * where there are too many rows to read.
 */
export function withNewProblems(ctx: ServiceContext, claimed: ClaimedColumn): Map<string, Answer> {
  const { compared, family, sharedStarts, column } = claimed;
  const { metric } = column;
  const baseline = compared.find(({ cell }) => cell.baseline);
  const rows = compared.reduce(
    (sum, { seeds }) => sum + seeds.reduce((n, { evaluation }) => n + (evaluation?.n ?? 0), 0),
    0,
  );
  if (!baseline || !isEvaluationMetric(metric) || family.comparisons === 0 || rows > MOST_ROWS)
    return new Map();
  const recent = remembered(ctx.db);
  const read = reader(ctx, metric);
  const base = evaluationsOf(baseline);
  const runsOf = (evaluations: typeof base) => new Map(evaluations.map(([seed, id]) => [seed, read(id)]));
  return new Map(
    compared
      .filter(({ cell }) => !cell.baseline)
      .map((one): [string, Answer] => {
        const own = evaluationsOf(one);
        const key = JSON.stringify([metric, own, base, family, sharedStarts]);
        const answer = recent.get(key)?.answer;
        if (answer !== undefined) return [one.cell.cell, answer];
        const found = answerOf(runsOf(own), runsOf(base), family, sharedStarts);
        recent.set(key, { answer: found });
        return [one.cell.cell, found];
      }),
  );
}
