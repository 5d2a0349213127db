import { PACK_COLUMNS } from "../../packs/columns.ts";
import type { ProblemsColumn } from "../../packs/pack.ts";
import { DEFAULT_AXIS } from "../../workers/protocol/default-axis.ts";

export { DEFAULT_AXIS };

/** What a summary of a series says in a cell. `at` and `best_at` are an x, `n` is a number of points. */
export const REDUCERS = ["last", "best", "min", "max", "mean", "at", "best_at", "n"] as const;
export type Reducer = (typeof REDUCERS)[number];
/** What these say of a series is of its finite points alone. */
export const OF_FINITE_POINTS: ReadonlySet<Reducer> = new Set(["best", "best_at", "min", "max", "mean"]);
/** These may take any point of a series for their value, and not only the last one. */
export const OVER_WHOLE_SERIES: ReadonlySet<Reducer> = new Set(["best", "min", "max", "mean"]);
/** These say where or how many: their values are no values of the metric, whose limits are not theirs. */
export const NOT_A_VALUE: ReadonlySet<Reducer> = new Set(["at", "best_at", "n"]);

interface BuiltInColumn {
  /** How its values are compared: an order of words, of quantities, or not at all. */
  type: "text" | "number" | "none";
  /** Rows can be put together by it. */
  groups?: true;
}

/**
 * Columns that every run has, whatever it was launched with and whatever it sends. For an entry the compiler asks for its value
 * in SQL (`FIELDS` of db/queries/run-table/keys.ts), its words (`column-words.ts`) and its cell (`run-facts.tsx`).
 */
const BUILT_IN_COLUMNS = {
  run: { type: "text" },
  state: { type: "text", groups: true },
  checks: { type: "none" },
  id: { type: "text" },
  label: { type: "text", groups: true },
  recipe: { type: "text", groups: true },
  experiment: { type: "text", groups: true },
  seed: { type: "number", groups: true },
  reward: { type: "text", groups: true },
  worker: { type: "text", groups: true },
  origin: { type: "text", groups: true },
  statusSource: { type: "text", groups: true },
  group: { type: "text", groups: true },
  job_type: { type: "text", groups: true },
  tags: { type: "text" },
  notes: { type: "text" },
  attempt: { type: "number" },
  step: { type: "number" },
  curve: { type: "none" },
  problems: { type: "none" },
  // Never ranked by: it is of as many completions as somebody marked.
  audit: { type: "none" },
  time: { type: "number" },
  launched: { type: "number" },
  started: { type: "number" },
  ended: { type: "number" },
  why: { type: "none" },
} as const satisfies Record<string, BuiltInColumn>;

type Columns = typeof BUILT_IN_COLUMNS;
export type BuiltIn = keyof Columns;
export const BUILT_INS = Object.keys(BUILT_IN_COLUMNS) as BuiltIn[];
/** How the values of a column that every run has are compared, and whether rows can be put together by it. */
export const builtInColumn = (name: BuiltIn): BuiltInColumn => BUILT_IN_COLUMNS[name];

/** By which columns rows can be put together; parameters besides. */
export type Grouping = { [Name in BuiltIn]: Columns[Name] extends { groups: true } ? Name : never }[BuiltIn];
const groupsRows = (name: BuiltIn): name is Grouping => builtInColumn(name).groups === true;
export const GROUPINGS: readonly Grouping[] = BUILT_INS.filter(groupsRows);

/** Columns whose values SQL can order and compare. */
export type OrderedColumn = {
  [Name in BuiltIn]: Columns[Name] extends { type: "none" } ? never : Name;
}[BuiltIn];

/** The three columns that stand first and stay in sight; they are not part of the choice. */
export const FIXED_COLUMNS = ["run", "state", "checks"] as const satisfies BuiltIn[];

export interface MetricColumn {
  kind: "metric";
  metric: string;
  axis: string;
  reducer: Reducer;
}

/** What a column shows. Names of metrics and parameters are kept as they were sent, whatever characters they hold. */
export type ColumnRef =
  | { kind: "built-in"; name: BuiltIn }
  | { kind: "param"; name: string }
  | { kind: "pack"; name: string }
  | MetricColumn;

/** Undefined where no installed pack has it, as in a view that was saved before the pack was taken away. */
export const packColumn = (name: string): ProblemsColumn | undefined =>
  PACK_COLUMNS.find(({ id }) => id === name);

const isOneOf = <T extends string>(list: readonly T[], text: string): text is T =>
  (list as readonly string[]).includes(text);

/** `metric:reward/raw:last`, `metric@tokens:loss:min`, `param:lr`, `seed`. */
export function columnId(column: ColumnRef): string {
  if (column.kind === "built-in") return column.name;
  if (column.kind === "param" || column.kind === "pack") return `${column.kind}:${column.name}`;
  const axis = column.axis === DEFAULT_AXIS ? "" : `@${escapeColon(column.axis)}`;
  return `metric${axis}:${column.metric}:${column.reducer}`;
}

/** What columns and their values were called before: links and saved views of then still say so. */
const FORMER_NAMES = new Map<string, BuiltIn>([["basis", "statusSource"]]);
const FORMER_VALUES = new Map([
  ["origin outside", "external"],
  ["statusSource witnessed", "supervised"],
  ["statusSource reported", "scheduler"],
  ["statusSource claimed", "client"],
  ["statusSource silent", "no_heartbeat"],
]);

/** A condition on a column with the names that column and value have now. */
export function withPresentNames<T extends { column: string; value: string }>(condition: T): T {
  const column = FORMER_NAMES.get(condition.column) ?? condition.column;
  return {
    ...condition,
    column,
    value: FORMER_VALUES.get(`${column} ${condition.value}`) ?? condition.value,
  };
}

/** Reads an id as `columnId` writes it, or wrote it before; null for anything else. The last colon divides metric and reducer. */
export function parseColumnId(id: string): ColumnRef | null {
  const former = FORMER_NAMES.get(id);
  if (former) return { kind: "built-in", name: former };
  if (isOneOf(BUILT_INS, id)) return { kind: "built-in", name: id };
  const colon = id.indexOf(":");
  if (colon < 0) return null;
  const [head, rest] = [id.slice(0, colon), id.slice(colon + 1)];
  if (head === "param" || head === "pack") return rest === "" ? null : { kind: head, name: rest };
  const axis = axisOf(head);
  const end = rest.lastIndexOf(":");
  const reducer = rest.slice(end + 1);
  if (axis === null || end < 1 || !isOneOf(REDUCERS, reducer)) return null;
  return { kind: "metric", metric: rest.slice(0, end), axis, reducer };
}

/** A colon ends the name of an axis. */
const escapeColon = (axis: string): string => axis.replaceAll("%", "%25").replaceAll(":", "%3A");
const unescapeColon = (text: string): string => text.replaceAll("%3A", ":").replaceAll("%25", "%");

/** The axis that the head of a metric's id names; null where it is no such head. */
function axisOf(head: string): string | null {
  if (head === "metric") return DEFAULT_AXIS;
  if (!head.startsWith("metric@")) return null;
  const axis = unescapeColon(head.slice("metric@".length));
  return axis === "" || axis === DEFAULT_AXIS ? null : axis;
}

/** Whether rows can be put together by this column. */
export function isGrouping(column: ColumnRef): boolean {
  return column.kind === "param" || (column.kind === "built-in" && groupsRows(column.name));
}

/** Whether rows can be put into an order, or chosen, by this column. */
export function isComparable(column: ColumnRef): boolean {
  return column.kind !== "built-in" || builtInColumn(column.name).type !== "none";
}

/** Whether values of this column change while a run sends points or the clock goes on. */
export function movesWhileLive(column: ColumnRef): boolean {
  return (
    column.kind === "metric" ||
    column.kind === "pack" ||
    (column.kind === "built-in" && MOVING.has(column.name))
  );
}

const MOVING: ReadonlySet<BuiltIn> = new Set(["step", "time", "worker"]);

/** While points arrive an order by such a column stands for this long: rows that change places under the pointer cannot be read. */
export const ORDER_HOLD_MS = 2000;

/** A value of this column is a quantity; the values of a parameter may be of any kind. */
export function isQuantity(column: ColumnRef): boolean {
  return (
    column.kind === "metric" ||
    column.kind === "pack" ||
    (column.kind === "built-in" && builtInColumn(column.name).type === "number")
  );
}

const MOMENTS: ReadonlySet<string> = new Set(["launched", "started", "ended"]);

/** A column of moments, in UTC ms. */
export const isMoment = (column: ColumnRef): boolean =>
  column.kind === "built-in" && MOMENTS.has(column.name);

/** A column of lengths of time, in ms. */
export const isSpan = (column: ColumnRef): boolean => column.kind === "built-in" && column.name === "time";

/** Conditions on a value. Those of quantities hold for finite numbers only; `bad` is NaN or an infinity. */
export const CONDITION_OPS = ["eq", "ne", "lt", "le", "gt", "ge", "has", "set", "unset", "bad"] as const;
export type ConditionOp = (typeof CONDITION_OPS)[number];

/** Conditions that name no value. */
export const OPS_WITHOUT_VALUE: ReadonlySet<ConditionOp> = new Set(["set", "unset", "bad"]);

export interface Condition {
  column: string;
  op: ConditionOp;
  /** As a person typed it; empty where the condition names no value. */
  value: string;
}

export interface SortKey {
  column: string;
  direction: "asc" | "desc";
}

/** What can be asked of a column. */
export function opsOf(column: ColumnRef): ConditionOp[] {
  if (column.kind === "metric") return ["gt", "ge", "lt", "le", "eq", "ne", "set", "unset", "bad"];
  if (column.kind === "param") return ["eq", "ne", "gt", "ge", "lt", "le", "has", "set", "unset"];
  if (!isComparable(column)) return [];
  return isQuantity(column) ? ["eq", "ne", "gt", "ge", "lt", "le", "set", "unset"] : ["eq", "ne", "has"];
}

/** Steps of the scale between the lowest and the highest value of a curve in the table: finer than a pixel of its drawing. */
export const CURVE_SCALE = 99;
