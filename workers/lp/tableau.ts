import type { LpModel } from "./model.ts";

/** A coefficient of the tableau below this size is numerical dust and counts as zero. */
export const PIVOT_TOLERANCE = 1e-9;
/** A value may exceed its bound b by FEASIBILITY_TOLERANCE * (1 + |b|). */
export const FEASIBILITY_TOLERANCE = 1e-7;
/** Room that a nonbasic value must have before it is allowed to move. */
export const MOVE_TOLERANCE = 1e-9;

/** Allowed violation of a bound. */
export function slackOf(bound: number): number {
  return FEASIBILITY_TOLERANCE * (1 + Math.abs(bound));
}

/**
 * Dense tableau over the elements of a model: columns x and row activities s with s = A x.
 * Row r states basic[r] = sum over j of T[r, j] * nonbasic[j]. Elements keep their bounds outside the matrix, so a changed
 * bound leaves the tableau valid. Buffers grow and are never given back, so that one instance serves many models.
 */
export class Tableau {
  colCount = 0;
  rowCount = 0;
  /** The untouched matrix, against which every answer is proven. */
  A: Float64Array = new Float64Array(0);
  T: Float64Array = new Float64Array(0);
  lower: Float64Array = new Float64Array(0);
  upper: Float64Array = new Float64Array(0);
  value: Float64Array = new Float64Array(0);
  basic: Int32Array = new Int32Array(0);
  nonbasic: Int32Array = new Int32Array(0);
  /** One number per column, free for whoever computes. */
  scratch: Float64Array = new Float64Array(0);
  pivotsSinceRestart = 0;

  /** Takes a model's matrix and bounds and starts cold. The model is only read. */
  load(model: LpModel): void {
    const { colCount: n, rowCount: m } = model;
    this.colCount = n;
    this.rowCount = m;
    this.A = model.A;
    if (this.T.length < n * m) this.T = new Float64Array(n * m);
    if (this.lower.length < n + m) {
      this.lower = new Float64Array(n + m);
      this.upper = new Float64Array(n + m);
      this.value = new Float64Array(n + m);
    }
    if (this.basic.length < m) this.basic = new Int32Array(m);
    if (this.nonbasic.length < n) {
      this.nonbasic = new Int32Array(n);
      this.scratch = new Float64Array(n);
    }
    this.lower.set(model.colLower);
    this.lower.set(model.rowLower, n);
    this.upper.set(model.colUpper);
    this.upper.set(model.rowUpper, n);
    this.value.fill(0);
    this.restart();
  }

  /** Back to the basis of row activities, with the bounds as they are now. */
  restart(): void {
    const { colCount: n, rowCount: m, T, A, basic, nonbasic } = this;
    for (let k = 0; k < n * m; k++) T[k] = A[k];
    for (let i = 0; i < m; i++) basic[i] = n + i;
    for (let j = 0; j < n; j++) nonbasic[j] = j;
    this.pivotsSinceRestart = 0;
  }

  /** Puts every nonbasic value on its nearest bound (0 where it is free) and recomputes the basic ones. */
  settle(): void {
    const { colCount: n, rowCount: m, T, lower, upper, value, basic, nonbasic } = this;
    for (let j = 0; j < n; j++) {
      const v = nonbasic[j];
      const low = lower[v];
      const high = upper[v];
      const at = value[v];
      if (low === -Infinity && high === Infinity) value[v] = 0;
      else value[v] = at - low < high - at ? low : high;
    }
    for (let r = 0; r < m; r++) {
      const start = r * n;
      let sum = 0;
      for (let j = 0; j < n; j++) sum += T[start + j] * value[nonbasic[j]];
      value[basic[r]] = sum;
    }
  }

  /** Exchanges the basic element of row r with the nonbasic element of column q. T[r, q] must not be dust. */
  pivot(r: number, q: number): void {
    const { colCount: n, rowCount: m, T, basic, nonbasic } = this;
    const start = r * n;
    const inverse = 1 / T[start + q];
    for (let j = 0; j < n; j++) T[start + j] *= -inverse;
    T[start + q] = inverse;
    for (let i = 0; i < m; i++) {
      if (i === r) continue;
      const row = i * n;
      const factor = T[row + q];
      if (factor === 0) continue;
      T[row + q] = 0;
      for (let j = 0; j < n; j++) T[row + j] += factor * T[start + j];
    }
    const leaving = basic[r];
    basic[r] = nonbasic[q];
    nonbasic[q] = leaving;
    this.pivotsSinceRestart++;
  }

  /** Moves the nonbasic element of column q by `step` and all basic values with it. */
  move(q: number, step: number): void {
    const { colCount: n, rowCount: m, T, value, basic, nonbasic } = this;
    for (let i = 0; i < m; i++) value[basic[i]] += T[i * n + q] * step;
    value[nonbasic[q]] += step;
  }
}
