import { ASK_LIMITS } from "#server/contracts/ask-limits.ts";
import {
  type Condition,
  CONDITION_OPS,
  type ConditionOp,
  OPS_WITHOUT_VALUE,
  parseColumnId,
  type SortKey,
} from "#server/contracts/run-table-columns.ts";
import { clampWidth } from "./run-table-defaults.ts";

/** A column as it stands in the table: which one, and how wide where somebody chose that. */
export interface ChosenColumn {
  id: string;
  /** px; null is the column's own. */
  width: number | null;
}

/** Divides items, and the parts of an item; inside a part both are escaped, so that any name fits. */
const ITEM = ",";
const PART = "~";

const escape = (text: string): string =>
  text.replace(/[%,~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
const unescape = (text: string): string =>
  text.replace(/%(25|2C|7E)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** An id in the address: `m:` for a metric, `p:` for a parameter, since an address holds hundreds of them. */
const shorten = (id: string): string => id.replace(/^metric(?=[:@])/, "m").replace(/^param(?=:)/, "p");
const lengthen = (text: string): string => text.replace(/^m(?=[:@])/, "metric").replace(/^p(?=:)/, "param");

const readParts = (item: string): string[] => item.split(PART).map(unescape);

function readItems<T>(text: string, read: (parts: string[]) => T | null): T[] {
  return text === "" ? [] : text.split(ITEM).flatMap((item) => read(readParts(item)) ?? []);
}

const writeItems = (items: readonly (readonly string[])[]): string =>
  items.map((parts) => parts.map(escape).join(PART)).join(ITEM);

/** The id that a part of an address names, or null where it names no column; no name is as long as the limit. */
function readColumn(text: string): string | null {
  const id = lengthen(text);
  return id.length > ASK_LIMITS.column || parseColumnId(id) === null ? null : id;
}

export const writeGroup = (id: string): string => escape(shorten(id));
export const readGroup = (text: string): string | null => readColumn(unescape(text));

export function writeColumns(columns: readonly ChosenColumn[]): string {
  return writeItems(
    columns.map(({ id, width }) => (width === null ? [shorten(id)] : [shorten(id), String(width)])),
  );
}

/** The columns of an address; null where it names some and knows none, which is no choice of an empty table. */
export function readColumns(text: string): ChosenColumn[] | null {
  const columns = readItems(text, ([name, width]): ChosenColumn | null => {
    const id = readColumn(name);
    const px = Number(width);
    return id === null ? null : { id, width: Number.isInteger(px) && px > 0 ? clampWidth(px) : null };
  });
  if (columns.length === 0 && text !== "") return null;
  return [...new Map(columns.map((column) => [column.id, column])).values()];
}

export function writeSort(sort: readonly SortKey[]): string {
  return writeItems(
    sort.map(({ column, direction }) => [(direction === "desc" ? "-" : "") + shorten(column)]),
  );
}

export function readSort(text: string): SortKey[] {
  return readItems(text, ([name]): SortKey | null => {
    const descends = name.startsWith("-");
    const column = readColumn(descends ? name.slice(1) : name);
    return column === null ? null : { column, direction: descends ? "desc" : "asc" };
  }).slice(0, ASK_LIMITS.sortKeys);
}

const isOp = (text: string | undefined): text is ConditionOp =>
  (CONDITION_OPS as readonly (string | undefined)[]).includes(text);

export function writeConditions(where: readonly Condition[]): string {
  return writeItems(
    where.map(({ column, op, value }) => [shorten(column), op, ...(value === "" ? [] : [value])]),
  );
}

/** Whether an operation and a value make a condition: most compare with something. */
const isComplete = (op: ConditionOp, value: string): boolean =>
  (OPS_WITHOUT_VALUE.has(op) || value.trim() !== "") && value.length <= ASK_LIMITS.conditionValue;

export function readConditions(text: string): Condition[] {
  return readItems(text, ([name, op, value = ""]): Condition | null => {
    const column = readColumn(name);
    return column === null || !isOp(op) || !isComplete(op, value) ? null : { column, op, value };
  }).slice(0, ASK_LIMITS.conditions);
}
