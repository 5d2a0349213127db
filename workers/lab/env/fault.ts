/** One row of a model under construction. */
export interface DraftRow {
  coefficients: Float64Array;
  lower: number;
  upper: number;
}

/** A model under construction: rows may be added, and no names exist yet. */
export interface Draft {
  colCount: number;
  rows: DraftRow[];
  colLower: Float64Array;
  colUpper: Float64Array;
  cost: Float64Array;
}

/**
 * A: a row's sense is flipped. B: a column is limited to 1 and a row demands 2. C: coefficients of a row are wrong.
 * D: a row contradicts another, or rows demand of each other in a circle. E: a pair of rows leaves no room between them.
 * F: a row demands of an auxiliary column what its link cannot give. G: a pair of rows around the optimum, at the two ends of
 * a cascade. H: a column's lower bound is above a row's limit. I: a box whose upper limit is below its lower.
 */
export type FaultType = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I";

/** An edit of a clean draft. Row indices below the draft's row count are its own, further ones are the added rows in order. */
export interface Fault {
  type: FaultType;
  replacedRows: { row: number; by: DraftRow }[];
  addedRows: DraftRow[];
  /** Auxiliary columns, behind the clean draft's own; the added rows' coefficients reach over them. */
  addedColumns: { lower: number; upper: number }[];
  columnBounds: { column: number; lower: number; upper: number }[];
  /** Elements that count as the root cause. */
  rootColumns: number[];
  /** Indices into the draft's rows, or into `addedRows` after subtracting the draft's row count. */
  rootRows: number[];
  /** Clean rows this fault depends on; no other fault may touch them. */
  reservedRows: number[];
}

/** What the faults of one problem have taken: they must not touch the same row or column. */
export interface Taken {
  rows: Set<number>;
  columns: Set<number>;
}

/** Coefficients with the fault's own columns moved behind those that the draft has by now. */
function widened(coefficients: Float64Array, own: number, before: number): Float64Array {
  if (own === 0 && coefficients.length === before) return coefficients;
  const wide = new Float64Array(before + own);
  const clean = coefficients.length - own;
  wide.set(coefficients.subarray(0, clean));
  wide.set(coefficients.subarray(clean), before);
  return wide;
}

function extended(values: Float64Array, more: number[]): Float64Array {
  const longer = new Float64Array(values.length + more.length);
  longer.set(values);
  longer.set(more, values.length);
  return longer;
}

/** A draft with the fault applied; shares what it does not change. */
export function applyFault(draft: Draft, fault: Fault): Draft {
  const { colCount: before } = draft;
  const own = fault.addedColumns.length;
  const widen = (row: DraftRow, added: number): DraftRow => ({
    ...row,
    coefficients: widened(row.coefficients, added, before),
  });
  const replaced = draft.rows.slice();
  for (const { row, by } of fault.replacedRows) replaced[row] = widen(by, 0);
  const rows =
    own === 0
      ? replaced
      : replaced.map((row) => ({
          ...row,
          coefficients: extended(row.coefficients, Array<number>(own).fill(0)),
        }));
  const colLower = extended(
    draft.colLower,
    fault.addedColumns.map(({ lower }) => lower),
  );
  const colUpper = extended(
    draft.colUpper,
    fault.addedColumns.map(({ upper }) => upper),
  );
  for (const { column, lower, upper } of fault.columnBounds) {
    colLower[column] = lower;
    colUpper[column] = upper;
  }
  return {
    colCount: before + own,
    rows: [...rows, ...fault.addedRows.map((row) => widen(row, own))],
    colLower,
    colUpper,
    cost: extended(draft.cost, Array<number>(own).fill(0)),
  };
}

/** A draft with all faults, and what of its elements (columns, then rows) each one's root is and all of them touched. */
export interface FaultyModel {
  draft: Draft;
  roots: Set<number>[];
  touched: Set<number>[];
}

/** All faults together, none of which touches what another depends on. */
export function applyFaults(clean: Draft, faults: readonly Fault[]): FaultyModel {
  const colCount = clean.colCount + faults.reduce((sum, { addedColumns }) => sum + addedColumns.length, 0);
  const roots: Set<number>[] = [];
  const touched: Set<number>[] = [];
  let draft = clean;
  for (const fault of faults) {
    const shift = draft.rows.length - clean.rows.length;
    const elementOf = (row: number) => colCount + (row < clean.rows.length ? row : row + shift);
    roots.push(new Set([...fault.rootColumns, ...fault.rootRows.map(elementOf)]));
    touched.push(
      new Set([
        ...fault.columnBounds.map(({ column }) => column),
        ...fault.addedColumns.map((_, k) => draft.colCount + k),
        ...fault.replacedRows.map(({ row }) => colCount + row),
        ...fault.addedRows.map((_, k) => colCount + draft.rows.length + k),
      ]),
    );
    draft = applyFault(draft, fault);
  }
  return { draft, roots, touched };
}

export const emptyFault = (type: FaultType): Fault => ({
  type,
  replacedRows: [],
  addedRows: [],
  addedColumns: [],
  columnBounds: [],
  rootColumns: [],
  rootRows: [],
  reservedRows: [],
});

export const replaceRow = (type: FaultType, row: number, by: DraftRow): Fault => ({
  ...emptyFault(type),
  replacedRows: [{ row, by }],
  rootRows: [row],
  reservedRows: [row],
});

export function unitRow(colCount: number, columns: number[], lower: number, upper: number): DraftRow {
  const coefficients = new Float64Array(colCount);
  for (const j of columns) coefficients[j] = 1;
  return { coefficients, lower, upper };
}
