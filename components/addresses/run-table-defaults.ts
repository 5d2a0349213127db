import { parseColumnId } from "#server/contracts/run-table-columns.ts";
import type { ChosenColumn } from "./run-table.ts";

const NARROWEST = 48;
const WIDEST = 640;

/** The width in px that a column gets, whether its edge was dragged or the address says it. */
export const clampWidth = (px: number): number => Math.round(Math.min(WIDEST, Math.max(NARROWEST, px)));

/**
 * What the table shows until somebody chooses: as much as stands beside each other in a window of 1280 px. A cause is the
 * tooltip of a state.
 */
export const DEFAULT_COLUMNS: readonly ChosenColumn[] = [
  "experiment",
  "step",
  "metric:reward/raw:last",
  "metric:eval/rr_at_5:last",
  "problems",
  "launched",
].map((id) => ({ id, width: null }));

/** What the table shows: of the default columns not the one that it is grouped by, which would say each group's name again. */
export function shownColumns(columns: readonly ChosenColumn[], group: string | null): ChosenColumn[] {
  const isDefault =
    columns.length === DEFAULT_COLUMNS.length &&
    columns.every(({ id, width }, i) => width === null && id === DEFAULT_COLUMNS[i].id);
  return columns.filter(({ id }) => !isDefault || id !== group);
}

/** Shares of problems show their interval over the problems. */
export const WITH_INTERVAL: ReadonlySet<string> = new Set([
  "eval/rr",
  "eval/rr_at_5",
  "eval/clean",
  "eval/solved",
]);

/** Values of so many columns are fetched together. */
const BLOCK = 12;
const MOST_COLUMNS = 200;

/** Columns whose values have to be fetched: what is measured and what was set. The others come with every row. */
export function valueBlocks(columns: readonly ChosenColumn[]): string[][] {
  const valued = columns.filter(({ id }) => parseColumnId(id)?.kind !== "built-in").map(({ id }) => id);
  return Array.from({ length: Math.ceil(valued.length / BLOCK) }, (_, i) =>
    valued.slice(i * BLOCK, (i + 1) * BLOCK),
  );
}

export const canAddColumn = (columns: readonly ChosenColumn[]): boolean => columns.length < MOST_COLUMNS;
