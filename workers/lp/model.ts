/**
 * A linear model: optimise cost . x + offset subject to rowLower <= A x <= rowUpper and colLower <= x <= colUpper.
 * Missing bounds are -Infinity and Infinity. `integer` marks columns that must be whole; the simplex ignores it.
 *
 * Columns and rows together are the model's elements: element j < colCount is a column, element colCount + i is row i.
 */
export interface LpModel {
  name: string;
  colCount: number;
  rowCount: number;
  /** rowCount x colCount, row-major. */
  A: Float64Array;
  rowLower: Float64Array;
  rowUpper: Float64Array;
  colLower: Float64Array;
  colUpper: Float64Array;
  cost: Float64Array;
  /** Constant term of the objective. */
  offset: number;
  maximize: boolean;
  /** 1 where the column must be whole. */
  integer: Uint8Array;
  rowNames: string[];
  colNames: string[];
}

/** Number of elements: columns and rows. */
export function elementCount(model: LpModel): number {
  return model.colCount + model.rowCount;
}

/** Name of an element; a column's for ids below colCount, else a row's. */
export function elementName(model: LpModel, element: number): string {
  const name = element < model.colCount ? model.colNames[element] : model.rowNames[element - model.colCount];
  if (name === undefined) throw new RangeError(`model ${model.name} has no element ${element}`);
  return name;
}

/** Element id for a name, or -1. A row wins over a column of the same name: diagnoses name rows far more often. */
export function findElement(model: LpModel, name: string): number {
  const row = model.rowNames.indexOf(name);
  return row >= 0 ? model.colCount + row : model.colNames.indexOf(name);
}

/** A copy that shares nothing with the original. */
export function cloneModel(model: LpModel): LpModel {
  return {
    ...model,
    A: model.A.slice(),
    rowLower: model.rowLower.slice(),
    rowUpper: model.rowUpper.slice(),
    colLower: model.colLower.slice(),
    colUpper: model.colUpper.slice(),
    cost: model.cost.slice(),
    integer: model.integer.slice(),
    rowNames: model.rowNames.slice(),
    colNames: model.colNames.slice(),
  };
}
