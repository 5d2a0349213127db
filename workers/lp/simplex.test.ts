import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { stream } from "../math/rng.ts";
import { elementCount, type LpModel } from "./model.ts";
import { loadOracle, type Oracle } from "./oracle.ts";
import { Simplex } from "./simplex.ts";
import type { Tableau } from "./tableau.ts";
import { conflictOf, expectSameAnswer } from "./testing/judge.ts";
import { anyModel, modelOf } from "./testing/models.ts";

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

const LP = { integer: false };
test("crossed bounds are a conflict of the element with itself", () => {
  const model = modelOf({ A: [[1]], rows: [[-Infinity, Infinity]], cols: [[5, 3]] });
  const simplex = new Simplex().load(model);
  expect(simplex.feasible()).toBe(false);
  expect(conflictOf(simplex)).toEqual(["0:-1", "0:1"]);
  simplex.setBounds(0, 0, 3);
  expect(simplex.feasible()).toBe(true);
  expect(simplex.conflictSize).toBe(0);
});

test("bounds of a row that cross while it is basic are found too", () => {
  const model = modelOf({
    A: [[1, 1]],
    rows: [[4, 9]],
    cols: [
      [0, 10],
      [0, 10],
    ],
  });
  const simplex = new Simplex().load(model);
  expect(simplex.feasible()).toBe(true);
  simplex.setBounds(2, 9, 4);
  expect(simplex.feasible()).toBe(false);
  expect(conflictOf(simplex)).toEqual(["2:-1", "2:1"]);
});

/** Two limits contradict each of three demands, so that there are several IISs. */
const severalConflicts = () =>
  modelOf({
    A: [
      [1, 1, 0],
      [1, 1, 1],
      [2, 2, 0],
      [0, 1, 1],
      [1, 0, 0],
    ],
    rows: [
      [-Infinity, 4],
      [-Infinity, 5],
      [16, Infinity],
      [19, Infinity],
      [7, Infinity],
    ],
    cols: [
      [0, 10],
      [0, 10],
      [0, 10],
    ],
  });

test("random pivots show several conflicts, the same one for the same stream", () => {
  const simplex = new Simplex().load(severalConflicts());
  const shownFor = (seed: number) => {
    simplex.restart();
    simplex.feasible(stream(seed));
    return conflictOf(simplex).sort().join(" ");
  };
  const conflicts = Array.from({ length: 40 }, (_, seed) => shownFor(seed));
  expect(new Set(conflicts).size).toBeGreaterThan(2);
  expect(Array.from({ length: 40 }, (_, seed) => shownFor(seed))).toEqual(conflicts);
});

test("after a restart the conflict does not depend on what was asked before", () => {
  const fresh = new Simplex().load(severalConflicts());
  fresh.feasible();
  const used = new Simplex().load(modelOf({ A: [[3]], rows: [[1, 2]], cols: [[0, 1]] }));
  used.feasible();
  used.load(severalConflicts());
  for (let seed = 0; seed < 5; seed++) used.feasible(stream(seed));
  used.restart();
  used.feasible();
  expect(conflictOf(used)).toEqual(conflictOf(fresh));
});

test("a simplex that solved other models before answers as a new one", () => {
  const used = new Simplex();
  const answer = (simplex: Simplex, model: LpModel) => {
    const feasible = simplex.load(model).feasible();
    return feasible
      ? Array.from({ length: elementCount(model) }, (_, e) => simplex.value(e))
      : conflictOf(simplex);
  };
  fc.assert(
    fc.property(anyModel, (model) => {
      expect(answer(used, model)).toEqual(answer(new Simplex(), model));
    }),
    { numRuns: 300 },
  );
});

test("loading a model again forgets all bound changes and leaves the model as it was", () => {
  const model = severalConflicts();
  const copy = structuredClone(model);
  const simplex = new Simplex().load(model);
  for (let row = 3; row < 8; row++) simplex.setBounds(row, -Infinity, Infinity);
  expect(simplex.feasible()).toBe(true);
  expect(model).toEqual(copy);
  expect(simplex.load(model).feasible()).toBe(false);
});

test("a tableau that lost its accuracy is noticed and built anew", () => {
  const spoil = (simplex: Simplex) => {
    const { tableau } = simplex as unknown as { tableau: Tableau };
    for (let k = 0; k < tableau.T.length; k++) tableau.T[k] *= 1 + 0.01 * (k % 3);
  };
  fc.assert(
    fc.property(anyModel, (model) => {
      const simplex = new Simplex().load(model);
      simplex.feasible();
      spoil(simplex);
      expectSameAnswer(oracle, model, simplex);
    }),
    { numRuns: 200 },
  );
});

test("the tableau is built anew now and then, so that rounding cannot pile up", () => {
  const simplex = new Simplex().load(severalConflicts());
  const { tableau } = simplex as unknown as { tableau: Tableau };
  const rng = stream(3);
  let most = 0;
  for (let k = 0; k < 2000; k++) {
    const row = 3 + (k % 5);
    simplex.setBounds(row, k % 2 === 0 ? -Infinity : 6 * rng(), 6 + 14 * rng());
    simplex.feasible(rng);
    most = Math.max(most, tableau.pivotsSinceRestart);
  }
  expect(most).toBeGreaterThan(150);
  expect(most).toBeLessThan(300);
});

test("classic models on which a careless simplex pivots forever are solved", () => {
  // Beale, "Cycling in the dual simplex algorithm" (1955): optimum -5/4. Chvatal, "Linear Programming" (1983), p. 31: optimum 1.
  const beale = modelOf({
    A: [
      [0.25, -8, -1, 9],
      [0.5, -12, -0.5, 3],
      [0, 0, 1, 0],
    ],
    rows: [
      [-Infinity, 0],
      [-Infinity, 0],
      [-Infinity, 1],
    ],
    cols: [
      [0, Infinity],
      [0, Infinity],
      [0, Infinity],
      [0, Infinity],
    ],
    cost: [-0.75, 20, -0.5, 6],
  });
  const chvatal = modelOf({
    A: [
      [0.5, -5.5, -2.5, 9],
      [0.5, -1.5, -0.5, 1],
      [1, 0, 0, 0],
    ],
    rows: [
      [-Infinity, 0],
      [-Infinity, 0],
      [-Infinity, 1],
    ],
    cols: [
      [0, Infinity],
      [0, Infinity],
      [0, Infinity],
      [0, Infinity],
    ],
    cost: [10, -57, -9, -24],
    maximize: true,
  });
  for (const [model, optimum] of [
    [beale, -1.25],
    [chvatal, 1],
  ] as const) {
    const simplex = new Simplex().load(model);
    expect(simplex.feasible()).toBe(true);
    expect(simplex.optimize()).toBeCloseTo(optimum, 9);
    expect(oracle.solve(model, LP).objective).toBeCloseTo(optimum, 9);
  }
});

test("the offset is part of the objective", () => {
  const model = {
    ...modelOf({ A: [[1]], rows: [[-Infinity, 2]], cols: [[0, 9]], cost: [3], maximize: true }),
    offset: 10,
  };
  const simplex = new Simplex().load(model);
  simplex.feasible();
  expect(simplex.optimize()).toBe(16);
});

test("numbers that cannot be computed with are an error with a code, not an answer", () => {
  const badRow = (a: number) => modelOf({ A: [[a]], rows: [[1, 2]], cols: [[0, 1]] });
  for (const a of [Number.NaN, Infinity, 1e-7, 1e7])
    expect(() => new Simplex().load(badRow(a)).feasible()).toThrow(
      expect.objectContaining({ code: "SIMPLEX_STALLED", message: expect.stringContaining('row "c1"') }),
    );
  const simplex = new Simplex().load(badRow(1));
  simplex.setBounds(0, Number.NaN, Number.NaN);
  expect(() => simplex.feasible()).toThrow(expect.objectContaining({ code: "SIMPLEX_STALLED" }));
});
