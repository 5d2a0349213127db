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

/** Columns that every run has, whatever it was launched with and whatever it sends. */
export const BUILT_INS = [
  "run",
  "state",
  "checks",
  "id",
  "label",
  "recipe",
  "experiment",
  "seed",
  "reward",
  "worker",
  "origin",
  "basis",
  "group",
  "job_type",
  "tags",
  "notes",
  "attempt",
  "step",
  "curve",
  "problems",
  "audit",
  "time",
  "launched",
  "started",
  "ended",
  "why",
] as const;
export type BuiltIn = (typeof BUILT_INS)[number];

/** The three columns that stand first and stay in sight; they are not part of the choice. */
export const FIXED_COLUMNS = ["run", "state", "checks"] as const satisfies BuiltIn[];

/** How the values of a column are compared: an order of words, of quantities, or not at all. */
export const BUILT_IN_TYPES = {
  run: "text",
  state: "text",
  checks: "none",
  id: "text",
  label: "text",
  recipe: "text",
  experiment: "text",
  seed: "number",
  reward: "text",
  worker: "text",
  origin: "text",
  basis: "text",
  group: "text",
  job_type: "text",
  tags: "text",
  notes: "text",
  attempt: "number",
  step: "number",
  curve: "none",
  problems: "none",
  // Never ranked by: it is of as many completions as somebody marked.
  audit: "none",
  time: "number",
  launched: "number",
  started: "number",
  ended: "number",
  why: "none",
} as const satisfies Record<BuiltIn, "text" | "number" | "none">;

/** By which columns rows can be put together; parameters besides. */
export const GROUPINGS = [
  "experiment",
  "label",
  "recipe",
  "seed",
  "state",
  "reward",
  "worker",
  "origin",
  "basis",
  "group",
  "job_type",
] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface MetricColumn {
  kind: "metric";
  metric: string;
  axis: string;
  reducer: Reducer;
}

/** What a column shows. Names of metrics and parameters are kept as they were sent, whatever characters they hold. */
export type ColumnRef = { kind: "built-in"; name: BuiltIn } | { kind: "param"; name: string } | MetricColumn;

const isOneOf = <T extends string>(list: readonly T[], text: string): text is T =>
  (list as readonly string[]).includes(text);

/** `metric:reward/raw:last`, `metric@tokens:loss:min`, `param:lr`, `seed`. */
export function columnId(column: ColumnRef): string {
  if (column.kind === "built-in") return column.name;
  if (column.kind === "param") return `param:${column.name}`;
  const axis = column.axis === DEFAULT_AXIS ? "" : `@${escapeColon(column.axis)}`;
  return `metric${axis}:${column.metric}:${column.reducer}`;
}

/** Reads an id as `columnId` writes it; null for anything else. The last colon divides metric and reducer. */
export function parseColumnId(id: string): ColumnRef | null {
  if (isOneOf(BUILT_INS, id)) return { kind: "built-in", name: id };
  const colon = id.indexOf(":");
  if (colon < 0) return null;
  const [head, rest] = [id.slice(0, colon), id.slice(colon + 1)];
  if (head === "param") return rest === "" ? null : { kind: "param", name: rest };
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
  return column.kind === "param" || (column.kind === "built-in" && isOneOf(GROUPINGS, column.name));
}

/** Whether rows can be put into an order, or chosen, by this column. */
export function isComparable(column: ColumnRef): boolean {
  return column.kind !== "built-in" || BUILT_IN_TYPES[column.name] !== "none";
}

/** Whether values of this column change while a run sends points or the clock goes on. */
export function movesWhileLive(column: ColumnRef): boolean {
  return column.kind === "metric" || (column.kind === "built-in" && MOVING.has(column.name));
}

const MOVING: ReadonlySet<BuiltIn> = new Set(["step", "time", "worker"]);

/** While points arrive an order by such a column stands for this long: rows that change places under the pointer cannot be read. */
export const ORDER_HOLD_MS = 2000;

/** A value of this column is a quantity; the values of a parameter may be of any kind. */
export function isQuantity(column: ColumnRef): boolean {
  return column.kind === "metric" || (column.kind === "built-in" && BUILT_IN_TYPES[column.name] === "number");
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
