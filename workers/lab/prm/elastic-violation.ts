import type { LpModel } from "../../lp/model.ts";
import { Simplex } from "../../lp/simplex.ts";

/**
 * The model with every bound made elastic: minimise the sum of p + q over all elements, where each row's activity and each
 * column's value may leave its bounds by p upwards and by q downwards. Columns are x (free), then p and q of each element;
 * rows are those of the model, then one for each column. Element e of the model is row `rowOf(e)`.
 * "Elastic" as in Brown and Graves 1975; the sum over all bounds as in Chinneck, Feasibility and Infeasibility in
 * Optimization (2008), chapter 6.
 */
export function elasticModel(model: LpModel): LpModel {
  const { colCount: n, rowCount: m } = model;
  const rows = m + n;
  const cols = n + 2 * rows;
  const A = new Float64Array(rows * cols);
  for (let i = 0; i < rows; i++) {
    if (i < m) A.set(model.A.subarray(i * n, (i + 1) * n), i * cols);
    else A[i * cols + i - m] = 1;
    A[i * cols + n + 2 * i] = -1;
    A[i * cols + n + 2 * i + 1] = 1;
  }
  const isElastic = (column: number) => column >= n;
  const of = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, i) => make(i));
  return {
    name: model.name,
    colCount: cols,
    rowCount: rows,
    A,
    rowLower: Float64Array.from([...model.rowLower, ...model.colLower]),
    rowUpper: Float64Array.from([...model.rowUpper, ...model.colUpper]),
    colLower: Float64Array.from(of(cols, (j) => (isElastic(j) ? 0 : -Infinity))),
    colUpper: new Float64Array(cols).fill(Infinity),
    cost: Float64Array.from(of(cols, (j) => (isElastic(j) ? 1 : 0))),
    offset: 0,
    maximize: false,
    integer: new Uint8Array(cols),
    rowNames: of(rows, (i) => `r${i}`),
    colNames: of(cols, (j) => `c${j}`),
  };
}

/**
 * How far a model is from having a solution: the least sum by which its bounds must be exceeded, in their own units; 0 where
 * it has one. Bounds may change between two questions, as `Simplex` allows it, and the tableau stays warm.
 */
export class ElasticViolation {
  readonly #simplex = new Simplex();
  #firstRow = 0;
  #rowCount = 0;
  #colCount = 0;
  #lower = new Float64Array(0);
  #upper = new Float64Array(0);

  /** @throws {SimplexStalled} where a row is scaled so badly that answers could not be trusted. */
  load(model: LpModel): this {
    const elastic = elasticModel(model);
    this.#firstRow = elastic.colCount;
    this.#rowCount = model.rowCount;
    this.#colCount = model.colCount;
    this.#simplex.load(elastic);
    this.#lower = Float64Array.from([...model.colLower, ...model.rowLower]);
    this.#upper = Float64Array.from([...model.colUpper, ...model.rowUpper]);
    for (let e = 0; e < this.#lower.length; e++) this.setBounds(e, this.#lower[e], this.#upper[e]);
    return this;
  }

  lower(element: number): number {
    return this.#lower[element];
  }

  upper(element: number): number {
    return this.#upper[element];
  }

  setBounds(element: number, lower: number, upper: number): void {
    this.#lower[element] = lower;
    this.#upper[element] = upper;
    const row = element < this.#colCount ? this.#rowCount + element : element - this.#colCount;
    // Where an element's own bounds cross, any value between them misses both by their distance in all.
    this.#simplex.setBounds(this.#firstRow + row, Math.min(lower, upper), Math.max(lower, upper));
  }

  /** @throws {SimplexStalled} where the built-in simplex cannot answer. */
  value(): number {
    let crossed = 0;
    for (let e = 0; e < this.#lower.length; e++) crossed += Math.max(0, this.#lower[e] - this.#upper[e]);
    this.#simplex.feasible();
    return crossed + Math.max(0, this.#simplex.optimize());
  }
}
