import { expect } from "vitest";
import type { LpModel } from "../model.ts";
import type { Oracle } from "../oracle.ts";
import type { Simplex } from "../simplex.ts";
import { keepOnly } from "./models.ts";

const LP = { integer: false };

/** Members of the last conflict as "element:side". */
export function conflictOf(simplex: Simplex): string[] {
  return Array.from(
    { length: simplex.conflictSize },
    (_, k) => `${simplex.conflictElement(k)}:${simplex.conflictSide(k)}`,
  );
}

/** By HiGHS: the members together are infeasible, and without any one of them they are not. */
export function expectIrreducible(oracle: Oracle, model: LpModel, conflict: string[]): void {
  expect(oracle.solve(keepOnly(model, new Set(conflict)), LP).status).toBe("infeasible");
  for (const member of conflict) {
    const rest = new Set(conflict.filter((other) => other !== member));
    expect(oracle.solve(keepOnly(model, rest), LP).status).not.toBe("infeasible");
  }
}

/** The simplex, on the bounds it holds now, says what HiGHS says of the same model. Returns HiGHS's status. */
export function expectSameAnswer(
  oracle: Oracle,
  model: LpModel,
  simplex: Simplex,
  feasible = simplex.feasible(),
) {
  const truth = oracle.solve(model, LP);
  expect(feasible).toBe(truth.status !== "infeasible");
  if (truth.status === "infeasible") return truth.status;
  const objective = simplex.optimize();
  if (truth.status === "unbounded") expect(objective).toBe(model.maximize ? Infinity : -Infinity);
  else expect(Math.abs(objective - truth.objective!)).toBeLessThan(1e-6 * (1 + Math.abs(objective)));
  return truth.status;
}
