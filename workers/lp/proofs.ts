import { neededDirection } from "./find-feasible.ts";
import { FEASIBILITY_TOLERANCE, PIVOT_TOLERANCE, type Tableau } from "./tableau.ts";

/**
 * The tableau is updated in floating point and drifts. Before an answer is given it is checked here against the untouched
 * matrix; each check costs one pass over the matrix.
 */

/** Residual allowed in an identity between coefficients, relative to 1 + the largest coefficient in it. */
const IDENTITY_TOLERANCE = 1e-8;
/** Values may violate a bound by this many times the search's own tolerance before the point is rejected. */
const POINT_SLACK = 10;

function within(value: number, lower: number, upper: number): boolean {
  const slack = POINT_SLACK * FEASIBILITY_TOLERANCE;
  return value >= lower - slack * (1 + Math.abs(lower)) && value <= upper + slack * (1 + Math.abs(upper));
}

/** Do the column values satisfy all bounds, and the activities A x computed from them? */
export function provesFeasible(tableau: Tableau): boolean {
  const { colCount: n, rowCount: m, A, lower, upper, value } = tableau;
  for (let j = 0; j < n; j++) if (!within(value[j], lower[j], upper[j])) return false;
  for (let i = 0; i < m; i++) {
    const start = i * n;
    let activity = 0;
    for (let j = 0; j < n; j++) activity += A[start + j] * value[j];
    if (!within(activity, lower[n + i], upper[n + i])) return false;
  }
  return true;
}

/** Adds `weight` times the row (or unit column) of an element to the column sums. */
function accumulate(tableau: Tableau, element: number, weight: number, sums: Float64Array): void {
  const { colCount: n, A } = tableau;
  if (element < n) {
    sums[element] += weight;
    return;
  }
  const start = (element - n) * n;
  for (let k = 0; k < n; k++) sums[k] += weight * A[start + k];
}

function vanishes(sums: Float64Array, n: number, scale: number): boolean {
  for (let k = 0; k < n; k++) if (!(Math.abs(sums[k]) <= IDENTITY_TOLERANCE * (1 + scale))) return false;
  return true;
}

/**
 * Is row r a Farkas certificate? Its basic element must equal the stated combination of nonbasic ones by the matrix itself,
 * and the combination, at its extreme under the bounds, must stay beyond the basic element's bound.
 */
export function provesConflict(tableau: Tableau, r: number): boolean {
  const { colCount: n, T, lower, upper, basic, nonbasic, scratch } = tableau;
  const rising = neededDirection(tableau, r) > 0;
  const start = r * n;
  for (let k = 0; k < n; k++) scratch[k] = 0;
  accumulate(tableau, basic[r], 1, scratch);
  let extreme = 0;
  let scale = 0;
  for (let j = 0; j < n; j++) {
    const coefficient = T[start + j];
    if (Math.abs(coefficient) <= PIVOT_TOLERANCE) continue;
    const v = nonbasic[j];
    extreme += coefficient * (coefficient > 0 === rising ? upper[v] : lower[v]);
    scale = Math.max(scale, Math.abs(coefficient));
    accumulate(tableau, v, -coefficient, scratch);
  }
  const beyond = rising ? extreme < lower[basic[r]] : extreme > upper[basic[r]];
  return beyond && vanishes(scratch, n, scale);
}

/**
 * Are the reduced costs of the nonbasic elements the true ones, c = sum of reduced cost times element? Together with their
 * signs and a feasible point this is a proof of optimality.
 */
export function provesReducedCosts(tableau: Tableau, cost: Float64Array, reduced: Float64Array): boolean {
  const { colCount: n, nonbasic, scratch } = tableau;
  let scale = 0;
  for (let k = 0; k < n; k++) {
    scratch[k] = -cost[k];
    scale = Math.max(scale, Math.abs(cost[k]), Math.abs(reduced[k]));
  }
  for (let j = 0; j < n; j++) if (reduced[j] !== 0) accumulate(tableau, nonbasic[j], reduced[j], scratch);
  return vanishes(scratch, n, scale);
}

/** Can the nonbasic element of column q move forever in direction `sign`, taking the basic elements with it? */
export function provesRay(tableau: Tableau, q: number, sign: number): boolean {
  const { colCount: n, rowCount: m, A, T, lower, upper, basic, nonbasic, scratch } = tableau;
  const open = (element: number, rate: number) =>
    rate > 0 ? upper[element] === Infinity : lower[element] === -Infinity;
  for (let k = 0; k < n; k++) scratch[k] = 0;
  if (nonbasic[q] < n) scratch[nonbasic[q]] = sign;
  for (let i = 0; i < m; i++) {
    const rate = sign * T[i * n + q];
    if (basic[i] < n && Math.abs(rate) > PIVOT_TOLERANCE) scratch[basic[i]] = rate;
  }
  for (let k = 0; k < n; k++) if (scratch[k] !== 0 && !open(k, scratch[k])) return false;
  for (let i = 0; i < m; i++) {
    let rate = 0;
    for (let k = 0; k < n; k++) rate += A[i * n + k] * scratch[k];
    if (Math.abs(rate) > IDENTITY_TOLERANCE && !open(n + i, rate)) return false;
  }
  return true;
}
