import { setImmediate } from "node:timers/promises";
import { selectFile } from "#db/queries/external.ts";
import { selectIncrements, selectMedium } from "#db/queries/external/media.ts";
import { maskTable } from "../../../workers/protocol/secrets/mask.ts";
import { MediaTableInput, type MediaTable, type TableCell } from "../../contracts/media/media.ts";
import { TABLE_LIMITS } from "../../contracts/media/table-limits.ts";
import { visibleName } from "../../contracts/visible-name.ts";
import { ServiceError } from "../../errors.ts";
import { countOf } from "../../wording/counts.ts";
import type { ServiceContext } from "../context.ts";
import { indexTable, MOST_ROWS, rowAt, type TableIndex } from "./table-file.ts";

interface TablePart {
  bytes: Buffer;
  index: TableIndex;
}

/** Rows that are looked at before others are served. */
const AT_ONCE = 2000;

async function readPart(bytes: Buffer): Promise<TablePart | null> {
  const steps = indexTable(bytes);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value && { bytes, index: value };
    await setImmediate();
  }
}

/** The files that a table consists of: itself, or all increments up to its own. */
function filesOf(ctx: ServiceContext, id: number): number[] {
  const found = selectMedium(ctx.db, id);
  if (!found || (found.medium.kind !== "table" && found.medium.kind !== "increment"))
    throw new ServiceError("not_found", "There is no such table. Its run may have been deleted.");
  if (found.medium.kind === "increment")
    return selectIncrements(ctx.db, found.medium).flatMap((file) => (file.kept === 1 ? [file.id] : []));
  return found.file?.kept === 1 ? [found.file.id] : [];
}

const textOf = (cell: TableCell): string => (cell === null ? "" : String(cell));

const numberOf = (cell: TableCell): number =>
  typeof cell === "number" ? cell : typeof cell === "boolean" ? Number(cell) : Number.NaN;

type Question = ReturnType<typeof MediaTableInput.parse>;
type Where = NonNullable<Question["where"]>;
type Sort = NonNullable<Question["sort"]>;

function fits(cell: TableCell, { is, value }: Where): boolean {
  if (is === "contains") return textOf(cell).toLowerCase().includes(value.toLowerCase());
  if (is === "=") return textOf(cell) === value || numberOf(cell) === Number(value);
  const number = numberOf(cell);
  return is === ">=" ? number >= Number(value) : number <= Number(value);
}

/** Numbers before texts, each by its own order; what is not there at the end. */
function compared(a: TableCell, b: TableCell): number {
  const [x, y] = [numberOf(a), numberOf(b)];
  if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y;
  if (Number.isNaN(x) !== Number.isNaN(y)) return Number.isNaN(x) ? 1 : -1;
  const [s, t] = [textOf(a), textOf(b)];
  return s < t ? -1 : s > t ? 1 : 0;
}

/** A cell as a page has it: without what its column names a secret, and no longer than is read. */
function shownCell(column: string, cell: TableCell): TableCell {
  if (typeof cell !== "string") return cell;
  const masked = maskTable({ [column]: cell })[column];
  return masked.length > TABLE_LIMITS.cell ? `${masked.slice(0, TABLE_LIMITS.cell)}…` : masked;
}

/** The cells of a row, counted over all parts. */
function cellsOf(parts: readonly TablePart[], row: number): TableCell[] {
  for (const { bytes, index } of parts) {
    if (row < index.rows) return rowAt(bytes, index, row);
    row -= index.rows;
  }
  return [];
}

/** The rows that fit a question, in its order. */
async function rowsOf(
  parts: readonly TablePart[],
  total: number,
  { search, where, sort }: { search: string; where: Where | null; sort: Sort | null },
): Promise<Uint32Array> {
  const all = Uint32Array.from({ length: total }, (_, row) => row);
  if (search === "" && where === null && sort === null) return all;
  const keys: TableCell[] = [];
  let n = 0;
  for (let row = 0; row < total; row++) {
    if (row % AT_ONCE === 0) await setImmediate();
    const cells = cellsOf(parts, row);
    if (search !== "" && !cells.some((cell) => textOf(cell).toLowerCase().includes(search))) continue;
    if (where !== null && !fits(cells[where.column] ?? null, where)) continue;
    const key = sort === null ? null : (cells[sort.column] ?? null);
    if (sort !== null) keys[row] = typeof key === "string" ? key.slice(0, TABLE_LIMITS.search) : key;
    all[n++] = row;
  }
  const found = all.subarray(0, n);
  if (sort === null) return found;
  return found.sort((a, b) => {
    const order = sort.down ? compared(keys[b], keys[a]) : compared(keys[a], keys[b]);
    return order === 0 ? a - b : order;
  });
}

function noteOf(parts: readonly TablePart[], columns: number, shown: number): string | null {
  const notes = [
    ...(parts.some(({ index }) => index.isCut)
      ? [`Of this table the first ${countOf(MOST_ROWS, "row is", "rows are")} shown; the file has all.`]
      : []),
    ...(columns > shown
      ? [`Of ${countOf(columns, "column")} the first ${countOf(shown, "is", "are")} shown; the file has all.`]
      : []),
  ];
  return notes.length > 0 ? notes.join(" ") : null;
}

/**
 * A page of a table that was logged, sorted and searched as asked. Its file is read in steps, and of its rows no more than the
 * page is held, beside a number or a text of each where they are sorted.
 */
export async function mediaTable(ctx: ServiceContext, rawInput: MediaTableInput): Promise<MediaTable> {
  const { id, search, where, sort, page: asked } = MediaTableInput.parse(rawInput);
  const parts: TablePart[] = [];
  for (const file of filesOf(ctx, id)) {
    const data = selectFile(ctx.db, file)?.data;
    const part = data ? await readPart(data) : null;
    if (part) parts.push(part);
  }
  if (parts.length === 0)
    throw new ServiceError(
      "invalid",
      "This table cannot be shown: its file is damaged, or no table of wandb. It can be downloaded as it came.",
    );
  const { columns } = parts[0].index;
  const total = parts.reduce((sum, { index }) => sum + index.rows, 0);
  const found = await rowsOf(parts, total, { search: search.toLowerCase(), where, sort });
  const pages = Math.max(1, Math.ceil(found.length / TABLE_LIMITS.rows));
  const page = Math.min(asked, pages - 1);
  const shown = columns.slice(0, TABLE_LIMITS.columns);
  return {
    columns: shown.map(visibleName),
    rows: Array.from(found.subarray(page * TABLE_LIMITS.rows, (page + 1) * TABLE_LIMITS.rows), (row) =>
      cellsOf(parts, row)
        .slice(0, shown.length)
        .map((cell, i) => shownCell(columns[i], cell)),
    ),
    total,
    matching: found.length,
    page,
    pages,
    note: noteOf(parts, columns.length, shown.length),
  };
}
