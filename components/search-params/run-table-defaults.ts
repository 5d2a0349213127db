import type { UsualMetrics } from "#server/contracts/external/external.ts";
import { columnId, DEFAULT_AXIS, parseColumnId } from "#server/contracts/run-table-columns.ts";
import type { ChosenColumn } from "./run-table.ts";

const NARROWEST = 48;
const WIDEST = 640;

/** The width in px that a column gets, whether its edge was dragged or the address says it. */
export const clampWidth = (px: number): number => Math.round(Math.min(WIDEST, Math.max(NARROWEST, px)));

/** What evaluations are told by until it is known of what they are. */
const LEAD = "metric:eval/rr_at_5:last";

/**
 * What the table shows until somebody chooses: as much as stands beside each other in a window of 1280 px. A cause is the
 * tooltip of a state.
 */
export const DEFAULT_COLUMNS: readonly ChosenColumn[] = [
  "experiment",
  "step",
  "curve",
  "metric:reward/raw:last",
  LEAD,
  "problems",
  "launched",
  // Last, as only tables with audits or tags have them: without one they are left out as empty.
  "audit",
  "tags",
].map((id) => ({ id, width: null }));

/** Of these what only runs of this bench have. */
const OF_OWN_RUNS: ReadonlySet<string> = new Set(["metric:reward/raw:last", LEAD, "problems"]);
/** So many columns of runs from outside stand beside those of others. */
const MOST_BESIDE = 2;

/** The default columns of a list: what its evaluations are told by, and what runs from outside sent, in place of what none of them can have. */
function defaultsWith({ external, hasOwn, leads }: UsualMetrics): string[] {
  const told = leads.map((metric) =>
    columnId({ kind: "metric", metric, axis: DEFAULT_AXIS, reducer: "last" }),
  );
  const usual = DEFAULT_COLUMNS.flatMap(({ id }) => (id === LEAD && told.length > 0 ? told : [id]));
  if (external.length === 0) return usual;
  const sent = external.map((metric) =>
    columnId({ kind: "metric", metric, axis: DEFAULT_AXIS, reducer: "last" }),
  );
  const own = hasOwn
    ? usual.filter((id) => id !== "problems")
    : usual.filter((id) => !OF_OWN_RUNS.has(id) && !told.includes(id));
  const at = own.indexOf("launched");
  return [
    ...new Set([...own.slice(0, at), ...sent.slice(0, hasOwn ? MOST_BESIDE : sent.length), ...own.slice(at)]),
  ];
}

/** Whether nobody chose the columns. */
export const areDefault = (columns: readonly ChosenColumn[]): boolean =>
  columns.length === DEFAULT_COLUMNS.length &&
  columns.every(({ id, width }, i) => width === null && id === DEFAULT_COLUMNS[i].id);

/** Of the columns nobody chose those that are left out because no run has a value. */
export const emptyOf = (
  shown: readonly ChosenColumn[],
  chosen: readonly ChosenColumn[],
  empty: readonly string[],
): string[] => (areDefault(chosen) ? shown.flatMap(({ id }) => (empty.includes(id) ? [id] : [])) : []);

/**
 * What the table shows where nobody chose: what its runs have, and not the column that it is grouped by, which would say each
 * group's name again. Columns that somebody chose stay as they are.
 */
export function shownColumns(
  columns: readonly ChosenColumn[],
  group: string | null,
  usual?: UsualMetrics,
): ChosenColumn[] {
  if (!areDefault(columns)) return [...columns];
  const ids = usual === undefined ? columns.map(({ id }) => id) : defaultsWith(usual);
  return ids.filter((id) => id !== group).map((id) => ({ id, width: null }));
}

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
