import type { LpModel } from "./model.ts";
import { MpsError } from "./mps-line.ts";

/** A dense matrix larger than this (32 MB) is refused instead of filling the memory. */
export const MAX_CELLS = 4_000_000;

/** Row index of the objective, and of further N rows, which are read over as the format says. */
export const OBJECTIVE = -1;
export const IGNORED = -2;

export type RowSense = "L" | "G" | "E";

/** What has been read so far. Maps keep the order in which names appeared. */
export interface MpsDraft {
  name: string;
  maximize: boolean;
  objectiveName: string | null;
  /** Row name to index; OBJECTIVE and IGNORED for N rows. */
  rows: Map<string, number>;
  rowNames: string[];
  senses: RowSense[];
  columns: Map<string, number>;
  cost: number[];
  integer: boolean[];
  entries: { row: number; column: number; value: number }[];
  offset: number;
  rhs: (number | undefined)[];
  ranges: (number | undefined)[];
  /** Undefined where no line set that side of the bounds. */
  lower: (number | undefined)[];
  upper: (number | undefined)[];
}

export function emptyDraft(): MpsDraft {
  return {
    name: "",
    maximize: false,
    objectiveName: null,
    rows: new Map(),
    rowNames: [],
    senses: [],
    columns: new Map(),
    cost: [],
    integer: [],
    entries: [],
    offset: 0,
    rhs: [],
    ranges: [],
    lower: [],
    upper: [],
  };
}

/** Activity bounds of a row. A range on an equality extends to the side of its sign. */
function rowBounds(sense: RowSense, rhs: number, range: number | undefined): [number, number] {
  if (sense === "L") return [range === undefined ? -Infinity : rhs - Math.abs(range), rhs];
  if (sense === "G") return [rhs, range === undefined ? Infinity : rhs + Math.abs(range)];
  if (range === undefined) return [rhs, rhs];
  return range < 0 ? [rhs + range, rhs] : [rhs, rhs + range];
}

/**
 * Bounds of a column: 0 and no upper limit where nothing is said, for integer columns too. A negative upper bound without
 * any lower bound means that the column has none, not that it is infeasible.
 */
function columnBounds(lower: number | undefined, upper: number | undefined): [number, number] {
  const high = upper ?? Infinity;
  return [lower ?? (high < 0 ? -Infinity : 0), high];
}

/** The finished model. `lastLine` is where a complaint about the whole is placed. */
export function buildModel(draft: MpsDraft, lastLine: number): LpModel {
  const colNames = [...draft.columns.keys()];
  const colCount = colNames.length;
  const rowCount = draft.rowNames.length;
  if (draft.objectiveName === null) throw new MpsError(lastLine, "ROWS", "there is no objective (N row)");
  if (colCount === 0) throw new MpsError(lastLine, "COLUMNS", "there are no columns");
  const A = new Float64Array(rowCount * colCount);
  for (const { row, column, value } of draft.entries) A[row * colCount + column] = value;
  const rowLower = new Float64Array(rowCount);
  const rowUpper = new Float64Array(rowCount);
  for (let i = 0; i < rowCount; i++)
    [rowLower[i], rowUpper[i]] = rowBounds(draft.senses[i], draft.rhs[i] ?? 0, draft.ranges[i]);
  const colLower = new Float64Array(colCount);
  const colUpper = new Float64Array(colCount);
  for (let j = 0; j < colCount; j++)
    [colLower[j], colUpper[j]] = columnBounds(draft.lower[j], draft.upper[j]);
  return {
    name: draft.name,
    colCount,
    rowCount,
    A,
    rowLower,
    rowUpper,
    colLower,
    colUpper,
    cost: Float64Array.from(draft.cost),
    offset: draft.offset,
    maximize: draft.maximize,
    integer: Uint8Array.from(draft.integer, Number),
    rowNames: draft.rowNames,
    colNames,
  };
}
