import { isShareOfProblems } from "#server/contracts/metrics.ts";
import { type ColumnRef, type MetricColumn, parseColumnId } from "#server/contracts/run-table-columns.ts";
import type { ChosenColumn } from "./run-table.ts";
import { areDefault } from "./run-table-defaults.ts";

/** Beside the head of a group these are empty, and means with their intervals need the room. */
const OF_SINGLE_RUNS: ReadonlySet<string> = new Set(["step", "curve"]);
/** The seeds of a configuration have their curves in one cell, which says more than when the last of them was launched. */
const NOT_OF_SEEDS: ReadonlySet<string> = new Set(["step", "launched"]);
const NONE: ReadonlySet<string> = new Set();

const leftOutBeside = (group: string | null): ReadonlySet<string> =>
  group === null ? NONE : group === "label" ? NOT_OF_SEEDS : OF_SINGLE_RUNS;

interface Arrangement {
  same: readonly { column: string }[];
  /** Columns in which no run has a value, unless they are to stay. */
  empty: readonly string[];
  isPhone: boolean;
  group: string | null;
}

/**
 * The columns nobody chose as they stand in a window: without those in which all runs are alike, which a line above the table
 * says, or no run has a value, which one below it says, and of groups without what only single runs have; on a phone what its evaluations are told by comes first.
 */
export function arrangedColumns(
  shown: readonly ChosenColumn[],
  chosen: readonly ChosenColumn[],
  { same, empty, isPhone, group }: Arrangement,
): ChosenColumn[] {
  if (!areDefault(chosen)) return [...shown];
  const alike = new Set(same.map(({ column }) => column));
  const beside = leftOutBeside(group);
  const left = shown.filter(({ id }) => !alike.has(id) && !beside.has(id) && !empty.includes(id));
  if (!isPhone) return left;
  const isScore = ({ id }: ChosenColumn) => {
    const column = parseColumnId(id);
    return column?.kind === "metric" && isShareOfProblems(column.metric);
  };
  return [...left.filter(isScore), ...left.filter((column) => !isScore(column))];
}

/** Whether the values of a column stand with their interval over the problems. */
export const hasInterval = (column: ColumnRef | null): column is MetricColumn =>
  column?.kind === "metric" && column.reducer === "last" && isShareOfProblems(column.metric);
