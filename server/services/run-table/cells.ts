import { pointStore } from "#db/points/open-point-store.ts";
import type { SeriesFacts } from "#db/points/point-store.ts";
import {
  selectLatestEvaluations,
  type LatestEvaluation,
  selectPackValues,
} from "#db/queries/run-table/cells.ts";
import { selectRunsByIds } from "#db/queries/runs.ts";
import type { SummaryField } from "#db/queries/run-table/keys.ts";
import type { MetricCell, NonFinite, NonFiniteWord, TableCell } from "../../contracts/run-table.ts";
import type { ColumnRef, MetricColumn } from "../../contracts/run-table-columns.ts";
import type { LeadShare } from "../../contracts/rollouts/stage-of-run.ts";
import type { ServiceContext } from "../context.ts";
import { leadShares, oneByOne } from "../runs/lead-share.ts";
import { sharedAt } from "../series/shared-at.ts";
import { shareMetric, summaryField } from "./column-key.ts";

/** A run whose cells are wanted. */
export interface CellsOf {
  runId: string;
  attemptId: string | null;
  /** Number of that attempt, from 1 on. */
  attempt: number | null;
}

type ReadField = NonNullable<SummaryField>;

const READ: Record<ReadField, (facts: SeriesFacts) => { value: number | null; x: number | null }> = {
  last: (f) => ({ value: f.lastValue, x: f.lastX }),
  min: (f) => ({ value: f.min, x: f.minX }),
  max: (f) => ({ value: f.max, x: f.maxX }),
  mean: (f) => ({ value: f.mean, x: null }),
  lastX: (f) => ({ value: f.lastX, x: f.lastX }),
  minX: (f) => ({ value: f.minX, x: f.minX }),
  maxX: (f) => ({ value: f.maxX, x: f.maxX }),
  n: (f) => ({ value: f.n, x: f.lastX }),
};

/** A run's latest evaluation with what tells most of it. */
export type Latest = LatestEvaluation & { lead: LeadShare };

const SAME = 1e-9;

function word(value: number | null): number | NonFiniteWord | null {
  return value === null || Number.isFinite(value) ? value : (String(value) as NonFiniteWord);
}

function nonFiniteOf({ nan, posInf, negInf }: SeriesFacts): NonFinite | null {
  return nan + posInf + negInf === 0 ? null : { nan, posInf, negInf };
}

function shareOf(column: MetricColumn, evaluation: Latest | undefined): MetricCell["share"] {
  const metric = shareMetric(column);
  if (metric === null || !evaluation) return null;
  const { lead, metrics } = evaluation;
  const { sum, n } = metrics[metric];
  if (n === 0) return null;
  // Programs come in families, by which the lead has its interval.
  const { hits, low, high, families } = lead.metric === metric ? lead : oneByOne(sum, n);
  return { hits, n, low, high, families };
}

/** How many values share the x of one that is shown; undefined where it is alone, or nobody asks. */
type SharedOf = (facts: SeriesFacts, x: number | null) => number | undefined;

/** The interval belongs to the number beside it or it is not shown: an older attempt may have been evaluated later on. */
function metricCell(
  column: MetricColumn,
  facts: SeriesFacts | undefined,
  evaluation: Latest | undefined,
  { attemptId, attempt: latest }: CellsOf,
  sharedOf: SharedOf,
): MetricCell | null {
  const share = shareOf(column, evaluation);
  const isResumed = latest !== null && latest > 1;
  if (!facts || facts.n === 0) {
    const none = { kind: "metric", value: null, n: 0, nonFinite: null, x: null, share: null } as const;
    const attempt = isResumed ? latest : null;
    // What an earlier attempt was evaluated at takes no part in any order or mean, so it is no value here.
    const isOfLatest = evaluation !== undefined && evaluation.attemptId === attemptId;
    if (!share || !isOfLatest) return isResumed ? { ...none, attempt } : null;
    return { ...none, value: share.hits / share.n, n: 1, x: evaluation.trainStep, attempt, share };
  }
  const field = summaryField(column);
  const { value, x } = field === null ? { value: null, x: null } : READ[field](facts);
  const sharedX = sharedOf(facts, x);
  const isSame = share !== null && value !== null && Math.abs(share.hits / share.n - value) < SAME;
  return {
    kind: "metric",
    value: word(value),
    n: facts.n,
    nonFinite: nonFiniteOf(facts),
    x,
    ...(sharedX !== undefined && { sharedX }),
    attempt: isResumed ? latest : null,
    share: isSame ? share : null,
  };
}

const seriesKey = (attemptId: string, { metric, axis }: { metric: string; axis: string }) =>
  `${attemptId}\n${axis}\n${metric}`;

/** Latest evaluation of each run, by run. */
export function latestEvaluations(ctx: ServiceContext, runIds: string[]): Map<string, Latest> {
  const found = selectLatestEvaluations(ctx.db, runIds);
  const leads = leadShares(ctx.db, found);
  return new Map(
    found.flatMap((evaluation) => {
      const lead = leads.get(evaluation.id);
      return lead ? [[evaluation.runId, { ...evaluation, lead }] as const] : [];
    }),
  );
}

/**
 * Values of columns, one list per run in the order of the columns; one query for all series, one for all parameters. A metric
 * is that of the attempt which is given with the run. Takes the runs' latest evaluations from a caller that has read them.
 * `shared`: also how many values share the x of the one that is shown, which takes a look at each series.
 */
export function runCells(
  ctx: ServiceContext,
  runs: CellsOf[],
  columns: ColumnRef[],
  { known, shared = false }: { known?: Map<string, Latest>; shared?: boolean } = {},
): TableCell[][] {
  const store = pointStore(ctx.db);
  const sharedOf: SharedOf = (facts, x) => (shared && facts.n > 1 ? sharedAt(store, facts.id, x) : undefined);
  const metrics = columns.filter((c) => c.kind === "metric");
  const series = new Map<string, SeriesFacts>();
  if (metrics.length > 0) {
    const names = [...new Set(metrics.map((c) => c.metric))];
    const attemptIds = runs.flatMap(({ attemptId }) => attemptId ?? []);
    for (const facts of store.series(attemptIds, names)) series.set(seriesKey(facts.attemptId, facts), facts);
  }
  const runIds = runs.map((run) => run.runId);
  const wantsShares = metrics.some((c) => shareMetric(c) !== null);
  const evaluations = known ?? latestEvaluations(ctx, wantsShares ? runIds : []);
  const wantsParams = columns.some((c) => c.kind === "param");
  const params = new Map(wantsParams ? selectRunsByIds(ctx.db, runIds).map((r) => [r.id, r.params]) : []);
  const ofPacks = new Map(
    columns.flatMap((c) => (c.kind === "pack" ? [[c.name, selectPackValues(ctx.db, runIds, c.name)]] : [])),
  );
  return runs.map((run) =>
    columns.map((column): TableCell => {
      if (column.kind === "pack") {
        const value = ofPacks.get(column.name)?.get(run.runId);
        return value === undefined ? null : { kind: "param", value };
      }
      if (column.kind === "built-in") return null;
      if (column.kind === "metric")
        return metricCell(
          column,
          series.get(seriesKey(run.attemptId ?? "", column)),
          evaluations.get(run.runId),
          run,
          sharedOf,
        );
      const own = params.get(run.runId);
      return own && Object.hasOwn(own, column.name) && own[column.name] !== null
        ? { kind: "param", value: own[column.name] }
        : null;
    }),
  );
}
