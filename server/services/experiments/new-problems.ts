import type { Db } from "#db/client.ts";
import { selectProblemRows } from "#db/queries/reports.ts";
import {
  comesInFamilies,
  type EvaluationMetricName,
  isEvaluationMetric,
} from "../../../workers/protocol/metrics/evaluation-metrics.ts";
import { columnsOf, valuesOver } from "../../../workers/protocol/metrics/values-over-problems.ts";
import type { Difference } from "../../contracts/experiment.ts";
import { createRecent, type Recent } from "../../numbers/recent.ts";
import {
  noNarrowerThanSeeds,
  pooledSources,
  seedsAndProblems,
  type ErrorSources,
} from "../../stats/claims/seeds-and-problems.ts";
import { differenceWithin } from "../../stats/within-possible.ts";
import { newProblemsMethod, type Family } from "../../wording/claims.ts";
import type { ServiceContext } from "../context.ts";
import type { SeedFacts } from "./cell-values.ts";
import type { ClaimedColumn } from "./claim-column.ts";

/** More rows than these are not read for one table: it has to answer in the time of a blink. */
const MOST_ROWS = 300_000;
const KEPT = 200;

type Answer = Difference["newProblems"];

/** Evaluations never change, so neither does what sets of them say: it is worked out once. */
function memory<Said>(): (db: Db, key: string, workOut: () => Said) => Said {
  const known = new WeakMap<Db["$client"], Recent<{ said: Said }>>();
  return (db, key, workOut) => {
    const recent = known.get(db.$client) ?? createRecent(KEPT, () => 1);
    known.set(db.$client, recent);
    const found = recent.get(key) ?? { said: workOut() };
    recent.set(key, found);
    return found.said;
  };
}

const rememberAnswer = memory<Answer>();
const rememberSources = memory<ErrorSources | null>();

/** Reads the values of an evaluation in the order of `place`; NaN where the metric is not defined. */
function reader(ctx: ServiceContext, metric: EvaluationMetricName) {
  const columns = columnsOf(metric);
  const read = new Map<string, Float64Array>();
  let place: Map<string, number> | null = null;
  let families: FamilyOfProblems | null = null;
  const runOf = (evaluationId: string): Float64Array => {
    const before = read.get(evaluationId);
    if (before) return before;
    const rows = selectProblemRows(ctx.db, evaluationId, columns);
    // Compared evaluations have the same problems, so the first one names them all.
    place ??= new Map(rows.map(({ problem }, i) => [problem, i]));
    families ??= familiesOf(metric, rows);
    const values = new Float64Array(place.size).fill(Number.NaN);
    for (const { problem, value } of valuesOver(metric, rows))
      values[place.get(problem.problem) ?? -1] = value;
    read.set(evaluationId, values);
    return values;
  };
  return { runOf, families: () => families };
}

/** The family of each problem in their order, and how many there are. */
interface FamilyOfProblems {
  of: Int32Array;
  count: number;
}

/** Problems that come in families, by the one rule of evaluations; null where they do not, or nobody knows. */
function familiesOf(
  metric: EvaluationMetricName,
  rows: readonly { type?: string }[],
): FamilyOfProblems | null {
  if (!comesInFamilies(metric)) return null;
  const places = new Map([...new Set(rows.map(({ type }) => type ?? ""))].map((type, i) => [type, i]));
  if (places.size < 2) return null;
  return { of: Int32Array.from(rows, ({ type }) => places.get(type ?? "") ?? 0), count: places.size };
}

const evaluationsOf = ({ seeds }: { seeds: readonly SeedFacts[] }) =>
  seeds.flatMap(({ seed, evaluation }) =>
    evaluation ? [[seed, evaluation.evaluation.id] as [number, string]] : [],
  );

/** Values by seed, for a list of seeds with their evaluations. */
const runsReadBy = (read: (evaluationId: string) => Float64Array) => (evaluations: [number, string][]) =>
  new Map(evaluations.map(([seed, id]) => [seed, read(id)]));

function answerOf(
  own: Map<number, Float64Array>,
  baseline: Map<number, Float64Array>,
  family: Family,
  { sharedStarts, families }: { sharedStarts: boolean; families: FamilyOfProblems | null },
): Answer {
  const { low, high, p, df, problems, leftOut } = seedsAndProblems(
    { own, baseline },
    {
      comparisons: family.comparisons * family.columns,
      sharedStarts,
      ...(families && { families: families.of }),
    },
  );
  const total = own.values().next().value?.length ?? 0;
  if (low === null || high === null || p === null || df === null) return null;
  const units = {
    problems: families ? total - leftOut : problems,
    families: families ? problems : null,
    leftOut,
  };
  return { low, high, p, ...units, method: newProblemsMethod(units, df, family) };
}

const rowsOf = (cells: readonly { seeds: readonly SeedFacts[] }[]) =>
  cells.flatMap(({ seeds }) => seeds).reduce((sum, { evaluation }) => sum + (evaluation?.n ?? 0), 0);

/**
 * Where the error of a difference came from in configurations that were measured on the same problems, the baseline first. Null
 * where they do not say, for a metric that is not measured on problems, and where there are too many rows to read.
 */
export function errorSources(
  ctx: ServiceContext,
  cells: readonly { seeds: readonly SeedFacts[] }[],
  metric: string,
): ErrorSources | null {
  if (!isEvaluationMetric(metric) || rowsOf(cells) > MOST_ROWS) return null;
  const evaluations = cells.map(evaluationsOf);
  return rememberSources(ctx.db, JSON.stringify([metric, evaluations]), () =>
    pooledSources(evaluations.map(runsReadBy(reader(ctx, metric).runOf))),
  );
}

/** The answer beside that over new seeds alone: never narrower, and none where that has none. */
function besideSeeds(metric: string, { value, low, high, p }: Difference, both: Answer): Answer {
  if (!both || value === null || low === null || high === null || p === null) return null;
  const { value: _, ...said } = differenceWithin(metric, {
    ...both,
    ...noNarrowerThanSeeds({ low, high, p }, both),
    value,
  });
  return said;
}

/**
 * The differences of a column for new seeds and new problems of the same kind, by cell: runs are a sample of what other seeds
 * would give, and problems of what others of their kind would. Nothing for a metric that is not measured on problems, and
 * where there are too many rows to read.
 */
export function withNewProblems(ctx: ServiceContext, claimed: ClaimedColumn): Map<string, Answer> {
  const { compared, differences, family, sharedStarts, column } = claimed;
  const { metric } = column;
  const baseline = compared.find(({ cell }) => cell.baseline);
  const rows = rowsOf(compared);
  if (!baseline || !isEvaluationMetric(metric) || family.comparisons === 0 || rows > MOST_ROWS)
    return new Map();
  const read = reader(ctx, metric);
  const runsOf = runsReadBy(read.runOf);
  const base = evaluationsOf(baseline);
  return new Map(
    compared
      .filter(({ cell }) => !cell.baseline)
      .flatMap((one): [string, Answer][] => {
        const overSeeds = differences.get(one.cell.cell);
        const own = evaluationsOf(one);
        const key = JSON.stringify([metric, own, base, family, sharedStarts]);
        const workOut = () => {
          const [mine, others] = [runsOf(own), runsOf(base)];
          return answerOf(mine, others, family, { sharedStarts, families: read.families() });
        };
        // What is kept is of these two alone; the interval over seeds also depends on the other cells.
        const both = rememberAnswer(ctx.db, key, workOut);
        return overSeeds ? [[one.cell.cell, besideSeeds(metric, overSeeds, both)]] : [];
      }),
  );
}
