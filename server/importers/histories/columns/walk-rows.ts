import type { ColumnMapping, MappedColumn, MappedTable } from "../../../contracts/imports/mapping.ts";
import { ImportError, type SentFile } from "../sent-file.ts";
import { isMoment, readMoment, refuse } from "../values.ts";
import { isGap, numberIn } from "./cell-values.ts";
import { KeptHistories } from "../kept-histories.ts";
import { mapColumns, withoutPercent } from "./map-columns.ts";
import { openTable, type RawRow, type RawTable } from "./read-rows.ts";
import { ColumnScan } from "./scan-columns.ts";

/** A file that is read under a mapping. */
export interface Opened {
  file: SentFile;
  table: RawTable;
  mapped: MappedTable;
  /** Where the columns of a use stand; -1 where there is none. */
  at: Record<"step" | "run" | "seed" | "time", number>;
  utcOffsetMinutes: number;
}

/** What the rows of one run share. */
export interface Group {
  key: string;
  run: string;
  seed: string;
  first: RawRow;
  startedAt: number | null;
  endedAt: number | null;
  /** Columns of text that change. */
  changing: Set<number>;
}

export interface Walked {
  opened: Opened;
  groups: Group[];
  kept: KeptHistories;
}

const known = new WeakMap<SentFile, Walked & { mapping: string }>();

/**
 * A file, parsed once: what its columns are is told from its first rows, and its runs are put together under that while the
 * rest is counted. Where the rest says otherwise it is walked again.
 */
export function walked(file: SentFile, told: ColumnMapping | null, utcOffsetMinutes: number): Walked {
  const mapping = JSON.stringify(told);
  const before = known.get(file);
  if (before?.mapping === mapping) return before;
  const table = openTable(file, told);
  const openedAs = (mapped: MappedTable): Opened => {
    const place = (use: string) => mapped.columns.findIndex((column) => column.use === use);
    const at = { step: place("step"), run: place("run"), seed: place("seed"), time: place("time") };
    return { file, table, mapped, at, utcOffsetMinutes };
  };
  const scan = new ColumnScan();
  const guess = guessOf(file, table, told);
  const first = guess && walk(openedAs(guess), scan);
  if (!guess) for (const { cells } of table.rows()) scan.add(cells);
  const mapped = mapColumns(file, table, scan.counted(table.names), told);
  const isRight = first !== null && isSameReading(first.opened.mapped, mapped);
  if (isRight && first.trouble !== null) throw first.trouble;
  const now = isRight ? { ...first, opened: openedAs(mapped) } : walk(openedAs(mapped), null);
  known.set(file, { ...now, mapping });
  return now;
}

/** Rows by which columns are guessed. */
const FIRST_ROWS = 500;

/** What the first rows say of the columns; null where what was said of them fits only later rows. */
function guessOf(file: SentFile, table: RawTable, told: ColumnMapping | null): MappedTable | null {
  const scan = new ColumnScan();
  let rows = 0;
  for (const { cells } of table.rows()) {
    scan.add(cells);
    if (++rows === FIRST_ROWS) break;
  }
  try {
    return mapColumns(file, table, scan.counted(table.names), told);
  } catch {
    return null;
  }
}

const isSameReading = (guess: MappedTable, mapped: MappedTable): boolean =>
  guess.decimal === mapped.decimal &&
  guess.columns.length === mapped.columns.length &&
  mapped.columns.every(
    ({ use, scale }, i) =>
      use === guess.columns[i].use && (scale === "percent") === (guess.columns[i].scale === "percent"),
  );

const wordOf = (row: RawRow, i: number): string =>
  i < 0 || isGap(row.cells[i]) ? "" : String(row.cells[i]).trim();

const keyOf = ({ at }: Opened, row: RawRow): string =>
  at.run === -1 && at.seed === -1 ? "\n" : `${wordOf(row, at.run)}\n${wordOf(row, at.seed)}`;

/**
 * Walks all rows once and puts runs together. Under a guess, while the columns are counted, what cannot be read is no mistake of
 * the file yet: it is kept as trouble, and the rest is counted alone.
 */
function walk(opened: Opened, scan: ColumnScan | null): Walked & { trouble: ImportError | null } {
  const groups = new Map<string, Group>();
  const kept = new KeptHistories(opened.file);
  const { columns } = opened.mapped;
  const metrics = columns.flatMap((_, i) => metricOf(opened, i) ?? []);
  const texts = columns.flatMap(({ use }, i) => (use === "text" ? [i] : []));
  const take = (row: RawRow): void => {
    // Names of JSON lines that come later.
    while (columns.length < opened.table.names.length) {
      const i = columns.length;
      columns.push(lateColumn(opened.table.names[i], row.cells[i]));
      metrics.push(...[metricOf(opened, i) ?? []].flat());
      if (columns[i].use === "text") texts.push(i);
    }
    const group = groupOf(opened, groups, row);
    const at = momentIn(opened, row);
    if (at !== null) {
      group.startedAt = Math.min(group.startedAt ?? at, at);
      group.endedAt = Math.max(group.endedAt ?? at, at);
    }
    for (const i of texts) if (row.cells[i] !== group.first.cells[i]) group.changing.add(i);
    const step = stepIn(opened, row, group.rows++);
    const writer = kept.writer(group.key);
    let put = 0;
    for (const { i, name, isPercent } of metrics) {
      const cell = row.cells[i];
      if (isGap(cell)) continue;
      const number = typeof cell === "number" ? cell : numberIn(cell, opened.mapped.decimal);
      if (number === null) throw refuse(placeOf(opened, row, i), "no number", cell);
      writer.put(name, isPercent ? number / 100 : number);
      put++;
    }
    kept.endRow(group.key, writer, put, step, at);
  };
  let trouble: ImportError | null = null;
  for (const row of opened.table.rows()) {
    scan?.add(row.cells);
    if (trouble !== null) continue;
    try {
      take(row);
    } catch (error) {
      if (scan === null || !(error instanceof ImportError)) throw error;
      trouble = error;
    }
  }
  return { opened, groups: [...groups.values()], kept, trouble };
}

type CountedGroup = Group & { rows: number };

function groupOf(opened: Opened, groups: Map<string, Group>, row: RawRow): CountedGroup {
  const key = keyOf(opened, row);
  const before = groups.get(key);
  if (before) return before as CountedGroup;
  const [run, seed] = [wordOf(row, opened.at.run), wordOf(row, opened.at.seed)];
  if (seed !== "") seedIn(opened, row);
  const group = {
    key,
    run,
    seed,
    first: row,
    startedAt: null,
    endedAt: null,
    changing: new Set<number>(),
    rows: 0,
  };
  groups.set(key, group);
  return group;
}

/** A column that the first rows did not have, by the first cell of it. */
const lateColumn = (name: string, cell: unknown): MappedColumn => ({
  name,
  use: numberIn(cell, ".") === null ? "text" : "value",
  examples: [],
  scale: "plain",
});

/** A column of numbers under the name that its values are kept by; null for others. */
function metricOf({ mapped }: Opened, i: number): { i: number; name: string; isPercent: boolean } | null {
  const { name, use, scale } = mapped.columns[i];
  const isPercent = scale === "percent";
  return use === "value" ? { i, name: isPercent ? withoutPercent(name) : name, isPercent } : null;
}

const placeOf = ({ file, mapped }: Opened, row: RawRow, i: number): string =>
  `${file.name}, line ${row.line}, column ${mapped.columns[i].name}`;

function stepIn(opened: Opened, row: RawRow, n: number): number {
  const i = opened.at.step;
  if (i < 0) return n;
  const step = numberIn(row.cells[i], opened.mapped.decimal);
  if (step === null || !Number.isSafeInteger(step) || step < 0)
    throw refuse(placeOf(opened, row, i), "no step, a whole number from 0", row.cells[i]);
  return step;
}

/** The seed of a row. */
export function seedIn(opened: Opened, row: RawRow): number {
  const i = opened.at.seed;
  const seed = numberIn(row.cells[i], opened.mapped.decimal);
  if (seed === null || !Number.isInteger(seed))
    throw refuse(placeOf(opened, row, i), "no seed, a whole number", row.cells[i]);
  return seed;
}

/** Less than this is seconds, more is ms. */
const MOST_SECONDS = 1e11;

function momentIn(opened: Opened, row: RawRow): number | null {
  const i = opened.at.time;
  const cell = i < 0 ? null : row.cells[i];
  if (isGap(cell)) return null;
  const number = isMoment(cell) ? null : numberIn(cell, ".");
  if (number === null) return readMoment(cell, placeOf(opened, row, i), opened.utcOffsetMinutes);
  return Math.round(number < MOST_SECONDS ? number * 1000 : number);
}
