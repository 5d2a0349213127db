import type { LpModel } from "../../lp/model.ts";
import { integer, uniform, type Rng } from "../../math/rng.ts";
import type { Level } from "./problem.ts";
import type { Draft, DraftRow, FaultType } from "./fault.ts";

export interface LevelSpec {
  types: FaultType[];
  faults: [number, number];
  columns: [number, number];
  rows: [number, number];
  /** Wide spreads leave out a quarter of the coefficients and vary right-hand sides more, so that fewer rows stand out. */
  wide: boolean;
}

export const LEVELS: Record<Level, LevelSpec> = {
  easy: { types: ["A", "B", "C", "D"], faults: [1, 1], columns: [5, 8], rows: [4, 7], wide: false },
  medium: {
    types: ["A", "B", "C", "D", "E", "H"],
    faults: [2, 2],
    columns: [6, 9],
    rows: [5, 9],
    wide: true,
  },
  hard: {
    types: ["A", "B", "C", "D", "E", "H"],
    faults: [3, 4],
    columns: [7, 10],
    rows: [6, 11],
    wide: true,
  },
};
export const LEVEL_NAMES = Object.keys(LEVELS) as Level[];

const COLUMN_LIMIT = 10;

/** Upper limits, lower limits and, last, a pair of rows with the same coefficients that bounds the optimum on both sides. */
export function drawDraft(rng: Rng, spec: LevelSpec): Draft {
  const colCount = integer(rng, ...spec.columns);
  const limits = integer(rng, ...spec.rows);
  const rows: DraftRow[] = [];
  const drawRow = () => {
    const coefficients = new Float64Array(colCount);
    let sum = 0;
    for (let j = 0; j < colCount; j++) {
      const value = uniform(rng, 0.5, 2);
      if (spec.wide && rng() < 0.25) continue;
      coefficients[j] = value;
      sum += value;
    }
    return { coefficients, sum };
  };
  for (let i = 0; i < limits; i++) {
    const { coefficients, sum } = drawRow();
    if (i < limits / 2)
      rows.push({ coefficients, lower: -Infinity, upper: sum * uniform(rng, spec.wide ? 3 : 4, 6) });
    else
      rows.push({
        coefficients,
        lower: sum * (spec.wide ? uniform(rng, 0.4, 2.2) : uniform(rng, 1, 1.8)),
        upper: Infinity,
      });
  }
  const key = drawRow();
  rows.push({ coefficients: key.coefficients, lower: -Infinity, upper: key.sum * 5 });
  rows.push({ coefficients: key.coefficients, lower: key.sum * 2.5, upper: Infinity });
  return {
    colCount,
    rows,
    colLower: new Float64Array(colCount),
    colUpper: new Float64Array(colCount).fill(COLUMN_LIMIT),
    cost: Float64Array.from({ length: colCount }, () => uniform(rng, 0.5, 1.5)),
  };
}

/** The draft as a model without names, with its rows in the given order: position k holds row order[k]. */
export function toModel(draft: Draft, order: readonly number[], name: string): LpModel {
  const { colCount } = draft;
  const rowCount = order.length;
  const A = new Float64Array(rowCount * colCount);
  const rowLower = new Float64Array(rowCount);
  const rowUpper = new Float64Array(rowCount);
  for (let k = 0; k < rowCount; k++) {
    const row = draft.rows[order[k]];
    A.set(row.coefficients, k * colCount);
    rowLower[k] = row.lower;
    rowUpper[k] = row.upper;
  }
  return {
    name,
    colCount,
    rowCount,
    A,
    rowLower,
    rowUpper,
    colLower: draft.colLower,
    colUpper: draft.colUpper,
    cost: draft.cost,
    offset: 0,
    maximize: true,
    integer: new Uint8Array(colCount),
    rowNames: [],
    colNames: [],
  };
}
