import type { GroupCurve, RunCurve, RunCurves } from "#server/contracts/charts/small-curves.ts";
import type { Finding } from "#server/contracts/finding.ts";
import type { RunCells, RunChecks, RunTable, TableCell, TableEntry } from "#server/contracts/run-table.ts";

/** What is known of a table at this moment: the lines that were fetched, by their place. */
export interface TableLines {
  length: number;
  runs: number;
  /** Of these, runs that have had several attempts. */
  resumed: number;
  all: number;
  groups: number | null;
  counts: RunTable["counts"];
  notes: string[];
  same: RunTable["same"];
  empty: RunTable["empty"];
  entryAt(index: number): TableEntry | undefined;
  /** Null where the line has nothing in this column, undefined while that is being fetched. */
  cellOf(entry: TableEntry, column: string): TableCell | undefined;
  /** Undefined where a run has none, or it is being fetched. */
  curveOf(runId: string): RunCurve | undefined;
  /** The same of a group by its key; only one whose runs are of one configuration has any. */
  groupCurveOf(key: string): GroupCurve | undefined;
  /** Null while the rules have not looked. */
  findingsOf(runId: string): Finding[] | null;
}

export interface Fetched {
  /** Pages of lines in any order. */
  tables: readonly RunTable[];
  /** Further columns of these. */
  cells: readonly RunCells[];
  checks: readonly RunChecks[];
  curves?: readonly RunCurves[];
}

/** Puts what was fetched in pieces together. Values are found by the line's own key: lines may have moved between two answers. */
export function assembleLines({ tables, cells, checks, curves = [] }: Fetched): TableLines | null {
  const newest = tables.at(-1);
  if (!newest) return null;
  const entries = new Map<number, TableEntry>();
  const values = new Map<string, TableCell>();
  const findings = new Map<string, Finding[]>();
  const keep = (key: string, ids: readonly string[], row: readonly TableCell[]) =>
    ids.forEach((id, i) => values.set(`${key}\n${id}`, row[i] ?? null));
  for (const { offset, columns, entries: page } of tables)
    page.forEach((entry, i) => {
      entries.set(offset + i, entry);
      if (entry.kind !== "part") keep(entry.key, columns, entry.cells);
      if (entry.kind === "run" && entry.run.findings) findings.set(entry.key, entry.run.findings);
    });
  for (const { columns, cells: rows } of cells)
    for (const [key, row] of Object.entries(rows)) keep(key, columns, row);
  for (const { findings: found } of checks)
    for (const [runId, list] of Object.entries(found)) findings.set(runId, list);
  const drawn = new Map(curves.flatMap((page) => Object.entries(page.curves)));
  const together = new Map(curves.flatMap((page) => Object.entries(page.groups)));
  const { length, runs, resumed, all, groups, counts, notes, same, empty } = newest;
  return {
    length,
    runs,
    resumed,
    all,
    groups,
    counts,
    notes,
    same,
    empty,
    curveOf: (runId) => drawn.get(runId),
    groupCurveOf: (key) => together.get(key),
    entryAt: (index) => entries.get(index),
    cellOf: (entry, column) => values.get(`${entry.key}\n${column}`),
    findingsOf: (runId) => findings.get(runId) ?? null,
  };
}
