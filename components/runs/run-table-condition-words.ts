import type { Condition, ConditionOp } from "#server/contracts/run-table-columns.ts";
import { columnName } from "./run-table-column-words.ts";

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
