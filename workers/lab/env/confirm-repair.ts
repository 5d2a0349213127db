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
