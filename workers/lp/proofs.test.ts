import * as fc from "fast-check";
import { expect, test } from "vitest";
import { FEASIBLE, findFeasible, STALLED } from "./find-feasible.ts";
import { improve } from "./improve.ts";
import { provesConflict, provesFeasible, provesRay, provesReducedCosts } from "./proofs.ts";
import { Tableau } from "./tableau.ts";
import { anyModel, modelOf } from "./testing/models.ts";

const solved = (model: Parameters<Tableau["load"]>[0]) => {
  const tableau = new Tableau();
  tableau.load(model);
  tableau.settle();
  return { tableau, found: findFeasible(tableau, "largest", null, 1000) };
};

test("by lowest index the search always ends, and rarely needs more pivots than the patience of the other rules", () => {
  fc.assert(
    fc.property(anyModel, (model) => {
      const tableau = new Tableau();
      tableau.load(model);
      tableau.settle();
      expect(findFeasible(tableau, "bland", null, 500)).not.toBe(STALLED);
    }),
    { numRuns: 500 },
  );
});

test("a search that runs out of pivots says so", () => {
  const tableau = new Tableau();
  tableau.load(
    modelOf({
      A: [[1, 1]],
      rows: [[4, 9]],
      cols: [
        [0, 3],
        [0, 3],
      ],
    }),
  );
  tableau.settle();
  expect(findFeasible(tableau, "largest", null, 0)).toBe(STALLED);
});

test("a point is proven, and not when one of its values is wrong", () => {
  const model = modelOf({
    A: [
      [1, 1],
      [1, -1],
    ],
    rows: [
      [4, 4],
      [2, 2],
    ],
    cols: [
      [0, 10],
      [0, 10],
    ],
  });
  const { tableau, found } = solved(model);
  expect(found).toBe(FEASIBLE);
  expect(provesFeasible(tableau)).toBe(true);
  tableau.value[0] += 1e-4;
  expect(provesFeasible(tableau)).toBe(false);
});

test("a conflict is proven, and not when the tableau drifted or a bound gives way", () => {
  const model = modelOf({
    A: [
      [1, 2],
      [1, 1],
    ],
    rows: [
      [30, Infinity],
      [-Infinity, 5],
    ],
    cols: [
      [0, 10],
      [0, 10],
    ],
  });
  const { tableau, found } = solved(model);
  expect(found).toBeGreaterThanOrEqual(0);
  expect(provesConflict(tableau, found)).toBe(true);
  const kept = tableau.T.slice();
  for (let j = 0; j < 2; j++) {
    if (tableau.T[found * 2 + j] === 0) continue;
    tableau.T[found * 2 + j] *= 1 + 1e-5;
    expect(provesConflict(tableau, found)).toBe(false);
    tableau.T.set(kept);
  }
  tableau.upper[1] = 100;
  tableau.upper[3] = 100;
  expect(provesConflict(tableau, found)).toBe(false);
});

test("reduced costs are proven, and not when one is off", () => {
  fc.assert(
    fc.property(anyModel, (model) => {
      const { tableau, found } = solved(model);
      fc.pre(found === FEASIBLE);
      const reduced = new Float64Array(model.colCount);
      const outcome = improve(tableau, model.cost, reduced);
      expect(provesReducedCosts(tableau, model.cost, reduced)).toBe(true);
      reduced[0] += 1e-3;
      expect(provesReducedCosts(tableau, model.cost, reduced)).toBe(false);
      if (outcome.kind === "unbounded") {
        expect(provesRay(tableau, outcome.column, outcome.sign)).toBe(true);
        tableau.upper.fill(1e6);
        tableau.lower.fill(-1e6);
        expect(provesRay(tableau, outcome.column, outcome.sign)).toBe(false);
      }
    }),
  );
});
