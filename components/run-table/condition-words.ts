import {
  type ColumnRef,
  type Condition,
  type ConditionOp,
  isQuantity,
  OPS_WITHOUT_VALUE,
} from "#server/contracts/run-table-columns.ts";
import { columnName } from "./column-words.ts";
import { metricInfo } from "#server/contracts/metrics.ts";
import { readQuantity } from "#server/wording/typed.ts";

/** Whether the values of a column are shares, which are shown in per cent and kept as 0 to 1. */
const isShare = (column: ColumnRef): boolean =>
  column.kind === "metric" &&
  !["at", "best_at", "n"].includes(column.reducer) &&
  metricInfo(column.metric).unit === "share";

/** What the value of a condition may be, in the words of its field. */
export function hintOf(column: ColumnRef): string {
  if (isShare(column)) return "0 to 1, or in per cent: 50 %";
  if (column.kind === "param") return "as it was set: 0.003, adam, true";
  if (column.kind === "built-in" && ["time", "launched", "started", "ended"].includes(column.name))
    return column.name === "time" ? "in ms" : "in ms since 1970";
  return isQuantity(column) ? "a number: 0.5, 1e-3" : "";
}

/** What is wrong with the value of a condition, and what to write instead; null where it can be asked. */
export function errorOf(column: ColumnRef, op: ConditionOp, value: string): string | null {
  if (OPS_WITHOUT_VALUE.has(op)) return null;
  const written = value.trim();
  if (written === "") return "Write what to compare with.";
  const needsNumber = isQuantity(column) || ["lt", "le", "gt", "ge"].includes(op);
  const number = readQuantity(written);
  if (needsNumber && number === null) return `“${value}” is no number. Write 0.5, 50 % or 1e-3.`;
  if (!isShare(column) || number === null || written.endsWith("%") || Math.abs(number) <= 1) return null;
  const instead = number > 1 && number <= 100 ? ` Write ${written} % for per cent.` : "";
  return `A share lies between 0 and 1, and ${written} is beyond.${instead}`;
}

export const OP_WORDS: Record<ConditionOp, string> = {
  eq: "is",
  ne: "is not",
  lt: "below",
  le: "at most",
  gt: "above",
  ge: "at least",
  has: "contains",
  set: "has a value",
  unset: "has none",
  bad: "is NaN or infinite",
};

const SIGNS: Partial<Record<ConditionOp, string>> = { eq: "=", ne: "≠", lt: "<", le: "≤", gt: ">", ge: "≥" };

/** A condition on a chip: "RR@5, last > 50 %". */
export function conditionWords({ column, op, value }: Condition): string {
  return [columnName(column), SIGNS[op] ?? OP_WORDS[op], value].filter(Boolean).join(" ");
}
