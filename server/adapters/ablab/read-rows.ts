import type { WirePoints } from "../../../workers/protocol/points.ts";
import { decodePoints } from "../../../workers/protocol/points-binary.ts";
import { TableWriter, type LoggedRow, type LoggedTable } from "../../contracts/external/logged-table.ts";
import { FACT_LIMITS, INGEST } from "../../contracts/limits/adapters.ts";
import { overLimit } from "../../contracts/limits/limit.ts";
import { isForeign, LONGEST_PATH, type Foreign } from "../../foreign/foreign-values.ts";
import { inSteps } from "../in-steps.ts";
import type { createPauses } from "../pauses.ts";
import { numberOf, readLines, wholeOf } from "./read-lines.ts";

/** Rows of one writer whose numbers follow each other. */
export interface NumberedRows {
  first: number;
  table: LoggedTable;
}

/** A body of more than is read at once. Known by `name`. */
export class TooMuch extends Error {
  constructor(message: string) {
    super(message);
    this.name = "TooMuch";
  }
}

export interface ReadRows {
  parts: NumberedRows[];
  /** Texts that stood among the numbers: the last one under each name. */
  texts: Record<string, string>;
  /** How many texts there are. */
  named: number;
  /** Names under which something came that no curve can show. */
  parked: Set<string>;
  /** Lines that could not be read. Their numbers are kept by empty rows, so that none after them shifts. */
  unreadable: number;
}

const EMPTY: LoggedRow = { step: null, at: null, values: {} };
/** How deep objects among the values are opened: `{"loss": {"policy": 1}}` is `loss/policy`. */
const DEEPEST = 8;

/** Reads `RowLine`s, of many with others in between. A line without a number follows the one before it; the first has `first` or 0. */
export const readRowLines = (
  body: Uint8Array,
  first: number | null,
  pause?: ReturnType<typeof createPauses>,
): ReadRows | Promise<ReadRows> => inSteps(rowLines(body, first), pause);

function* rowLines(body: Uint8Array, first: number | null): Generator<undefined, ReadRows> {
  const read: ReadRows = { parts: [], texts: {}, named: 0, parked: new Set(), unreadable: 0 };
  let next = first ?? 0;
  let part: { first: number; writer: TableWriter } | null = null;
  const end = () => part !== null && read.parts.push({ first: part.first, table: part.writer.finish() });
  let rows = 0;
  for (const line of readLines(body)) {
    yield;
    const n = wholeOf(line?.n) ?? next;
    if (++rows > INGEST.rows.most) throw new TooMuch(overLimit(INGEST.rows, null));
    if (part === null || n !== next) {
      end();
      if (read.parts.length > INGEST.parts.most) throw new TooMuch(overLimit(INGEST.parts, null));
      part = { first: n, writer: new TableWriter() };
    }
    part.writer.add(line === null || !isForeign(line.values) ? EMPTY : rowOf(line, line.values, read));
    if (line === null || !isForeign(line.values)) read.unreadable += 1;
    next = n + 1;
  }
  end();
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
    else if (typeof value === "string") keepText(name, value, read);
    else if (isForeign(value) && depth < DEEPEST && name.length <= LONGEST_PATH)
      for (const [key, inner] of Object.entries(value)) put(`${name}/${key}`, inner, depth + 1);
    else if (value !== null) read.parked.add(name);
  };
  for (const [key, value] of Object.entries(values)) put(key, value, 0);
  return Object.fromEntries(numbers);
}

/** No more texts are looked at than a summary may have. */
function keepText(name: string, value: string, read: ReadRows): void {
  const isNew = !Object.hasOwn(read.texts, name);
  if (isNew && read.named === FACT_LIMITS.table.most) return;
  if (isNew) read.named += 1;
  Object.defineProperty(read.texts, name, { value, ...OWN });
}

/** A name from outside may be "__proto__", which an assignment would take for something else. */
const OWN = { enumerable: true, configurable: true, writable: true };

/** Columns of equal length as rows; of others each point is a row of its own, column after column. */
function tableOfColumns(columns: readonly WirePoints[]): LoggedTable {
  const writer = new TableWriter();
  const [{ x, at }] = columns;
  const areRows = columns.every((column) => column.x.length === x.length);
  const isEachOnce = new Set(columns.map(({ metric }) => metric)).size === columns.length;
  if (areRows && isEachOnce && x.length > 0)
    return {
      n: x.length,
      step: x,
      at,
      columns: columns.map(({ metric, value }) => ({ metric, rows: null, value })),
    };
  if (areRows)
    for (let i = 0; i < x.length; i++) {
      for (const { metric, value } of columns) writer.column(metric).put(i, value[i]);
      writer.endRow(x[i], at[i]);
    }
  else
    for (const column of columns)
      for (let i = 0; i < column.x.length; i++) {
        writer.column(column.metric).put(writer.n, column.value[i]);
        writer.endRow(column.x[i], column.at[i]);
      }
  return writer.finish();
}

/** Reads the binary form. Throws `BrokenRule` where it is none. */
export function readRowColumns(body: Uint8Array, first: number): ReadRows {
  const columns = decodePoints(body);
  const table = columns.length > 0 ? tableOfColumns(columns) : null;
  const parts = table !== null && table.n > 0 ? [{ first, table }] : [];
  return { parts, texts: {}, named: 0, parked: new Set(), unreadable: 0 };
}
