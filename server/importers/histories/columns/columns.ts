import type { ColumnMapping, MappedTable } from "../../../contracts/imports/mapping.ts";
import type { Params } from "../../../../workers/protocol/manifest.ts";
import { zoneNote } from "../or-debug-bench/episodes.ts";
import { type HistoryReader, type HistoryRow, ImportError, type ImportedRun, ownName } from "../reader.ts";
import type { SentFile } from "../sent-file.ts";
import { identity, isMoment, readMoment, refuse } from "../values.ts";
import { isGap, numberIn } from "./cell-values.ts";
import { mapColumns, withoutPercent } from "./map-columns.ts";
import { isLines, openTable, type RawRow, type RawTable } from "./read-rows.ts";

/** A file that is read under a mapping. */
interface Opened {
  file: SentFile;
  table: RawTable;
  mapped: MappedTable;
  /** Where the columns of a use stand; -1 where there is none. */
  at: Record<"step" | "run" | "seed" | "time", number>;
  utcOffsetMinutes: number;
}

const known = new WeakMap<SentFile, { key: string; table: RawTable; mapped: MappedTable }>();

/** A file is walked once for what its columns hold, however often that is asked. */
function scanned(file: SentFile, mapping: ColumnMapping | null): { table: RawTable; mapped: MappedTable } {
  const key = JSON.stringify(mapping);
  const before = known.get(file);
  if (before?.key === key) return before;
  const table = openTable(file, mapping);
  const now = { key, table, mapped: mapColumns(file, table, mapping) };
  known.set(file, now);
  return now;
}

/** CSV, TSV and JSON lines of any tool: a row for each step, of one run or of several. */
export const columnsReader: HistoryReader = {
  kind: "columns",
  title: "CSV or JSON lines",
  opens: (file) => /\.(csv|tsv)$/i.test(file.name) || isLines(file),
  columns: (file, mapping) => scanned(file, mapping).mapped,
  read(file, _beside, { utcOffsetMinutes, mapping, isPreview }): ImportedRun[] {
    const { table, mapped } = scanned(file, mapping ?? null);
    // Texts alone are somebody's data, and no history of a run.
    if (mapped.columns.every(({ use }) => use !== "value")) return [];
    const [question] = mapped.questions;
    if (question !== undefined && !isPreview)
      throw new ImportError(`${file.name}: ${question} Nothing was imported.`);
    const place = (use: string) => mapped.columns.findIndex((column) => column.use === use);
    const at = { step: place("step"), run: place("run"), seed: place("seed"), time: place("time") };
    const opened = { file, table, mapped, at, utcOffsetMinutes };
    const groups = groupsOf(opened);
    const seedsOf = Map.groupBy(groups, ({ run }) => run);
    const configs = configsOf(opened, groups);
    return groups.map((group, i) => {
      const isOne = (seedsOf.get(group.run)?.length ?? 0) < 2;
      const base = group.run || baseOf(file);
      const name = isOne || group.seed === "" ? base : `${base}-s${group.seed}`;
      return runOf(opened, group, { name: name.slice(0, 200), config: configs[i] });
    });
  },
};

const baseOf = (file: SentFile): string => ownName(file.name).replace(/\.[^.]+$/, "") || "run";

/** The rows of one run: where they begin and end, and what they share. */
interface Group {
  key: string;
  run: string;
  seed: string;
  first: RawRow;
  span: { from: number; to: number; line: number };
  startedAt: number | null;
  endedAt: number | null;
  /** Columns of text that change. */
  changing: Set<number>;
}

const wordOf = (row: RawRow, i: number): string =>
  i < 0 || isGap(row.cells[i]) ? "" : String(row.cells[i]).trim();

const keyOf = ({ at }: Opened, row: RawRow): string => `${wordOf(row, at.run)}\n${wordOf(row, at.seed)}`;

/** Walks all rows once: what cannot be read is refused before anything of a run is told. */
function groupsOf(opened: Opened): Group[] {
  const groups = new Map<string, Group>();
  const texts = opened.mapped.columns.flatMap(({ use }, i) => (use === "text" ? [i] : []));
  const valuesIn = valuesOf(opened);
  for (const row of opened.table.rows()) {
    const key = keyOf(opened, row);
    let group = groups.get(key);
    if (!group) {
      const [run, seed] = [wordOf(row, opened.at.run), wordOf(row, opened.at.seed)];
      const span = { from: row.from, to: row.to, line: row.line };
      groups.set(
        key,
        (group = { key, run, seed, first: row, span, startedAt: null, endedAt: null, changing: new Set() }),
      );
      if (seed !== "") seedIn(opened, row);
    }
    group.span.to = row.to;
    stepIn(opened, row, 0);
    valuesIn(row);
    const at = momentIn(opened, row);
    if (at !== null) {
      group.startedAt = Math.min(group.startedAt ?? at, at);
      group.endedAt = Math.max(group.endedAt ?? at, at);
    }
    for (const i of texts) if (row.cells[i] !== group.first.cells[i]) group.changing.add(i);
  }
  return [...groups.values()];
}

/** The rows of a group, read from the file each time. */
const historyOf = (opened: Opened, group: Group): Iterable<HistoryRow> => ({
  *[Symbol.iterator]() {
    const valuesIn = valuesOf(opened);
    let n = 0;
    for (const row of opened.table.rows(group.span))
      if (keyOf(opened, row) === group.key)
        yield { step: stepIn(opened, row, n++), at: momentIn(opened, row), values: valuesIn(row) };
  },
});

const textsOf = ({ mapped }: Opened) =>
  mapped.columns.flatMap((column, i) => (column.use === "text" ? [{ ...column, i }] : []));

/** What a run was made with: its seed, and the text that is the same in all of its rows. */
function configOf(opened: Opened, { first, changing, seed }: Group): Params {
  const texts = textsOf(opened).flatMap(({ name, i }) =>
    changing.has(i) || isGap(first.cells[i]) ? [] : [[name, String(first.cells[i])]],
  );
  return { ...Object.fromEntries(texts), ...(seed !== "" && { seed: seedIn(opened, first) }) };
}

/**
 * The configuration of each run. Where nothing but the column of the run tells two of them apart, that names what differs: else
 * they would be one configuration, and one of two runs of a seed would not count.
 */
function configsOf(opened: Opened, groups: readonly Group[]): Params[] {
  const configs = groups.map((group) => configOf(opened, group));
  const areApart = new Set(configs.map((config) => JSON.stringify(config))).size === configs.length;
  return areApart ? configs : configs.map((config, i) => ({ ...config, configuration: groups[i].run }));
}

function runOf(
  opened: Opened,
  group: Group,
  { name, config }: Pick<ImportedRun, "name" | "config">,
): ImportedRun {
  const { mapped, at, file, utcOffsetMinutes } = opened;
  const { first, changing } = group;
  const texts = textsOf(opened);
  const percents = mapped.columns.filter(({ use, scale }) => use === "value" && scale === "percent");
  const left = texts.filter(({ i }) => changing.has(i));
  return {
    // What is appended later leaves the first row of a run as it was.
    sourceId: identity(
      "columns",
      mapped.columns.map((column) => column.name),
      group.key,
      first.cells.map(String),
    ),
    name,
    startedAt: group.startedAt,
    endedAt: group.endedAt,
    state: "finished",
    config,
    environment: { source: file.name },
    summary: {},
    evaluations: [],
    history: historyOf(opened, group),
    notes: [
      ...(at.time < 0 ? [] : zoneNote([first.cells[at.time]], utcOffsetMinutes)),
      ...(at.step < 0 ? ["No column is the step: rows count from 0."] : []),
      ...percents.map(
        (column) =>
          `${column.name} is read as a percentage and stored as a fraction: ${withoutPercent(column.name)}.`,
      ),
      ...(left.length > 0
        ? [`Text that changes from row to row is left out: ${left.map((column) => column.name).join(", ")}.`]
        : []),
    ],
  };
}

const placeOf = ({ file, mapped }: Opened, row: RawRow, i: number): string =>
  `${file.name}, line ${row.line}, column ${mapped.columns[i].name}`;

/** Reads the metrics of a row; a gap is none. */
function valuesOf(opened: Opened): (row: RawRow) => Record<string, number> {
  const { columns, decimal } = opened.mapped;
  const metrics = columns.flatMap(({ name, use, scale }, i) =>
    use !== "value"
      ? []
      : [{ i, name: scale === "percent" ? withoutPercent(name) : name, isPercent: scale === "percent" }],
  );
  return (row) => {
    const values: Record<string, number> = {};
    for (const { i, name, isPercent } of metrics) {
      const cell = row.cells[i];
      if (isGap(cell)) continue;
      const number = numberIn(cell, decimal);
      if (number === null) throw refuse(placeOf(opened, row, i), "no number", cell);
      values[name] = isPercent ? number / 100 : number;
    }
    return values;
  };
}

function stepIn(opened: Opened, row: RawRow, n: number): number {
  const i = opened.at.step;
  if (i < 0) return n;
  const step = numberIn(row.cells[i], opened.mapped.decimal);
  if (step === null || !Number.isSafeInteger(step) || step < 0)
    throw refuse(placeOf(opened, row, i), "no step, a whole number from 0", row.cells[i]);
  return step;
}

function seedIn(opened: Opened, row: RawRow): number {
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
