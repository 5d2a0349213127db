import type { ReportedGrid, TableFormat } from "../../contracts/reported/table.ts";
import { headUnit } from "../../contracts/reported/units.ts";
import { readCell } from "./cells.ts";
import { delimitedGrids, type Grid, htmlGrids, latexGrids, markdownGrids } from "./grids.ts";
import { repairMojibake } from "./mojibake.ts";

export interface ReadTable {
  format: TableFormat;
  title: string;
  grid: ReportedGrid;
  /** What was read otherwise than it stands there, one sentence each. */
  notes: string[];
}

const MOST_CHARACTERS = 1_000_000;
const MOST_COLUMNS = 60;
const MOST_ROWS = 2000;

/** Why a text holds no table that can be read. */
export class TableError extends Error {}

/**
 * The tables of a text that was pasted or typed: Markdown, LaTeX, HTML or delimited lines; pure. Throws a `TableError` where
 * there is none, or one is too large.
 */
export function readTables(text: string): ReadTable[] {
  if (text.length > MOST_CHARACTERS)
    throw new TableError(`The text has more than ${MOST_CHARACTERS} characters. Paste one table at a time.`);
  const { text: repairedText, repaired } = repairMojibake(
    text.replaceAll("\r\n", "\n").replace(/^\ufeff/, ""),
  );
  const notes =
    repaired.length === 0
      ? []
      : [
          `Repaired wrong character encoding: ${repaired.map(([from, to]) => `${from} is ${to}`).join(", ")}.`,
        ];
  const grids = gridsOf(repairedText).filter(({ rows }) => rows.length > 1);
  if (grids.length === 0)
    throw new TableError(
      "There is no table in this text. A table has a head and at least one row, in Markdown, LaTeX, HTML or CSV.",
    );
  return grids.map((grid) => toTable(grid, notes));
}

/** Cells between ampersands, up to the end of a row. */
function isLatexRow(line: string): boolean {
  const cells = line.search(/(?<!\\)&/);
  return cells >= 0 && line.includes(String.raw`\\`, cells);
}

function gridsOf(text: string): Grid[] {
  if (/<table[\s>]/i.test(text)) return htmlGrids(text);
  if (/\\begin\{(?:tabular|longtable)/.test(text) || text.split("\n").some(isLatexRow))
    return latexGrids(text);
  const isPiped = text.split("\n").filter((line) => (line.match(/(?<!\\)\|/g)?.length ?? 0) > 0).length > 1;
  return isPiped ? markdownGrids(text) : delimitedGrids(text);
}

function toTable({ format, title, hasHead: isTold, rows }: Grid, notes: readonly string[]): ReadTable {
  const width = Math.max(...rows.map((row) => row.length));
  if (width > MOST_COLUMNS || rows.length > MOST_ROWS)
    throw new TableError(
      `The table has ${rows.length} rows and ${width} columns; ${MOST_ROWS} and ${MOST_COLUMNS} are read at most.`,
    );
  const cells = rows.map((row) =>
    Array.from({ length: width }, (_, i) => readCell(row[i]?.text ?? "", row[i]?.bold ?? false)),
  );
  const [head, ...body] = cells;
  // A head says what the numbers below it are; a first row of numbers is a row.
  const hasHead =
    isTold || head.slice(1).every(({ kind }) => kind === "text" || kind === "empty") || body.length === 0;
  const ragged = rows.filter((row) => row.length !== width).length;
  return {
    format,
    title,
    grid: {
      columns: head.map(({ text }, i) => ({
        name: hasHead && text !== "" ? text : `column ${i + 1}`,
        unit: hasHead ? headUnit(text) : null,
      })),
      rows: hasHead ? body : cells,
    },
    notes: [
      ...notes,
      ...(hasHead ? [] : ["The first row holds numbers and was read as a row: the columns have no names."]),
      ...(ragged > 0
        ? [`${ragged} of ${rows.length} lines have fewer cells than the widest; the others are empty.`]
        : []),
    ],
  };
}
