import type { Span } from "./secret-forms.ts";
import { strengthOf } from "./secret-names.ts";
import { isSecretValue } from "./secret-values.ts";

/** What may stand between the cells of a line, as a table is written: tabs, commas, bars, or wide gaps. */
const SEPARATORS: readonly (readonly [holds: string, separator: RegExp])[] = [
  ["\t", /\t/y],
  [",", /,/y],
  [";", /;/y],
  ["|", /[|]/y],
  ["  ", /[ ]{2,}/y],
];
/** What may stand in a cell: in quotes anything, each of them twice. */
const QUOTED = /[ ]*"(?:[^"]|"")*"[ ]*/y;
const IS_NAME = /^[A-Za-z_][\w ./%-]{0,60}$/;
/** Names and separators alone; in a text that may be something else without digits, which values have. */
const IS_HEADER = /^[A-Za-z_ ."'|,;\t/%-]*$/;
const IS_FIRST_LINE = /^[\w ."'|,;\t/%-]*$/;
/** A cell that is one value, and no piece of a program, a list or a sentence of names with values. */
const IS_CELL = /^[^=:()[\]{}"']*$/;
/** A line that only draws the table. */
const RULE = /^[\s|+:=-]+$/;
const LONGEST_HEADER = 4096;

/** The cells of a line, without quotes and blanks around them. */
function cellsOf(line: string, separator: RegExp): Span[] {
  const cells: Span[] = [];
  for (let at = 0; at <= line.length;) {
    QUOTED.lastIndex = at;
    const quoted = QUOTED.exec(line)?.[0].length ?? 0;
    let to = at + quoted;
    let width = 0;
    for (; to < line.length; to++) {
      separator.lastIndex = to;
      width = separator.exec(line)?.[0].length ?? 0;
      if (width > 0) break;
    }
    const text = line.slice(at, to);
    const before = text.length - text.replace(/^[\s"']+/, "").length;
    cells.push([at + before, at + Math.max(before, text.replace(/[\s"']+$/, "").length)]);
    at = to + Math.max(1, width);
  }
  return cells;
}

interface Header {
  separator: RegExp;
  cells: number;
  /** Columns of secrets, with their names. */
  secrets: readonly (readonly [column: number, name: string])[];
}

/** A line that names the columns of a table, where one of them is called a secret. */
function headerOf(line: string, isTable: boolean): Header | null {
  if (line.length > LONGEST_HEADER || !(isTable ? IS_FIRST_LINE : IS_HEADER).test(line)) return null;
  for (const [holds, separator] of SEPARATORS) {
    if (!line.includes(holds)) continue;
    const names = cellsOf(line, separator).map(([from, to]) => line.slice(from, to));
    const said = names.filter((name) => name !== "");
    if (said.length < 2 || !said.every((name) => IS_NAME.test(name)) || new Set(said).size < said.length)
      continue;
    const secrets = names.flatMap((name, column) =>
      name !== "" && strengthOf(name) !== "never" ? [[column, name] as const] : [],
    );
    return secrets.length > 0 ? { separator, cells: names.length, secrets } : null;
  }
  return null;
}

/** In a text a line of words may stand below a table by chance. */
const isSecretCell = (name: string, value: string, isTable: boolean): boolean =>
  isSecretValue(name, value) && (isTable || /\d/.test(value) || isSecretValue("key", value));

/**
 * What stands in columns whose first line names a secret: `name,api_key` above `run 1,...`. `places`: where names of secrets are.
 * A table ends with a line of other cells; `toEnd`: the whole text is one. Each line is read twice at most.
 */
export function findInColumns(text: string, places: readonly number[], toEnd = false): Span[] {
  const found: Span[] = [];
  let reached = 0;
  for (const place of places) {
    if (place < reached) continue;
    const from = text.lastIndexOf("\n", place - 1) + 1;
    reached = lineEnd(text, place);
    const header = reached < text.length ? headerOf(text.slice(from, reached).trimEnd(), toEnd) : null;
    if (header === null) continue;
    while (reached < text.length) {
      const start = reached + 1;
      const end = lineEnd(text, start);
      const line = text.slice(start, end);
      const cells = RULE.test(line) ? [] : cellsOf(line.trimEnd(), header.separator);
      const values = cells.map(([a, b]) => line.slice(a, b));
      const isRow = cells.length === header.cells && (toEnd || values.every((value) => IS_CELL.test(value)));
      if (!isRow && !toEnd && (cells.length > 0 || line.trim() === "")) break;
      for (const [column, name] of isRow ? header.secrets : [])
        if (isSecretCell(name, values[column], toEnd))
          found.push([start + cells[column][0], start + cells[column][1]]);
      reached = end;
    }
  }
  return found;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}
