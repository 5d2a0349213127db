import {
  BUILT_INS,
  columnId,
  type Condition,
  type ConditionOp,
  DEFAULT_AXIS,
  parseColumnId,
  type Reducer,
  REDUCERS,
  type SortKey,
} from "../../contracts/run-table-columns.ts";
import { ServiceError } from "../../errors.ts";

/** Other words for columns of the run table. */
const SYNONYMS: Readonly<Record<string, string>> = {
  name: "run",
  created: "launched",
  duration: "time",
  configuration: "label",
};

const OPS: Readonly<Record<string, ConditionOp>> = {
  "=": "eq",
  "==": "eq",
  "!=": "ne",
  "<": "lt",
  "<=": "le",
  ">": "gt",
  ">=": "ge",
  has: "has",
};
const BARE: Readonly<Record<string, ConditionOp>> = { exists: "set", missing: "unset" };

const quoted = (text: string): string => JSON.stringify(text.slice(0, 80));

/**
 * A column as scripts name it: `config.NAME`, `summary.METRIC` or `summary.METRIC.min` (last, min, max, mean, best, n), a column
 * that every run has (`state`, `name`, `seed`, `created`, `duration` ...), or an id of the run table. Throws `invalid`.
 */
function columnNamed(text: string): string {
  if (text.startsWith("config.") && text.length > 7)
    return columnId({ kind: "param", name: text.slice("config.".length) });
  if (text.startsWith("summary.") && text.length > 8) {
    const rest = text.slice("summary.".length);
    const dot = rest.lastIndexOf(".");
    const reducer = rest.slice(dot + 1) as Reducer;
    const isReduced = dot > 0 && REDUCERS.includes(reducer);
    return columnId({
      kind: "metric",
      metric: isReduced ? rest.slice(0, dot) : rest,
      axis: DEFAULT_AXIS,
      reducer: isReduced ? reducer : "last",
    });
  }
  const id = Object.hasOwn(SYNONYMS, text) ? SYNONYMS[text] : text;
  if (parseColumnId(id)) return id;
  throw new ServiceError(
    "invalid",
    `Nothing of a run is called ${quoted(text)}. Write config.NAME, summary.METRIC, summary.METRIC.min, or one of: ${[...BUILT_INS, ...Object.keys(SYNONYMS)].join(", ")}.`,
  );
}

/** Reads `NAME OPERATOR VALUE`, or `NAME exists`. The first operator that stands between blanks divides. Throws `invalid`. */
export function conditionIn(text: string): Condition {
  const words = text.trim().split(/\s+/);
  const last = words.at(-1) ?? "";
  if (words.length > 1 && Object.hasOwn(BARE, last))
    return { column: columnNamed(words.slice(0, -1).join(" ")), op: BARE[last], value: "" };
  const [, name, sign, value] = /^(.+?)\s+(==?|!=|<=?|>=?|has)\s+(\S.*)$/s.exec(text.trim()) ?? [];
  if (name === undefined)
    throw new ServiceError(
      "invalid",
      `${quoted(text)} is no condition. Write a name, one of ${Object.keys(OPS).join(" ")} and a value with blanks between, as "config.lr < 0.1", or "config.lr exists".`,
    );
  return { column: columnNamed(name), op: OPS[sign], value: value.replace(/^(["'])(.*)\1$/s, "$2") };
}

/** Reads `NAME`, least first, or `-NAME`, greatest first. Throws `invalid`. */
export const orderIn = (text: string): SortKey => {
  const isDown = text.startsWith("-");
  return {
    column: columnNamed(isDown || text.startsWith("+") ? text.slice(1) : text),
    direction: isDown ? "desc" : "asc",
  };
};
