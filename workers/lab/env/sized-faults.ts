import { uniform, type Rng } from "../../math/rng.ts";
import { type Draft, type DraftRow, emptyFault, type Fault, unitRow } from "./fault.ts";

/**
 * Faults of the types E to I whose conflict can be made longer: by columns whose bounds take part, or by the links of a
 * cascade. With none of them the conflict has two members.
 */

/** A row over some of the clean draft's columns and one auxiliary column behind them. */
function rowWithAuxiliary(
  colCount: number,
  columns: readonly number[],
  lower: number,
  upper: number,
): DraftRow {
  const coefficients = new Float64Array(colCount + 1);
  for (const j of columns) coefficients[j] = -1;
  coefficients[colCount] = 1;
  return { coefficients, lower, upper };
}

const sumOver = (columns: readonly number[], values: Float64Array) =>
  columns.reduce((total, j) => total + values[j], 0);

/** E: no room between an upper limit on some columns and a lower limit on them and on `more`, whose upper bounds take part. */
export function pairWithoutRoom(
  draft: Draft,
  columns: number[],
  optimum: Float64Array,
  more: readonly number[] = [],
): Fault {
  const sum = sumOver(columns, optimum);
  const margin = Math.max(1, 0.1 * sum);
  const { colCount, rows } = draft;
  return {
    ...emptyFault("E"),
    addedRows: [
      unitRow(colCount, columns, -Infinity, sum - margin),
      unitRow(colCount, [...columns, ...more], sum + margin + sumOver(more, draft.colUpper), Infinity),
    ],
    rootRows: [rows.length, rows.length + 1],
  };
}

/**
 * F: a root row demands 20 |x| + 50 of an auxiliary column, whose link gives it no more than the sum of the columns. With a
 * `ceiling` the link gives enough, and the auxiliary column's own bound forbids it.
 */
export function hiddenDependency(
  draft: Draft,
  columns: readonly number[],
  optimum: Float64Array,
  ceiling = Infinity,
): Fault {
  const { colCount, rows } = draft;
  const reach = sumOver(columns, draft.colUpper);
  const demand = Math.max(20 * Math.abs(sumOver(columns, optimum)) + 50, reach + 10);
  return {
    ...emptyFault("F"),
    addedColumns: [{ lower: 0, upper: ceiling }],
    addedRows: [
      rowWithAuxiliary(colCount, columns, -Infinity, ceiling < Infinity ? demand : 0),
      rowWithAuxiliary(colCount, [], demand, Infinity),
    ],
    rootRows: [rows.length + 1],
  };
}

/**
 * G: the first column of a path is limited below the optimum, the last demanded above it, and each may exceed the one before
 * by little. Its root is the pair of limits.
 */
export function cascade(rng: Rng, draft: Draft, path: readonly number[], optimum: Float64Array): Fault {
  const { colCount, rows } = draft;
  const upper = Math.max(0, Math.min(optimum[path[0]] - 5, 2));
  const links = path.slice(1).map((column, k) => {
    const row = unitRow(colCount, [column], -Infinity, uniform(rng, 0.2, 0.6));
    row.coefficients[path[k]] = -1;
    return row;
  });
  const reach = links.reduce((sum, link) => sum + link.upper, upper);
  const demand = Math.max(reach + 1, Math.min(9.5, optimum[path[path.length - 1]] + 5));
  return {
    ...emptyFault("G"),
    addedRows: [
      unitRow(colCount, [path[0]], -Infinity, upper),
      ...links,
      unitRow(colCount, [path[path.length - 1]], demand, Infinity),
    ],
    rootRows: [rows.length, rows.length + links.length + 1],
  };
}

/** H: a column's lower bound is raised above a row's limit, in which `more` columns take part at their lower bounds. */
export function raisedBound(
  rng: Rng,
  draft: Draft,
  column: number,
  optimum: Float64Array,
  more: readonly number[] = [],
): Fault {
  const limit = Math.min(9.5, optimum[column] + 1.5);
  const lower =
    more.length === 0 ? Math.min(30, optimum[column] + uniform(rng, 2, 6)) : limit + uniform(rng, 2, 6);
  const upper = Math.max(draft.colUpper[column], lower + 5);
  return {
    ...emptyFault("H"),
    addedRows: [unitRow(draft.colCount, [column, ...more], -Infinity, limit)],
    columnBounds: [{ column, lower, upper }],
    rootColumns: [column],
  };
}

/** I: a box whose upper limit, in which `more` columns take part at their lower bounds, is below its lower one. */
export function box(
  rng: Rng,
  draft: Draft,
  column: number,
  more: readonly number[],
  optimum: Float64Array,
): Fault {
  const { colCount, rows } = draft;
  const lower = Math.max(4, Math.min(8, optimum[column] + 1));
  return {
    ...emptyFault("I"),
    addedRows: [
      unitRow(colCount, [column], lower, Infinity),
      unitRow(colCount, [column, ...more], -Infinity, lower - uniform(rng, 1, 3)),
    ],
    rootRows: [rows.length, rows.length + 1],
  };
}
