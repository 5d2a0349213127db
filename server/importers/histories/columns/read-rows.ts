import { delimitedRows, guessDelimiter } from "../../../../workers/protocol/delimited.ts";
import type { ColumnMapping, MappedTable } from "../../../contracts/imports/mapping.ts";
import { type FileLine, headOf, ImportError, linesOf, type SentFile, sizeOf } from "../sent-file.ts";
import { objectInLine } from "../json-lines.ts";
import { flat } from "../values.ts";

export interface RawRow {
  /** Line of the file, from 1, and where it begins and ends in bytes. */
  line: number;
  from: number;
  to: number;
  cells: readonly unknown[];
}

/** A part of a file that begins with a row. */
export interface Span {
  from: number;
  to: number;
  line: number;
}

/** A file of columns. Its rows are read each time they are walked; the names of JSON lines are known once they were. */
export interface RawTable {
  delimiter: MappedTable["delimiter"];
  names: string[];
  rows(span?: Span): Iterable<RawRow>;
}

export const isLines = ({ name }: SentFile): boolean => /\.(jsonl|ndjson)$/i.test(name);

/** Bytes and lines by which the delimiter is told. */
const HEAD = 64 * 1024;
const TRIED = 50;

const refuseLine = (file: SentFile, line: number, why: string) =>
  new ImportError(`${file.name}, line ${line}: ${why}. Nothing was imported.`);

/** Opens a file of columns; a row that does not fit its head is refused by its line when it is read. */
export function openTable(file: SentFile, mapping: ColumnMapping | null): RawTable {
  const table = isLines(file) ? linesTable(file) : cellsTable(file, mapping);
  return unpivoted(table);
}

const wholeOf = (file: SentFile): Span => ({ from: 0, to: sizeOf(file), line: 1 });

type Delimiter = NonNullable<MappedTable["delimiter"]>;

function cellsTable(file: SentFile, mapping: ColumnMapping | null): RawTable {
  const head = new TextDecoder().decode(headOf(file, HEAD)).split("\n", TRIED).join("\n");
  const delimiter = mapping?.delimiter ?? ((guessDelimiter(head) ?? ",") as Delimiter);
  const [titles]: Iterable<RawRow | undefined> = recordsOf(file, wholeOf(file), delimiter);
  if (titles === undefined) throw new ImportError(`${file.name} is empty. Nothing was imported.`);
  const names = titles.cells.map((cell, i) => String(cell).trim() || `column ${i + 1}`);
  const seen = new Set<string>();
  const twice = names.find((name) => seen.size === seen.add(name).size);
  if (twice !== undefined) throw refuseLine(file, titles.line, `column ${twice} stands there twice`);
  return {
    delimiter,
    names,
    *rows(span = { from: titles.to, to: sizeOf(file), line: titles.line + 1 }) {
      for (const row of recordsOf(file, span, delimiter)) {
        if (row.cells.length !== names.length)
          throw refuseLine(file, row.line, `${row.cells.length} cells, while the head has ${names.length}`);
        yield row;
      }
    },
  };
}

const quotesIn = (text: string): number => text.split('"').length - 1;

/** Rows of cells with their lines: a row goes on while a quote is open. Blank lines are none. */
function* recordsOf(file: SentFile, span: Span, delimiter: string): Generator<RawRow, void, void> {
  let open: FileLine | null = null;
  for (const one of linesOf(file, span)) {
    const now: FileLine = open
      ? { ...open, text: `${open.text}\n${one.text}`, to: one.to }
      : { ...one, text: one.from === 0 ? one.text.replace(/^\u{FEFF}/u, "") : one.text };
    const isQuoted = now.text.includes('"');
    if (isQuoted && quotesIn(now.text) % 2 === 1) {
      open = now;
      continue;
    }
    open = null;
    const { text, ...place } = now;
    const bare = text.endsWith("\r") ? text.slice(0, -1) : text;
    const cells = isQuoted
      ? ([...delimitedRows(bare, { delimiter, isWhole: true })][0] ?? [""])
      : bare.split(delimiter);
    if (cells.some((cell) => cell.trim() !== "")) yield { ...place, cells };
  }
  if (open !== null) throw refuseLine(file, open.line, "a quote is not closed");
}

function linesTable(file: SentFile): RawTable {
  const places = new Map<string, number>();
  const names: string[] = [];
  const placeOf = (name: string): number => {
    let i = places.get(name);
    if (i === undefined) places.set(name, (i = names.push(name) - 1));
    return i;
  };
  return {
    delimiter: null,
    names,
    *rows(span = wholeOf(file)) {
      for (const { text, ...place } of linesOf(file, span)) {
        if (text.trim() === "") continue;
        const cells: unknown[] = [];
        const read = objectInLine(file, place.line, text);
        // Nearly every value is a plain one: of those no list of pairs is made.
        for (const name of Object.keys(read)) {
          const value = read[name];
          if (typeof value !== "object") cells[placeOf(name)] = value;
          else
            for (const [path, inner] of Object.entries(flat({ [name]: value }))) cells[placeOf(path)] = inner;
        }
        yield { ...place, cells };
      }
    },
  };
}

/** "A - loss" beside "A - loss__MIN": a chart that W&B exported, a column for each run. Read as one row for each run. */
function unpivoted(table: RawTable): RawTable {
  const { names } = table;
  const known = new Set(names);
  const pairs = names.flatMap((name, i) => {
    const [, run, metric] = /^(.+?) - (.+)$/.exec(name) ?? [];
    return metric !== undefined && known.has(`${name}__MAX`) ? [{ run, metric, i }] : [];
  });
  if (pairs.length === 0) return table;
  const others = names.flatMap((name, i) => (/ - /.test(name) ? [] : [{ name, i }]));
  const metrics = [...new Set(pairs.map(({ metric }) => metric))];
  const runs = [...Map.groupBy(pairs, ({ run }) => run)];
  return {
    delimiter: table.delimiter,
    names: [...others.map(({ name }) => name), "run", ...metrics],
    *rows(span) {
      for (const { cells, ...place } of table.rows(span))
        for (const [run, own] of runs)
          yield {
            ...place,
            cells: [
              ...others.map(({ i }) => cells[i]),
              run,
              ...metrics.map((metric) => cells[own.find((one) => one.metric === metric)?.i ?? -1] ?? null),
            ],
          };
    },
  };
}
