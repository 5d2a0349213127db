import type { Rng } from "../math/rng.ts";
import { MOVE_TOLERANCE, PIVOT_TOLERANCE, slackOf, type Tableau } from "./tableau.ts";

/** How the pivots are chosen: by size, at random among the valid ones, or by lowest index. */
export type PivotRule = "largest" | "random" | "bland";

/** Answers of `findFeasible` that are not a conflict row. */
export const FEASIBLE = -1;
export const STALLED = -2;

/** +1 if the value of row r's basic element must rise to be within its bounds, -1 if it must fall, 0 if it is within. */
export function neededDirection(tableau: Tableau, r: number): number {
  const { lower, upper, value, basic } = tableau;
  const v = basic[r];
  if (value[v] < lower[v] - slackOf(lower[v])) return 1;
  if (value[v] > upper[v] + slackOf(upper[v])) return -1;
  return 0;
}

function leavingRow(tableau: Tableau, rule: PivotRule, rng: Rng | null): number {
  const { rowCount: m, lower, upper, value, basic } = tableau;
  let chosen = -1;
  let worst = 0;
  let seen = 0;
  for (let r = 0; r < m; r++) {
    const direction = neededDirection(tableau, r);
    if (direction === 0) continue;
    const v = basic[r];
    if (rule === "bland") {
      if (chosen < 0 || v < basic[chosen]) chosen = r;
    } else if (rule === "random" && rng) {
      seen++;
      if (rng() * seen < 1) chosen = r;
    } else {
      const violation = direction > 0 ? lower[v] - value[v] : value[v] - upper[v];
      if (violation > worst) {
        worst = violation;
        chosen = r;
      }
    }
  }
  return chosen;
}

function enteringColumn(tableau: Tableau, r: number, rule: PivotRule, rng: Rng | null): number {
  const { colCount: n, T, lower, upper, value, nonbasic } = tableau;
  const rising = neededDirection(tableau, r) > 0;
  const start = r * n;
  let chosen = -1;
  let best = 0;
  for (let j = 0; j < n; j++) {
    const coefficient = T[start + j];
    const size = Math.abs(coefficient);
    if (size <= PIVOT_TOLERANCE) continue;
    const v = nonbasic[j];
    const canMove =
      coefficient > 0 === rising
        ? value[v] < upper[v] - MOVE_TOLERANCE
        : value[v] > lower[v] + MOVE_TOLERANCE;
    if (!canMove) continue;
    if (rule === "bland") {
      if (chosen < 0 || v < nonbasic[chosen]) chosen = j;
      continue;
    }
    // The random weight keeps tiny pivots, which would cost accuracy, unlikely.
    const weight = rule === "random" && rng ? size * (0.25 + rng()) : size;
    if (weight > best) {
      best = weight;
      chosen = j;
    }
  }
  return chosen;
}

/**
 * Pivots until every basic value is within its bounds (FEASIBLE), until a row cannot be satisfied (its index: the row is a
 * certificate of infeasibility), or until the pivot limit (STALLED). With lowest-index choice it terminates: this is the
 * check procedure of Dutertre and de Moura, "A fast linear-arithmetic solver for DPLL(T)", CAV 2006, section 3.2.
 * Other rules switch to it after 50 + 4 (rows + columns) pivots. Values must be settled.
 */
export function findFeasible(tableau: Tableau, rule: PivotRule, rng: Rng | null, maxPivots: number): number {
  const { colCount: n, rowCount: m, T, lower, upper, value, basic } = tableau;
  const patience = 50 + 4 * (n + m);
  for (let count = 0; count <= maxPivots; count++) {
    const current = count > patience ? "bland" : rule;
    const r = leavingRow(tableau, current, rng);
    if (r < 0) return FEASIBLE;
    const q = enteringColumn(tableau, r, current, rng);
    if (q < 0) return r;
    const v = basic[r];
    const target = neededDirection(tableau, r) > 0 ? lower[v] : upper[v];
    tableau.move(q, (target - value[v]) / T[r * n + q]);
    value[v] = target;
    tableau.pivot(r, q);
  }
  return STALLED;
}
