import { beforeAll, expect, test } from "vitest";
import { classifyFeasibility } from "./classify-feasibility.ts";
import { loadOracle, type Oracle } from "./oracle.ts";
import type { Simplex } from "./simplex.ts";
import { modelOf } from "./testing/models.ts";

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

const knapsack = (rows: [number, number][]) =>
  modelOf({
    A: [[3, 5]],
    rows,
    cols: [
      [0, 9],
      [0, 9],
    ],
    cost: [4, 7],
    maximize: true,
    integer: [1, 1],
  });

test("integer marks count only when asked for", () => {
  const model = knapsack([[-Infinity, 9]]);
  expect(oracle.solve(model, { integer: true })).toEqual({ status: "optimal", objective: 12 });
  expect(oracle.solve(model, { integer: false }).objective).toBeCloseTo(12.6, 9);
});

test("infeasible and unbounded are told apart", () => {
  const free: [number, number] = [-Infinity, Infinity];
  const unbounded = modelOf({
    A: [[1, -1]],
    rows: [[-Infinity, 3]],
    cols: [[0, Infinity], free],
    cost: [1, 0],
    maximize: true,
  });
  expect(oracle.solve(unbounded, { integer: false }).status).toBe("unbounded");
  const infeasible = modelOf({
    A: [
      [1, 1],
      [1, 1],
    ],
    rows: [
      [3, 3],
      [5, 5],
    ],
    cols: [free, free],
    cost: [1, 2],
  });
  expect(oracle.solve(infeasible, { integer: false }).status).toBe("infeasible");
});

test("an unbounded model that HiGHS with presolve calls infeasible is unbounded", () => {
  const model = modelOf({
    A: [
      [0, 0, 0, 0],
      [1, -1, 1, -3],
      [0, 0, 0, -1],
      [0, 0, 0, 0],
      [1, -1, 0, -1],
    ],
    rows: [
      [0, Infinity],
      [0, Infinity],
      [2, Infinity],
      [0, Infinity],
      [-Infinity, 0],
    ],
    cols: [
      [0, Infinity],
      [0, Infinity],
      [-Infinity, 0],
      [-Infinity, 0],
    ],
    cost: [0, 1, 0, 0],
    maximize: true,
  });
  expect(oracle.solve(model, { integer: false }).status).toBe("unbounded");
});

test("an IIS holds rows and bounded columns, and a feasible model has none", () => {
  const model = modelOf({
    A: [
      [1, 0, 0],
      [0, 1, 1],
      [1, 1, 0],
    ],
    rows: [
      [8, Infinity],
      [-Infinity, 50],
      [-Infinity, 90],
    ],
    cols: [
      [0, 5],
      [0, 9],
      [0, 9],
    ],
  });
  expect(oracle.iis(model)).toEqual([0, 3]);
  expect(oracle.iis(modelOf({ A: [[1]], rows: [[1, 2]], cols: [[0, 5]] }))).toBeNull();
});

test("a thousand solves do not grow the memory", () => {
  const model = knapsack([[-Infinity, 9]]);
  for (let k = 0; k < 50; k++) oracle.solve(model, { integer: true });
  const before = oracle.memoryBytes;
  for (let k = 0; k < 1000; k++) oracle.solve(model, { integer: false });
  for (let k = 0; k < 100; k++) oracle.iis(knapsack([[99, 100]]));
  expect(oracle.memoryBytes).toBe(before);
});

test("feasibility is told with its reason", async () => {
  expect(await classifyFeasibility(knapsack([[-Infinity, 9]]))).toBe("feasible");
  expect(await classifyFeasibility(knapsack([[73, 99]]))).toBe("relaxation");
  // 3x + 5y = 7 has solutions, but none in whole numbers.
  expect(await classifyFeasibility(knapsack([[7, 7]]))).toBe("integrality");
});

test("a model too large for the own simplex is judged by HiGHS", async () => {
  const size = 80;
  const A = Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? 1 : 0)));
  const rows = Array.from({ length: size }, (): [number, number] => [1, 2]);
  const cols = Array.from({ length: size }, (): [number, number] => [0, 5]);
  expect(await classifyFeasibility(modelOf({ A, rows, cols }))).toBe("feasible");
  const idle = { load: () => expect.unreachable("the simplex was asked") } as unknown as Simplex;
  expect(await classifyFeasibility(modelOf({ A, rows, cols }), idle)).toBe("feasible");
  cols[79] = [3, 5];
  expect(await classifyFeasibility(modelOf({ A, rows, cols }))).toBe("relaxation");
});
