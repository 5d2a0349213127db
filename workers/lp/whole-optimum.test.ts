import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { loadOracle, type Oracle } from "./oracle.ts";
import { Simplex } from "./simplex.ts";
import { anyModel, modelOf } from "./testing/models.ts";
import { wholeOptimum } from "./whole-optimum.ts";

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

test("branch and bound and HiGHS agree on feasibility and optimum of integer models with every kind of bound", () => {
  const simplex = new Simplex();
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(anyModel, (model) => {
      const own = wholeOptimum(model, simplex);
      seen.set(own.status, (seen.get(own.status) ?? 0) + 1);
      if (own.status === "unknown") return;
      for (const tiny of [true, false]) {
        const truth = oracle.solve(model, { integer: true, tiny });
        expect(truth.status).toBe(own.status);
        if (own.objective === null || truth.objective === null) continue;
        expect(Math.abs(own.objective - truth.objective)).toBeLessThan(1e-6 * (1 + Math.abs(own.objective)));
      }
    }),
    { numRuns: 600 },
  );
  for (const status of ["optimal", "infeasible", "unknown"])
    expect(seen.get(status), status).toBeGreaterThan(20);
});

test("an optimum that HiGHS misses where its presolve is off: one column is whole, another has no lower end", () => {
  const model = modelOf({
    A: [
      [0, -1, 2.01],
      [-2, 2, 0],
    ],
    rows: [
      [0, Infinity],
      [-3, Infinity],
    ],
    cols: [
      [-4, Infinity],
      [0, Infinity],
      [-Infinity, 1],
    ],
    cost: [2, -1, -3],
    maximize: true,
    integer: [1, 0, 0],
  });
  // x1 = 2, x2 = 0.5, x3 = 0.5 / 2.01.
  const best = 4 - 0.5 - 1.5 / 2.01;
  expect(wholeOptimum(model, new Simplex()).objective).toBeCloseTo(best, 9);
  for (const tiny of [true, false])
    expect(oracle.solve(model, { integer: true, tiny }).objective).toBeCloseTo(best, 6);
});

test("a knapsack whose relaxation rounds to the wrong answer", () => {
  const knapsack = modelOf({
    A: [[5, 4, 3]],
    rows: [[-Infinity, 7]],
    cols: [0, 0, 0].map(() => [0, 1]),
    cost: [16, 11, 8],
    maximize: true,
    integer: [1, 1, 1],
  });
  expect(wholeOptimum(knapsack, new Simplex())).toEqual({ status: "optimal", objective: 19 });
});

test("points, but none that is whole", () => {
  const between = modelOf({ A: [[2, 2]], rows: [[3, 3]], cols: [0, 0].map(() => [0, 5]), integer: [1, 1] });
  expect(wholeOptimum(between, new Simplex()).status).toBe("infeasible");
});

test("whole numbers without end are no reason to go on for ever in one direction", () => {
  const odd = modelOf({
    A: [
      [-3, 0, 0],
      [0, 2, -2],
    ],
    rows: [
      [0, Infinity],
      [-Infinity, -3],
    ],
    cols: [0, 0, 0].map(() => [0, Infinity]),
    cost: [-1, 0, 0],
    integer: [0, 1, 1],
  });
  expect(["optimal", "unknown"]).toContain(wholeOptimum(odd, new Simplex()).status);
});

test("without end or with too many nodes it says that it does not know", () => {
  const endless = modelOf({
    A: [[1]],
    rows: [[0, Infinity]],
    cols: [[0, Infinity]],
    cost: [1],
    maximize: true,
  });
  expect(wholeOptimum(endless, new Simplex()).status).toBe("unknown");
  const parity = modelOf({
    A: [Array.from({ length: 20 }, () => 2)],
    rows: [[21, 21]],
    cols: Array.from({ length: 20 }, () => [0, 1]),
    integer: Array.from({ length: 20 }, () => 1),
  });
  expect(wholeOptimum(parity, new Simplex()).status).toBe("unknown");
});
