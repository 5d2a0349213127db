import { pointStore } from "#db/points/open-point-store.ts";
import type { Db } from "#db/client.ts";
import { selectTableStamps } from "#db/queries/run-table/cells.ts";
import {
  countTableStates,
  type GroupedRunRow,
  selectTableRuns,
  type TableQuery,
} from "#db/queries/run-table/run-table.ts";
import { countRuns } from "#db/queries/runs.ts";
import { isEnded } from "../../contracts/run-lifecycle.ts";
import type { RunTableView, ViewCounts } from "../../contracts/run-table.ts";
import {
  type Grouping,
  isGrouping,
  movesWhileLive,
  ORDER_HOLD_MS,
} from "../../contracts/run-table-columns.ts";
import { ServiceError } from "../../errors.ts";
import { conditionOf } from "./conditions.ts";
import { elapsedSince } from "../clock.ts";
import { countOf } from "../../wording/counts.ts";
import { FEWER_RUNS, requireRoom } from "../answer-room.ts";
import type { ServiceContext } from "../context.ts";
import { scopeId } from "../projects/find.ts";
import { archivedIn, statesOf } from "../runs/list.ts";
import { arrange, type Arrangement } from "./arrange.ts";
import { columnOf, tableKey } from "./column-key.ts";
import { type Ranking, rankingOf, standingIn } from "./ranking.ts";

/** The part of a view that decides which runs stand where. */
export type OrderedView = Omit<RunTableView, "open">;

export interface TableOrder extends Arrangement<GroupedRunRow> {
  all: number;
  counts: ViewCounts;
  /** What was worked out for this order and holds as long as it does. */
  memo: Map<string, unknown>;
  /** What stands between its runs. */
  ranking: Ranking;
  /** Which runs it is of. */
  filter: TableQuery["filter"];
}

interface KeptOrder {
  order: TableOrder;
  runs: string;
  everything: string;
  at: number;
  /** Points or the clock can change it. */
  moves: boolean;
  /** What its memo was worked out from, and when. */
  memoOf: { everything: string; at: number };
}

/** Orders that are kept, and runs in all of them together: the newest one is kept however long it is. */
const MOST_KEPT = { orders: 8, runs: 100_000 };

/** Bytes that are held for a run of an order; what the head of a group says of it is more. */
const HELD_PER_RUN = { alone: 320, grouped: 600 };

const kept = new WeakMap<Db["$client"], Map<string, KeptOrder>>();

/** The columns by which runs are put together, each once; without a first one there is none. */
export const groupedBy = ({ group, also }: Pick<OrderedView, "group" | "also">): string[] =>
  group === null ? [] : [...new Set([group, ...also])];

function groupOf(id: string): TableQuery["group"][number] {
  const column = columnOf(id);
  if (!isGrouping(column) || column.kind === "metric" || column.kind === "pack")
    throw new ServiceError("invalid", `Runs cannot be grouped by ${id.slice(0, 80)}.`);
  return column.kind === "param"
    ? { kind: "param", name: column.name }
    : { kind: "field", name: column.name as Grouping };
}

function queryOf(ctx: ServiceContext, view: OrderedView): TableQuery {
  const states = statesOf(view.state);
  return {
    filter: {
      projectId: scopeId(ctx, view.project),
      experimentId: view.experimentId,
      states,
      archived: archivedIn(view.state, view.experimentId),
      search: view.search.trim(),
      where: view.where.map((condition) => conditionOf(ctx, condition)),
    },
    sort: view.sort.map(({ column, direction }) => ({ key: tableKey(ctx, columnOf(column)), direction })),
    group: groupedBy(view).map(groupOf),
    newest: states?.every(isEnded) ? "end" : "launch",
  };
}

/** By state what a view by state would show, and how many the archive would. */
function countViews(ctx: ServiceContext, { filter }: TableQuery): ViewCounts {
  const elsewhere = filter.archived === "only" ? "hidden" : filter.archived;
  const archived = Object.values(countTableStates(ctx.db, { ...filter, archived: "only" }));
  const n = archived.reduce((sum, of) => sum + of, 0);
  return { ...countTableStates(ctx.db, { ...filter, archived: elsewhere }), ...(n > 0 && { archived: n }) };
}

/** Throws `too_large` where an order is of more runs than one answer may hold. */
function requireOrderRoom(counts: ViewCounts, { filter: { states, archived }, group }: TableQuery): void {
  const shown = Object.entries(counts).filter(([state]) =>
    archived === "only"
      ? state === "archived"
      : state !== "archived" && (states?.some((one) => one === state) ?? true),
  );
  const runs = shown.reduce((sum, [, n]) => sum + n, 0);
  requireRoom(
    runs * (group.length > 0 ? HELD_PER_RUN.grouped : HELD_PER_RUN.alone),
    `A table of ${countOf(runs, "run")}${group.length > 0 ? " in groups" : ""}`,
    FEWER_RUNS,
  );
}

function makeOrder(ctx: ServiceContext, view: OrderedView, query: TableQuery): TableOrder {
  const counts = countViews(ctx, query);
  requireOrderRoom(counts, query);
  const sortedBy = view.sort.map(({ column }) => columnOf(column));
  const [first] = sortedBy;
  const rows = selectTableRuns(ctx.db, query);
  const ranking = rankingOf(ctx.db, sortedBy, rows);
  const arrangement = arrange(rows, {
    grouped: query.group.length > 0,
    meanOrder: first?.kind === "metric" ? view.sort[0].direction : null,
    standing: standingIn(ranking),
  });
  return {
    ...arrangement,
    all: countRuns(ctx.db, { ...query.filter, experimentId: null, states: null, search: "" }),
    counts,
    memo: new Map(),
    ranking,
    filter: query.filter,
  };
}

/** Whether an order can change without a change of the list of runs. */
function isMoving(view: OrderedView): boolean {
  return [...view.where, ...view.sort].some(({ column }) => movesWhileLive(columnOf(column)));
}

/** What is worked out for an order is of points too, and these may be more by now while the order stands. */
function renewMemo(ctx: ServiceContext, known: KeptOrder, everything: string): void {
  const { memoOf } = known;
  if (memoOf.everything === everything || elapsedSince(ctx, memoOf.at) < ORDER_HOLD_MS) return;
  known.order.memo.clear();
  known.memoOf = { everything, at: ctx.now() };
}

/** Metrics whose summaries an order is made from. */
function metricsRead({ filter, sort }: TableQuery): string[] {
  return [...filter.where, ...sort].flatMap(({ key }) => {
    if (key.kind === "metric") return key.metric;
    return key.kind === "progress" ? key.metrics : [];
  });
}

/** Works something out for an order once, as long as it holds. */
export function remembered<Value>({ memo }: TableOrder, name: string, workOut: () => Value): Value {
  if (!memo.has(name)) memo.set(name, workOut());
  return memo.get(name) as Value;
}

function forgetOldest(orders: Map<string, KeptOrder>): void {
  let runs = [...orders.values()].reduce((sum, { order }) => sum + order.runs.length, 0);
  for (const [name, { order }] of orders) {
    if (orders.size === 1 || (orders.size <= MOST_KEPT.orders && runs <= MOST_KEPT.runs)) return;
    orders.delete(name);
    runs -= order.runs.length;
  }
}

/** The runs of a view in their order. Kept until something changes, so that scrolling through ten thousand sorts them once. */
export function tableOrder(ctx: ServiceContext, view: OrderedView): TableOrder {
  let { runs, everything } = selectTableStamps(ctx.db);
  const orders = kept.get(ctx.db.$client) ?? new Map<string, KeptOrder>();
  kept.set(ctx.db.$client, orders);
  const { project = null, experimentId, state, search, where, sort } = view;
  const name = JSON.stringify([project, experimentId, state, search.trim(), where, sort, groupedBy(view)]);
  const known = orders.get(name);
  const holds =
    known !== undefined &&
    (known.everything === everything ||
      (known.runs === runs && (!known.moves || elapsedSince(ctx, known.at) < ORDER_HOLD_MS)));
  if (holds) {
    renewMemo(ctx, known, everything);
    return known.order;
  }
  // What is sorted and filtered by is read in SQL.
  const query = queryOf(ctx, view);
  pointStore(ctx.db).settle(metricsRead(query));
  ({ runs, everything } = selectTableStamps(ctx.db));
  const order = makeOrder(ctx, view, query);
  orders.delete(name);
  const memoOf = { everything, at: ctx.now() };
  orders.set(name, { order, runs, everything, at: ctx.now(), moves: isMoving(view), memoOf });
  forgetOldest(orders);
  return order;
}

/**
 * Ids of the runs of a view in the order of its sort keys alone, whatever may be ranked. Throws `too_large` where they are too
 * many.
 */
export function idsInOrder(ctx: ServiceContext, view: OrderedView): string[] {
  const query = queryOf(ctx, view);
  pointStore(ctx.db).settle(metricsRead(query));
  requireOrderRoom(countViews(ctx, query), query);
  return selectTableRuns(ctx.db, query).map(({ runId }) => runId);
}
