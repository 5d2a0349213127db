import type { LpModel } from "./model.ts";
import { loadOracle } from "./oracle.ts";
import { Simplex, SIMPLEX_LIMIT, SimplexStalled } from "./simplex.ts";

/**
 * `relaxation`: no point satisfies rows and bounds. `integrality`: points exist, but none with whole integer columns.
 * `unknown`: not decided within the time limit.
 */
export type Feasibility = "feasible" | "relaxation" | "integrality" | "unknown";

/** Small enough for the dense simplex in rows and columns. */
export function fitsSimplex(model: LpModel): boolean {
  return model.rowCount <= SIMPLEX_LIMIT && model.colCount <= SIMPLEX_LIMIT;
}

/** Null where the simplex must not or could not answer. */
function relaxationBySimplex(model: LpModel, simplex: Simplex): boolean | null {
  if (!fitsSimplex(model)) return null;
  try {
    return simplex.load(model).feasible();
  } catch (error) {
    if (error instanceof SimplexStalled) return null;
    throw error;
  }
}

/**
 * Is there a solution, and if not, why? The own simplex decides the LP relaxation of small models; HiGHS is loaded only for
 * larger ones, for those the simplex gives up on, and for integer models whose relaxation has a solution.
 */
export async function classifyFeasibility(model: LpModel, simplex = new Simplex()): Promise<Feasibility> {
  const hasIntegers = model.integer.includes(1);
  const own = relaxationBySimplex(model, simplex);
  if (own === false) return "relaxation";
  if (own === true && !hasIntegers) return "feasible";
  const oracle = await loadOracle();
  if (own === null) {
    const { status } = oracle.solve(model, { integer: false });
    if (status === "infeasible") return "relaxation";
    if (status === "unknown") return "unknown";
    if (!hasIntegers) return "feasible";
  }
  const { status } = oracle.solve(model, { integer: true });
  return status === "infeasible" ? "integrality" : status === "unknown" ? "unknown" : "feasible";
}
