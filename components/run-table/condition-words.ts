import {
  type ColumnRef,
  type Condition,
  type ConditionOp,
  isMoment,
  isQuantity,
  isSpan,
  OPS_WITHOUT_VALUE,
  parseColumnId,
} from "#server/contracts/run-table-columns.ts";
import { columnName } from "./column-words.ts";
import { metricInfo } from "#server/contracts/metrics.ts";
import { readQuantity } from "#server/wording/typed.ts";
import { DATES, readSpan, readTime } from "#server/wording/typed/times.ts";

/** Whether the values of a column are shares, which are shown in per cent and kept as 0 to 1. */
const isShare = (column: ColumnRef): boolean =>
  column.kind === "metric" &&
  !["at", "best_at", "n"].includes(column.reducer) &&
  metricInfo(column.metric).unit === "share";

/** What the value of a condition may be, in the words of its field. */
export function hintOf(column: ColumnRef): string {
  if (isShare(column)) return "0 to 1, or in per cent: 50 %";
  if (column.kind === "param") return "as it was set: 0.003, adam, true";
  if (isMoment(column)) return `UTC: ${DATES}`;
  if (isSpan(column)) return "90 s, 1.5 h, 2 h 5 min";
  return isQuantity(column) ? "a number: 0.5, 1e-3" : "";
}

/** What is wrong with the value of a condition, and what to write instead; null where it can be asked. */
export function errorOf(column: ColumnRef, op: ConditionOp, value: string): string | null {
  if (OPS_WITHOUT_VALUE.has(op)) return null;
  const written = value.trim();
  if (written === "") return "Write what to compare with.";
  if (isMoment(column))
    return readTime(written, 0) === null ? `“${value}” is no date. Write ${DATES}.` : null;
  if (isSpan(column))
    return readSpan(written) === null
      ? `“${value}” is no length of time. Write 90 s, 1.5 h or 2 h 5 min.`
      : null;
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

const MOMENT_WORDS: Partial<Record<ConditionOp, string>> = {
  eq: "is on",
  ne: "is not on",
  lt: "before",
  le: "up to",
  gt: "after",
  ge: "from",
};

/** What a comparison is called for a column. */
export const opWords = (column: ColumnRef, op: ConditionOp): string =>
  (isMoment(column) ? MOMENT_WORDS[op] : undefined) ?? OP_WORDS[op];

const SIGNS: Partial<Record<ConditionOp, string>> = { eq: "=", ne: "≠", lt: "<", le: "≤", gt: ">", ge: "≥" };

/** A condition on a chip: "Solved, last > 50 %". */
export function conditionWords({ column, op, value }: Condition): string {
  const of = parseColumnId(column);
  const sign = of && isMoment(of) ? opWords(of, op) : (SIGNS[op] ?? OP_WORDS[op]);
  return [columnName(column), sign, value].filter(Boolean).join(" ");
}
