import { decodePoints } from "../../../workers/protocol/points-binary.ts";
import type { LoggedRow } from "../../contracts/outside/verbs.ts";
import { isForeign, type Foreign } from "../foreign-values.ts";
import { numberOf, readLines, wholeOf } from "./read-lines.ts";

/** Rows of one writer whose numbers follow each other. */
export interface NumberedRows {
  first: number;
  rows: LoggedRow[];
}

export interface ReadRows {
  parts: NumberedRows[];
  /** Texts that stood among the numbers: the last one under each name. */
  texts: Record<string, string>;
  /** Names under which something came that no curve can show. */
  parked: Set<string>;
  /** Lines that could not be read. Their numbers are kept by empty rows, so that none after them shifts. */
  unreadable: number;
}

const EMPTY: LoggedRow = { step: null, at: null, values: {} };
/** How deep objects among the values are opened: `{"loss": {"policy": 1}}` is `loss/policy`. */
const DEEPEST = 8;

/** Reads `RowLine`s. A line without a number follows the one before it; the first has `first` or 0. */
export function readRowLines(body: Uint8Array, first: number | null): ReadRows {
  const read: ReadRows = { parts: [], texts: {}, parked: new Set(), unreadable: 0 };
  let next = first ?? 0;
  let part: NumberedRows | null = null;
  for (const line of readLines(body)) {
    const n = wholeOf(line?.n) ?? next;
    if (part === null || n !== next) {
      part = { first: n, rows: [] };
      read.parts.push(part);
    }
    part.rows.push(line === null || !isForeign(line.values) ? EMPTY : rowOf(line, line.values, read));
    if (line === null || !isForeign(line.values)) read.unreadable += 1;
    next = n + 1;
  }
  return read;
}

function rowOf(line: Foreign, values: Foreign, read: ReadRows): LoggedRow {
  return {
    step: finite(line.step),
    at: finite(line.at),
    values: isAllNumbers(values) ? values : sort(values, read),
  };
}

const finite = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

function isAllNumbers(values: Foreign): values is Record<string, number> {
  for (const key in values) if (typeof values[key] !== "number") return false;
  return true;
}

/** The numbers of a row; what is none goes where it belongs. */
function sort(values: Foreign, read: ReadRows): Record<string, number> {
  const numbers: [string, number][] = [];
  const put = (name: string, value: unknown, depth: number): void => {
    const number = typeof value === "boolean" ? Number(value) : numberOf(value);
    if (number !== null) numbers.push([name, number]);
    else if (typeof value === "string") Object.defineProperty(read.texts, name, { value, ...OWN });
    else if (isForeign(value) && depth < DEEPEST)
      for (const [key, inner] of Object.entries(value)) put(`${name}/${key}`, inner, depth + 1);
    else if (value !== null) read.parked.add(name);
  };
  for (const [key, value] of Object.entries(values)) put(key, value, 0);
  return Object.fromEntries(numbers);
}

/** A name from outside may be "__proto__", which an assignment would take for something else. */
const OWN = { enumerable: true, configurable: true, writable: true };

/**
 * Reads the binary form. Columns of equal length are rows; of others each point is a row of its own, column after column.
 * Throws `BrokenRule` where it is none.
 */
export function readRowColumns(body: Uint8Array, first: number): ReadRows {
  const columns = decodePoints(body);
  const rows: LoggedRow[] = [];
  const [head] = columns;
  if (head && columns.every(({ x }) => x.length === head.x.length))
    for (let i = 0; i < head.x.length; i++) {
      const values = Object.fromEntries(columns.map(({ metric, value }) => [metric, value[i]]));
      rows.push({ step: head.x[i], at: head.at[i], values });
    }
  else
    for (const { metric, x, value, at } of columns)
      for (let i = 0; i < x.length; i++)
        rows.push({ step: x[i], at: at[i], values: Object.fromEntries([[metric, value[i]]]) });
  return { parts: rows.length > 0 ? [{ first, rows }] : [], texts: {}, parked: new Set(), unreadable: 0 };
}
