import { pointStore } from "#db/points/open-point-store.ts";
import { selectColumnValues, selectNonFinite, selectParamValues } from "#db/queries/run-table-cells.ts";
import type { GroupedRunRow } from "#db/queries/run-table.ts";
import type { GroupCell, GroupValues, NonFinite, ParamCell, TableCell } from "../../contracts/run-table.ts";
import {
  columnId,
  NOT_A_VALUE,
  OF_FINITE_POINTS,
  type ColumnRef,
  type MetricColumn,
} from "../../contracts/run-table-columns.ts";
import type { ServiceContext } from "../context.ts";
import { meanInterval } from "../../stats/mean-interval.ts";
import { meanOfMetric } from "../experiments/mean-of-metric.ts";
import { countOf } from "../../wording/counts.ts";
import { SEEDS_FOR_INTERVAL, withoutInterval, writeSeeds } from "../../wording/seeds.ts";
import { countResumed } from "./count-resumed.ts";
import { askedBy, measuredOn, NOT_MEASURED, whyIncomparable, type MeasuredOn } from "./measured-on.ts";
import type { TableGroup } from "./table-arrange.ts";
import { isEvaluationValue, isRewardValue, tableKey } from "./table-key.ts";
import { remembered, type TableOrder } from "./table-order.ts";

/** Why the values of these runs are no independent values of one thing, or null where they are. */
function whyNoInterval(runs: GroupedRunRow[]): string | null {
  const configurations = new Set(runs.map((run) => run.cell)).size;
  if (configurations > 1)
    return `mean over ${countOf(runs.length, "run")} of ${countOf(configurations, "configuration")}, no interval`;
  const seeds = new Set(runs.map((run) => run.seed)).size;
  if (seeds < runs.length)
    return `mean over ${countOf(runs.length, "run")} of ${writeSeeds(seeds)}: a seed counts twice, no interval`;
  if (seeds < SEEDS_FOR_INTERVAL) return `mean over ${withoutInterval(seeds)}`;
  return null;
}

/** Why a mean over these runs, which have a value, says nothing, or null where it does. */
function whyNoMean(
  column: MetricColumn,
  group: GroupedRunRow[],
  measured: Pick<MeasuredOn, "wayOf">,
): Pick<GroupCell, "refused" | "method"> | null {
  const rewards = isRewardValue(column) ? new Set(group.map((run) => run.rewardHash)).size : 1;
  if (rewards > 1)
    return {
      refused: "mixed reward functions",
      method: `${countOf(rewards, "reward function")}: a mean over them says nothing`,
    };
  const why = isEvaluationValue(column) ? whyIncomparable(group, measured) : null;
  return why === null
    ? null
    : { refused: "mixed evaluations", method: `${why}: a mean over them says nothing` };
}

/** Of how many runs the series hold NaN or infinities; null where none does. */
function runsWithNonFinite(group: GroupedRunRow[], points: ReadonlyMap<string, NonFinite>): NonFinite | null {
  const found = group.flatMap(({ attemptId }) => points.get(attemptId ?? "") ?? []);
  const having = (kind: keyof NonFinite) => found.filter((counts) => counts[kind] > 0).length;
  return found.length === 0
    ? null
    : { nan: having("nan"), posInf: having("posInf"), negInf: having("negInf") };
}

/**
 * Mean of the finite values of a group's runs, in the metric's unit. A t interval over seeds stands beside it where the runs
 * are one configuration and every value is of another seed, from three seeds on.
 */
export function groupCell(
  column: MetricColumn,
  group: GroupedRunRow[],
  values: Map<string, number>,
  nonFinite: ReadonlyMap<string, NonFinite> = new Map(),
  measured: Pick<MeasuredOn, "wayOf"> = NOT_MEASURED,
): GroupCell {
  const having = group.filter(({ attemptId }) => attemptId !== null && values.has(attemptId));
  const found = having.map(({ attemptId }) => values.get(attemptId as string) as number);
  const cell: GroupCell = {
    kind: "group",
    mean: null,
    n: found.length,
    of: group.length,
    resumed: countResumed(having),
    low: null,
    high: null,
    nonFinite: runsWithNonFinite(group, nonFinite),
    method: "no finite value",
    refused: null,
  };
  const refusal = whyNoMean(column, having, measured);
  if (refusal !== null) return { ...cell, nonFinite: null, ...refusal };
  if (found.length === 0) return cell;
  const estimate = NOT_A_VALUE.has(column.reducer) ? meanInterval(found) : meanOfMetric(column.metric, found);
  const isUnknown =
    isEvaluationValue(column) && !having.some(({ attemptId }) => measured.wayOf.has(attemptId ?? ""));
  const unknown = isUnknown ? "; on which problems is not on record" : "";
  const why = whyNoInterval(having);
  return why === null
    ? {
        ...cell,
        mean: estimate.value,
        low: estimate.low,
        high: estimate.high,
        method: `${estimate.method}, over seeds${unknown}`,
      }
    : { ...cell, mean: estimate.value, method: why + unknown };
}

function groupValues(group: GroupedRunRow[], values: Map<string, string>): GroupValues | null {
  const distinct = new Set(group.flatMap(({ runId }) => values.get(runId) ?? []));
  if (distinct.size === 0) return null;
  const [only] = distinct;
  return {
    kind: "values",
    values: distinct.size,
    only: distinct.size === 1 ? (JSON.parse(only) as ParamCell["value"]) : null,
  };
}

/**
 * Cells of groups, a list per group in the order of the columns. What was read once is kept with the order it is of. A column of
 * ten thousand runs takes about 60 ms, so other work of the process gets its turn between columns.
 */
export async function groupCells(
  ctx: ServiceContext,
  order: TableOrder,
  groups: TableGroup[],
  columns: ColumnRef[],
): Promise<TableCell[][]> {
  const runsOf = ({ start, n }: TableGroup) => order.runs.slice(start, start + n);
  const cells = groups.map((): TableCell[] => []);
  for (const column of columns) {
    const nameOf = (group: TableGroup) => `${columnId(column)}\n${group.start}`;
    const unread = groups.filter((group) => !order.memo.has(nameOf(group)));
    const runs = unread.flatMap(runsOf);
    if (unread.length > 0 && column.kind === "metric") {
      const key = tableKey(ctx, column);
      const attemptIds = runs.flatMap(({ attemptId }) => attemptId ?? []);
      // Read in SQL.
      if (key.kind === "metric") pointStore(ctx.db).settle([key.metric]);
      const values =
        key.kind === "metric" ? selectColumnValues(ctx.db, attemptIds, key) : new Map<string, number>();
      const nonFinite = OF_FINITE_POINTS.has(column.reducer)
        ? selectNonFinite(ctx.db, attemptIds, column)
        : new Map<string, NonFinite>();
      const asked = askedBy([column]);
      const measured = asked
        ? remembered(order, JSON.stringify(asked), () => measuredOn(ctx.db, order.runs, asked))
        : NOT_MEASURED;
      for (const group of unread)
        order.memo.set(nameOf(group), groupCell(column, runsOf(group), values, nonFinite, measured));
    } else if (unread.length > 0 && column.kind === "param") {
      const ids = runs.map((run) => run.runId);
      const values = selectParamValues(ctx.db, ids, column.name);
      for (const group of unread) order.memo.set(nameOf(group), groupValues(runsOf(group), values));
    }
    if (unread.length > 0) await new Promise((resolve) => setImmediate(resolve));
    groups.forEach((group, i) =>
      cells[i].push((order.memo.get(nameOf(group)) as TableCell | undefined) ?? null),
    );
  }
  return cells;
}
