import { sql, type SQL } from "drizzle-orm";
import type { ConditionOp } from "../../server/contracts/run-table-columns.ts";
import { escapeLike } from "./runs.ts";
import { keySql, RANKS, type KeySql, type TableKey } from "./run-table-keys.ts";

/** A condition with its value as both readings of what a person typed; `number` is null where it is none. */
export interface KeyCondition {
  key: TableKey;
  /** Which readings may be meant: quantities are never compared as words. */
  as: "number" | "text" | "any";
  op: ConditionOp;
  text: string;
  number: number | null;
}

const COMPARE: Record<"eq" | "lt" | "le" | "gt" | "ge", SQL> = {
  eq: sql`=`,
  lt: sql`<`,
  le: sql`<=`,
  gt: sql`>`,
  ge: sql`>=`,
};

const isOrdinary = ({ rank }: KeySql) => sql`${rank} = ${RANKS.ordinary}`;
const isThere = ({ rank }: KeySql) => sql`${rank} < ${RANKS.missing}`;

/** Equal as a number, a switch or a word, whichever the stored value is. */
function equals(key: KeySql, { as, text, number }: KeyCondition): SQL {
  const ways: SQL[] = [];
  if (as !== "text" && number !== null) ways.push(sql`(${isOrdinary(key)} and ${key.value} = ${number})`);
  if (as === "text") ways.push(sql`(${isThere(key)} and ${key.value} = ${text})`);
  if (as === "any") {
    ways.push(sql`(${key.rank} = ${RANKS.text} and ${key.value} = ${text})`);
    const flag = { true: 1, false: 0 }[text.toLowerCase()];
    if (flag !== undefined) ways.push(sql`(${key.rank} = ${RANKS.flag} and ${key.value} = ${flag})`);
  }
  return ways.length === 0 ? sql`0` : sql`(${sql.join(ways, sql` or `)})`;
}

/** A condition in SQL. Comparisons hold for finite numbers only; "is not" holds for what has another value, not for what has none. */
function conditionSql(key: KeySql, condition: KeyCondition): SQL {
  const { op, as, text, number } = condition;
  switch (op) {
    case "set":
      return isThere(key);
    case "unset":
      return sql`${key.rank} = ${RANKS.missing}`;
    case "bad":
      return sql`${key.rank} in (${RANKS.posInf}, ${RANKS.negInf}, ${RANKS.nan})`;
    case "has":
      return sql`(${isThere(key)} and ${key.value} like ${`%${escapeLike(text)}%`} escape '\\')`;
    case "eq":
      return equals(key, condition);
    case "ne":
      return as === "number"
        ? sql`(${isOrdinary(key)} and ${key.value} <> ${number})`
        : sql`(${isThere(key)} and not ${equals(key, condition)})`;
    default:
      return number === null ? sql`0` : sql`(${isOrdinary(key)} and ${key.value} ${COMPARE[op]} ${number})`;
  }
}

/** What must be joined for conditions, and what must hold; `from` is the first free place. */
export function conditionsSql(
  conditions: readonly KeyCondition[],
  from: number,
): { joins: SQL[]; holds: SQL[] } {
  const keys = conditions.map((condition, i) => keySql(condition.key, from + i));
  return {
    joins: keys.flatMap(({ join }) => join ?? []),
    holds: keys.map((key, i) => conditionSql(key, conditions[i])),
  };
}
