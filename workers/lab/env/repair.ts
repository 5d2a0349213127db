import type { Simplex } from "../../lp/simplex.ts";
import { DROP, RELAX_LARGE, RELAX_SMALL, UPDATE_BOUNDS } from "./actions.ts";
import type { LpModel } from "../../lp/model.ts";
import type { Oracle } from "../../lp/oracle.ts";

/**
 * Does the repaired model (`env.repairedModel()`) have a solution with whole integer columns? Episodes solve the LP
 * relaxation, so HiGHS judges once at the end. Null where it could not decide in time.
 */
export function confirmRepair(oracle: Oracle, repaired: LpModel): boolean | null {
  const { status } = oracle.solve(repaired, { integer: true });
  return status === "unknown" ? null : status !== "infeasible";
}

/** A row may be relaxed this often; then only DROP is left. */
export const MAX_RELAXATIONS = 3;

/** Bounds that UPDATE_BOUNDS widens a column to, where they are tighter. */
const WIDE_LOWER = 0;
const WIDE_UPPER = 10;

/** Share of the right-hand side, and absolute amount, by which a relaxation moves a row's bounds. */
const SMALL = { share: 0.1, amount: 0.5 };
const LARGE = { share: 0.5, amount: 2 };

/** True for the action types that change the model. */
export function isRepair(type: number): boolean {
  return type === RELAX_SMALL || type === RELAX_LARGE || type === DROP || type === UPDATE_BOUNDS;
}

/** Applies a repair to the bounds of one element. The solver is not asked; it stays warm. */
export function applyRepair(
  simplex: Pick<Simplex, "lower" | "upper" | "setBounds">,
  element: number,
  type: number,
): void {
  const lower = simplex.lower(element);
  const upper = simplex.upper(element);
  if (type === DROP) {
    simplex.setBounds(element, -Infinity, Infinity);
  } else if (type === UPDATE_BOUNDS) {
    simplex.setBounds(element, Math.min(lower, WIDE_LOWER), Math.max(upper, WIDE_UPPER));
  } else {
    const { share, amount } = type === RELAX_SMALL ? SMALL : LARGE;
    const by = share * Math.abs(lower > -Infinity ? lower : upper) + amount;
    simplex.setBounds(element, lower - by, upper + by);
  }
}
