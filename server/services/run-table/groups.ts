import { pointStore } from "#db/points/open-point-store.ts";
import {
  selectColumnValues,
  selectNonFinite,
  selectPackValues,
  selectParamValues,
} from "#db/queries/run-table/cells.ts";
import type { GroupedRunRow } from "#db/queries/run-table/run-table.ts";
import type { GroupCell, GroupValues, NonFinite, ParamCell, TableCell } from "../../contracts/run-table.ts";
import {
  columnId,
  type ColumnRef,
  type MetricColumn,
  NOT_A_VALUE,
  OF_FINITE_POINTS,
} from "../../contracts/run-table-columns.ts";
import type { ServiceContext } from "../context.ts";
import { judge, type Judgement } from "../../checks/judge.ts";
import { rangeOfRewards } from "../../checks/standings.ts";
import type { ValueOnRecord } from "../../contracts/on-record.ts";
import { meanInterval } from "../../stats/mean-interval.ts";
import { meanOfMetric } from "../../stats/within-possible.ts";
import { countOf } from "../../wording/counts.ts";
import { countSeeds } from "../../numbers/seeds.ts";
import { SEEDS_FOR_INTERVAL, writeSeedCount } from "../../wording/seeds.ts";
import { columnOnRecord, type JudgedRun } from "../comparability/values.ts";
import { countResumed } from "../runs/find.ts";
import type { TableGroup } from "./arrange.ts";
import { isEvaluationValue, isRewardValue, shareMetric, tableKey } from "./column-key.ts";
import { remembered, type TableOrder } from "./order.ts";

/** Why the values of these runs are no independent values of one thing, or null where they are. */
function whyNoInterval(runs: GroupedRunRow[]): string | null {
  const configurations = new Set(runs.map((run) => run.cell)).size;
  if (configurations > 1)
    return `mean over ${countOf(runs.length, "run")} of ${countOf(configurations, "configuration")}, no interval`;
  const seeds = countSeeds(runs.map((run) => run.seed));
  // A run without a seed counts as one, as in the table of an experiment.
  if (seeds.said + seeds.unsaid < runs.length)
    return `mean over ${countOf(runs.length, "run")} of ${writeSeedCount(seeds)}: a seed counts twice, no interval`;
  return runs.length < SEEDS_FOR_INTERVAL ? `mean over ${writeSeedCount(seeds)}, no interval` : null;
}

/** What an interval is over: seeds, or runs of which some say none. */
function overWords(runs: GroupedRunRow[]): string {
  const seeds = countSeeds(runs.map((run) => run.seed));
  return seeds.unsaid === 0 ? "seeds" : writeSeedCount(seeds);
}

type OnRecordOf = (run: JudgedRun) => ValueOnRecord;

/** Why a mean over runs that were measured in these ways says nothing, or null where it does. */
function whyIncomparable({ ranked, unranked }: Judgement, runs: number): string | null {
  const of = (why: string) => unranked.find((one) => one.why === why)?.sides.length ?? 0;
  if (of("several") > 0) return "runs that were each measured in several ways";
  if (of("partly") > 0) return "runs with values that no evaluation on record has";
  if (ranked.length > 1) return `measured in ${countOf(ranked.length, "way")} (problems or protocol)`;
  const unknown = of("unknown");
  return unknown > 0
    ? `of ${countOf(runs, "run")} ${countOf(unknown, "has", "have")} no evaluation on record`
    : null;
}

type Refusal = Pick<GroupCell, "refused" | "method">;

/** Why a mean over these runs, which have a value, says nothing; else whether it is on record how they were measured. */
function judgeMean(
  column: MetricColumn,
  group: GroupedRunRow[],
  of: OnRecordOf | null,
): { refusal: Refusal | null; unknown: boolean } {
  if (of === null) return { refusal: null, unknown: false };
  const judgement = judge(
    column.metric,
    group.map((run) => ({ name: run.runId, of: [of(run)] })),
  );
  const { ranked, notLogged } = judgement;
  if (isRewardValue(column))
    return {
      refusal:
        ranked.length > 1
          ? {
              refused: "mixed reward functions",
              method: `${countOf(ranked.length, "reward function")}: a mean over them says nothing`,
            }
          : null,
      unknown: false,
    };
  const why = whyIncomparable(judgement, group.length);
  return {
    refusal:
      why === null ? null : { refused: "mixed evaluations", method: `${why}: a mean over them says nothing` },
    unknown: notLogged.length > 0,
  };
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
  nonFinite: ReadonlyMap<string, NonFinite>,
  of: OnRecordOf | null,
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
  const { refusal, unknown: isUnknown } = judgeMean(column, having, of);
  if (refusal !== null) return { ...cell, nonFinite: null, ...refusal };
  if (found.length === 0) return cell;
  const possible =
    of &&
    rangeOfRewards(
      column.metric,
      having.map(of).map(({ reward }) => reward),
    );
  const estimate = NOT_A_VALUE.has(column.reducer)
    ? meanInterval(found)
    : meanOfMetric(column.metric, found, possible ?? undefined);
  const unknown = isUnknown ? "; on which problems is not on record" : "";
  const why = whyNoInterval(having);
  return why === null
    ? {
        ...cell,
        mean: estimate.value,
        low: estimate.low,
        high: estimate.high,
        method: `${estimate.method}, over ${overWords(having)}${unknown}`,
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
      const judged = isRewardValue(column) || isEvaluationValue(column);
      const of = judged
        ? remembered(order, `on record of ${columnId(column)}`, () =>
            columnOnRecord(ctx.db, order.runs, column, shareMetric(column) !== null),
          )
        : null;
      for (const group of unread)
        order.memo.set(nameOf(group), groupCell(column, runsOf(group), values, nonFinite, of));
    } else if (unread.length > 0 && (column.kind === "param" || column.kind === "pack")) {
      const ids = runs.map((run) => run.runId);
      const values =
        column.kind === "param"
          ? selectParamValues(ctx.db, ids, column.name)
          : new Map(
              [...selectPackValues(ctx.db, ids, column.name)].map(([id, value]) => [id, String(value)]),
            );
      for (const group of unread) order.memo.set(nameOf(group), groupValues(runsOf(group), values));
    }
    if (unread.length > 0) await new Promise((resolve) => setImmediate(resolve));
    groups.forEach((group, i) =>
      cells[i].push((order.memo.get(nameOf(group)) as TableCell | undefined) ?? null),
    );
  }
  return cells;
}
