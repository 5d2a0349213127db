import { parseColumnId } from "#server/contracts/run-table-columns.ts";
import type { ChosenColumn } from "./run-table-address.ts";

/** What the table shows until somebody chooses. */
export const DEFAULT_COLUMNS: readonly ChosenColumn[] = [
  "experiment",
  "step",
  "metric:reward/raw:last",
  "metric:eval/rr_at_5:last",
  "problems",
  "metric:group/zero_share:last",
  "time",
  "launched",
  "why",
].map((id) => ({ id, width: null }));

/** Shares of problems show their interval over the problems. */
export const WITH_INTERVAL: ReadonlySet<string> = new Set(["eval/rr", "eval/rr_at_5", "eval/clean"]);

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
