import { integer, shuffle, uniform, type Rng } from "../../math/rng.ts";
import {
  type Draft,
  type DraftRow,
  emptyFault,
  type Fault,
  type FaultType,
  replaceRow,
  type Taken,
  unitRow,
} from "./fault.ts";
import { box, cascade, hiddenDependency, pairWithoutRoom, raisedBound } from "./sized-faults.ts";

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

export const flipped = (row: DraftRow): DraftRow => ({
  ...row,
  lower: row.upper === Infinity ? -Infinity : row.upper,
  upper: row.lower === -Infinity ? Infinity : row.lower,
});

export function contradicting(rng: Rng, draft: Draft, row: number): Fault {
  const { coefficients, lower, upper } = draft.rows[row];
  const limitsAbove = upper < Infinity;
  const bound = limitsAbove ? upper : lower;
  const distance = Math.abs(bound) * uniform(rng, 0.3, 1) + 3;
  const added = limitsAbove
    ? { coefficients, lower: bound + distance, upper: Infinity }
    : { coefficients, lower: -Infinity, upper: bound - distance };
  return { ...emptyFault("D"), addedRows: [added], rootRows: [draft.rows.length], reservedRows: [row] };
}

export function limitedColumn(draft: Draft, column: number): Fault {
  return {
    ...emptyFault("B"),
    addedRows: [unitRow(draft.colCount, [column], 2, Infinity)],
    columnBounds: [{ column, lower: draft.colLower[column], upper: 1 }],
    rootColumns: [column],
    rootRows: [draft.rows.length],
  };
}

/**
 * Candidate faults of one type against the clean draft, best first tried in order. None is checked for infeasibility here.
 * `optimum` is the clean optimal point, around which E to I place their limits.
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
    case "F":
      if (freeColumns.length > 0) yield hiddenDependency(draft, [freeColumns[0]], optimum);
      return;
    case "G":
      if (freeColumns.length > 0) yield cascade(rng, draft, [freeColumns[0]], optimum);
      return;
    case "H":
      if (freeColumns.length > 0) yield raisedBound(rng, draft, freeColumns[0], optimum);
      return;
    case "I":
      if (freeColumns.length > 0) yield box(rng, draft, freeColumns[0], [], optimum);
  }
}
