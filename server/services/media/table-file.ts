import type { TableCell } from "../../contracts/media/media.ts";

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_OBJECT, CLOSE_OBJECT, COLON] = Buffer.from('"\\[]{}:');

/** Where the rows of a table's file begin and end: no cell is made before it is shown. */
export interface TableIndex {
  columns: string[];
  /** Begin of row i at 2 i, its end at 2 i + 1. */
  places: Uint32Array;
  rows: number;
  /** There are more rows than are shown. */
  isCut: boolean;
}

/** Rows of a table that are shown; the file has all. */
export const MOST_ROWS = 1_000_000;

/** Begins and ends of rows, in room that grows. */
class Places {
  #places = new Uint32Array(256);
  rows = 0;

  push(from: number, to: number): void {
    if (2 * this.rows === this.#places.length) {
      const grown = new Uint32Array(4 * this.rows);
      grown.set(this.#places);
      this.#places = grown;
    }
    this.#places[2 * this.rows] = from;
    this.#places[2 * this.rows + 1] = to;
    this.rows += 1;
  }

  finish(columns: string[], isCut: boolean): TableIndex {
    return { columns, places: this.#places.subarray(0, 2 * this.rows), rows: this.rows, isCut };
  }
}

/** Bytes that are read in one step. */
const STEP = 256 * 1024;

/** The place behind the text that begins at `at`. */
function pastText(bytes: Buffer, at: number): number {
  for (at += 1; at < bytes.length && bytes[at] !== QUOTE; at += bytes[at] === BACKSLASH ? 2 : 1);
  return at + 1;
}

/**
 * Finds the columns and the rows of `{"columns": [...], "data": [[...], ...]}`, step by step. Null for what is no such file, or
 * is cut.
 */
export function* indexTable(bytes: Buffer): Generator<undefined, TableIndex | null> {
  let columns: string[] | null = null;
  let places: Places | null = null;
  let isCut = false;
  let key = "";
  let isKey = true;
  let depth = 0;
  let begun = -1;
  let list = -1;
  let since = 0;
  for (let at = 0; at < bytes.length;) {
    if (at - since >= STEP) {
      since = at;
      yield;
    }
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = pastText(bytes, at);
      if (depth === 1 && isKey) key = bytes.toString("utf8", at + 1, end - 1);
      at = end;
      continue;
    }
    if (byte === COLON && depth === 1) isKey = false;
    else if (byte === OPEN || byte === OPEN_OBJECT) {
      depth += 1;
      if (depth === 2 && byte === OPEN) {
        list = at;
        if (key === "data") places ??= new Places();
      }
      if (depth === 3 && key === "data") begun = at;
    } else if (byte === CLOSE || byte === CLOSE_OBJECT) {
      if (depth === 3 && key === "data" && places !== null) {
        if (places.rows < MOST_ROWS) places.push(begun, at + 1);
        else isCut = true;
      }
      if (depth === 2 && key === "columns") columns = namesIn(bytes.subarray(list, at + 1));
      depth -= 1;
      if (depth === 1) isKey = true;
      if (depth === 0) return columns === null || places === null ? null : places.finish(columns, isCut);
    } else if (byte === COMMA && depth === 1) isKey = true;
    at += 1;
  }
  return null;
}

const COMMA = ",".charCodeAt(0);

function namesIn(bytes: Buffer): string[] | null {
  try {
    const names: unknown = JSON.parse(bytes.toString());
    return Array.isArray(names) ? names.map(String) : null;
  } catch {
    return null;
  }
}

/** Words of Python for what JSON has no number for, outside of texts. */
const quoted = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/gs, (found) =>
    found.startsWith('"') ? found : `"${found}"`,
  );

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(quoted(text));
    } catch {
      return null;
    }
  }
}

function cellOf(value: unknown): TableCell {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value !== "object" || value === null) return null;
  try {
    return JSON.stringify(value);
  } catch {
    // What writes it goes down into it one by one.
    return "(nested too deep to be shown)";
  }
}

/** The cells of a row; none where it cannot be read. */
export function rowAt(bytes: Buffer, { columns, places }: TableIndex, row: number): TableCell[] {
  const value = parsed(bytes.toString("utf8", places[2 * row], places[2 * row + 1]));
  if (Array.isArray(value)) return columns.map((_, i) => cellOf(value[i]));
  if (typeof value !== "object" || value === null) return columns.map(() => null);
  return columns.map((name) =>
    Object.hasOwn(value, name) ? cellOf((value as Record<string, unknown>)[name]) : null,
  );
}
