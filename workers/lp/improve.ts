import { MOVE_TOLERANCE, PIVOT_TOLERANCE, type Tableau } from "./tableau.ts";

/** A reduced cost below this, relative to 1 + the largest cost, does not improve the objective. */
const COST_TOLERANCE = 1e-9;
const BLAND_AFTER = 500;
const MAX_PIVOTS = 5000;

/** `unbounded` names the nonbasic column along which the objective grows without end, and the direction it moves in. */
export type Improvement =
  { kind: "optimal" } | { kind: "unbounded"; column: number; sign: number } | { kind: "stalled" };

/** Reduced costs of the nonbasic elements for `cost`, written into `reduced`. */
export function priceOut(tableau: Tableau, cost: Float64Array, reduced: Float64Array): void {
  const { colCount: n, rowCount: m, T, basic, nonbasic } = tableau;
  for (let j = 0; j < n; j++) reduced[j] = nonbasic[j] < n ? cost[nonbasic[j]] : 0;
  for (let i = 0; i < m; i++) {
    if (basic[i] >= n) continue;
    const weight = cost[basic[i]];
    if (weight === 0) continue;
    const start = i * n;
    for (let j = 0; j < n; j++) reduced[j] += weight * T[start + j];
  }
}

function enteringColumn(tableau: Tableau, gain: Float64Array, tolerance: number, bland: boolean): number {
  const { colCount: n, lower, upper, value, nonbasic } = tableau;
  let chosen = -1;
  let best = tolerance;
  for (let j = 0; j < n; j++) {
    const size = Math.abs(gain[j]);
    if (size <= tolerance) continue;
    const v = nonbasic[j];
    const canMove = gain[j] > 0 ? value[v] < upper[v] - MOVE_TOLERANCE : value[v] > lower[v] + MOVE_TOLERANCE;
    if (!canMove) continue;
    if (bland ? chosen < 0 || v < nonbasic[chosen] : size > best) {
      best = size;
      chosen = j;
    }
  }
  return chosen;
}

/**
 * Primal simplex from a feasible tableau (Dantzig's rule, Bland's after 500 pivots), maximising `gainCost . x`.
 * `reduced` (one per column) holds the final reduced costs. The tableau stays valid for further bound changes.
 */
export function improve(tableau: Tableau, gainCost: Float64Array, reduced: Float64Array): Improvement {
  const { colCount: n, rowCount: m, T, lower, upper, value, basic, nonbasic } = tableau;
  let largest = 0;
  for (let j = 0; j < n; j++) largest = Math.max(largest, Math.abs(gainCost[j]));
  const tolerance = COST_TOLERANCE * (1 + largest);
  for (let count = 0; count < MAX_PIVOTS; count++) {
    priceOut(tableau, gainCost, reduced);
    const bland = count > BLAND_AFTER;
    const q = enteringColumn(tableau, reduced, tolerance, bland);
    if (q < 0) return { kind: "optimal" };
    const entering = nonbasic[q];
    const sign = reduced[q] > 0 ? 1 : -1;
    let step = sign > 0 ? upper[entering] - value[entering] : value[entering] - lower[entering];
    let blocking = -1;
    for (let i = 0; i < m; i++) {
      const rate = sign * T[i * n + q];
      if (Math.abs(rate) <= PIVOT_TOLERANCE) continue;
      const v = basic[i];
      const room = Math.max(0, (rate > 0 ? upper[v] - value[v] : lower[v] - value[v]) / rate);
      const tie = blocking >= 0 && room <= step;
      const preferred = tie && (bland ? v < basic[blocking] : Math.abs(rate) > Math.abs(T[blocking * n + q]));
      if (room < step - 1e-12 || preferred) {
        step = room;
        blocking = i;
      }
    }
    if (step === Infinity) return { kind: "unbounded", column: q, sign };
    tableau.move(q, sign * step);
    if (blocking < 0) continue;
    const v = basic[blocking];
    value[v] = sign * T[blocking * n + q] > 0 ? upper[v] : lower[v];
    tableau.pivot(blocking, q);
  }
  return { kind: "stalled" };
}
