import { integer, shuffle, uniform, type Rng } from "../../math/rng.ts";

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
 * A: a row's sense is flipped. B: a column is limited to 1 and a row demands 2. C: half or all of a row's coefficients are wrong.
 * D: a row contradicts another. E: a pair of rows leaves no room between them. H: a column's lower bound is above a row's limit.
 */
export type FaultType = "A" | "B" | "C" | "D" | "E" | "H";

/** An edit of a clean draft. Row indices below the draft's row count are its own, further ones are the added rows in order. */
export interface Fault {
  type: FaultType;
  replacedRows: { row: number; by: DraftRow }[];
  addedRows: DraftRow[];
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

/** A draft with the fault applied; shares what it does not change. */
export function applyFault(draft: Draft, fault: Fault): Draft {
  const rows = draft.rows.slice();
  for (const { row, by } of fault.replacedRows) rows[row] = by;
  const colLower = draft.colLower.slice();
  const colUpper = draft.colUpper.slice();
  for (const { column, lower, upper } of fault.columnBounds) {
    colLower[column] = lower;
    colUpper[column] = upper;
  }
  return { ...draft, rows: [...rows, ...fault.addedRows], colLower, colUpper };
}

const emptyFault = (type: FaultType): Fault => ({
  type,
  replacedRows: [],
  addedRows: [],
  columnBounds: [],
  rootColumns: [],
  rootRows: [],
  reservedRows: [],
});

const replaceRow = (type: FaultType, row: number, by: DraftRow): Fault => ({
  ...emptyFault(type),
  replacedRows: [{ row, by }],
  rootRows: [row],
  reservedRows: [row],
});

function unitRow(colCount: number, columns: number[], lower: number, upper: number): DraftRow {
  const coefficients = new Float64Array(colCount);
  for (const j of columns) coefficients[j] = 1;
  return { coefficients, lower, upper };
}

/** The row with its first `count` nonzero coefficients multiplied. */
function scaled(row: DraftRow, factor: number, count: number): DraftRow {
  const coefficients = row.coefficients.slice();
  for (let j = 0, done = 0; j < coefficients.length && done < count; j++) {
    if (coefficients[j] === 0) continue;
    coefficients[j] *= factor;
    done++;
  }
  return { ...row, coefficients };
}

/** Rows tried per proposal for C and D; the caller proposes again with another type or draft. */
const TRIED_ROWS = 6;
const WRONG_FACTORS = [-1, 0.1, 6];

const flipped = (row: DraftRow): DraftRow => ({
  ...row,
  lower: row.upper === Infinity ? -Infinity : row.upper,
  upper: row.lower === -Infinity ? Infinity : row.lower,
});

function contradicting(rng: Rng, draft: Draft, row: number): Fault {
  const { coefficients, lower, upper } = draft.rows[row];
  const limitsAbove = upper < Infinity;
  const bound = limitsAbove ? upper : lower;
  const distance = Math.abs(bound) * uniform(rng, 0.3, 1) + 3;
  const added = limitsAbove
    ? { coefficients, lower: bound + distance, upper: Infinity }
    : { coefficients, lower: -Infinity, upper: bound - distance };
  return { ...emptyFault("D"), addedRows: [added], rootRows: [draft.rows.length], reservedRows: [row] };
}

function limitedColumn(draft: Draft, column: number): Fault {
  return {
    ...emptyFault("B"),
    addedRows: [unitRow(draft.colCount, [column], 2, Infinity)],
    columnBounds: [{ column, lower: draft.colLower[column], upper: 1 }],
    rootColumns: [column],
    rootRows: [draft.rows.length],
  };
}

function pairWithoutRoom(draft: Draft, columns: number[], optimum: Float64Array): Fault {
  const sum = columns.reduce((total, j) => total + optimum[j], 0);
  const margin = Math.max(1, 0.1 * sum);
  const { colCount, rows } = draft;
  return {
    ...emptyFault("E"),
    addedRows: [
      unitRow(colCount, columns, -Infinity, sum - margin),
      unitRow(colCount, columns, sum + margin, Infinity),
    ],
    rootRows: [rows.length, rows.length + 1],
  };
}

function raisedBound(rng: Rng, draft: Draft, column: number, optimum: Float64Array): Fault {
  const lower = Math.min(30, optimum[column] + uniform(rng, 2, 6));
  const upper = Math.max(draft.colUpper[column], lower + 5);
  const limit = Math.min(9.5, optimum[column] + 1.5);
  return {
    ...emptyFault("H"),
    addedRows: [unitRow(draft.colCount, [column], -Infinity, limit)],
    columnBounds: [{ column, lower, upper }],
    rootColumns: [column],
  };
}

/**
 * Candidate faults of one type against the clean draft, best first tried in order. None is checked for infeasibility here.
 * `optimum` is the clean optimal point, around which E and H place their limits.
 */
export function* proposeFaults(
  rng: Rng,
  draft: Draft,
  type: FaultType,
  optimum: Float64Array,
  taken: Taken,
): Generator<Fault> {
  const freeRows = shuffle(
    rng,
    [...draft.rows.keys()].filter((i) => !taken.rows.has(i)),
  );
  const freeColumns = shuffle(
    rng,
    [...optimum.keys()].filter((j) => !taken.columns.has(j)),
  );
  switch (type) {
    case "A":
      for (const row of freeRows) yield replaceRow("A", row, flipped(draft.rows[row]));
      return;
    case "B":
      if (freeColumns.length > 0) yield limitedColumn(draft, freeColumns[0]);
      return;
    case "C":
      // Half of the row wrong hides better, but often leaves room; the whole row (a wrong unit) rarely does.
      for (const count of [Math.ceil(draft.colCount / 2), draft.colCount])
        for (const row of freeRows.slice(0, TRIED_ROWS))
          for (const factor of WRONG_FACTORS)
            yield replaceRow("C", row, scaled(draft.rows[row], factor, count));
      return;
    case "D":
      for (const row of freeRows.slice(0, TRIED_ROWS)) yield contradicting(rng, draft, row);
      return;
    case "E": {
      const first = integer(rng, 0, draft.colCount - 1);
      const second = (first + integer(rng, 1, draft.colCount - 1)) % draft.colCount;
      yield pairWithoutRoom(draft, [first, second], optimum);
      return;
    }
    case "H":
      if (freeColumns.length > 0) yield raisedBound(rng, draft, freeColumns[0], optimum);
  }
}
