import type { KeyCondition } from "#db/queries/run-table/keys.ts";
import {
  type ColumnRef,
  type Condition,
  type ConditionOp,
  isMoment,
  isQuantity,
  isSpan,
  OPS_WITHOUT_VALUE,
} from "../../contracts/run-table-columns.ts";
import { ServiceError } from "../../errors.ts";
import { readQuantity } from "../../wording/typed.ts";
import { DATES, readSpan, readTime } from "../../wording/typed/times.ts";
import type { ServiceContext } from "../context.ts";
import { columnOf, tableKey } from "./column-key.ts";

/** After a day is after the end of it, and at most a day is until its end. */
function momentCondition(
  ctx: ServiceContext,
  column: ColumnRef,
  op: ConditionOp,
  text: string,
): KeyCondition {
  const time = readTime(text, ctx.now());
  if (time === null) throw new ServiceError("invalid", `"${text.slice(0, 40)}" is no date. Write ${DATES}.`);
  const { from, to } = time;
  const base = { key: tableKey(ctx, column), as: "number" as const, text };
  if (op === "le") return { ...base, op: "lt", number: to };
  if (op === "gt") return { ...base, op: "ge", number: to };
  return op === "eq" || op === "ne"
    ? { ...base, op, number: from, until: to }
    : { ...base, op, number: from };
}

/** A condition of a view as the database asks it. Throws `invalid` for a value that the column cannot be compared with. */
export function conditionOf(ctx: ServiceContext, { column: id, op, value }: Condition): KeyCondition {
  const column = columnOf(id);
  const text = value.trim();
  if (isMoment(column) && !OPS_WITHOUT_VALUE.has(op)) return momentCondition(ctx, column, op, text);
  const number = isSpan(column) ? readSpan(text) : readQuantity(text);
  const compares = ["lt", "le", "gt", "ge"].includes(op) || (isQuantity(column) && ["eq", "ne"].includes(op));
  if (compares && number === null)
    throw new ServiceError(
      "invalid",
      `"${text.slice(0, 40)}" is no ${isSpan(column) ? "length of time" : "number"} to compare ${id.slice(0, 80)} with. Write ${isSpan(column) ? "90 s, 1.5 h or 2 h 5 min" : "0.5, 50 % or 1e-3"}.`,
    );
  return {
    key: tableKey(ctx, column),
    as: column.kind === "param" ? "any" : isQuantity(column) ? "number" : "text",
    op,
    text,
    number,
  };
}
