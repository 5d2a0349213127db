import { expect, test } from "vitest";
import { stream } from "../../math/rng.ts";
import { applyFault, type Draft, type FaultType } from "./fault.ts";
import { proposeFaults } from "./sabotage.ts";

const row = (coefficients: number[], lower: number, upper: number) => ({
  coefficients: Float64Array.from(coefficients),
  lower,
  upper,
});

/** x + 2y + 3z <= 12 and x + y + z >= 2; the optimum is taken as (1, 2, 3). */
const clean: Draft = {
  colCount: 3,
  rows: [row([1, 2, 3], -Infinity, 12), row([1, 1, 1], 2, Infinity)],
  colLower: new Float64Array(3),
  colUpper: new Float64Array(3).fill(10),
  cost: Float64Array.of(1, 1, 1),
};
const OPTIMUM = Float64Array.of(1, 2, 3);

function proposals(type: FaultType, taken: { rows?: number[]; columns?: number[] } = {}) {
  const sets = { rows: new Set(taken.rows), columns: new Set(taken.columns) };
  return [...proposeFaults(stream(1), clean, type, OPTIMUM, sets)];
}

test("A flips the sense of a row and keeps its number", () => {
  const faults = proposals("A", { rows: [1] });
  expect(applyFault(clean, faults[0]).rows[0]).toEqual(row([1, 2, 3], 12, Infinity));
  expect(applyFault(clean, proposals("A", { rows: [0] })[0]).rows[1]).toEqual(row([1, 1, 1], -Infinity, 2));
  expect(faults.map((fault) => [fault.rootRows, fault.rootColumns])).toEqual([[[0], []]]);
});

test("B limits a column to 1 and adds a row that demands 2 of it", () => {
  const [fault] = proposals("B", { columns: [0, 2] });
  const broken = applyFault(clean, fault);
  expect(broken.colUpper).toEqual(Float64Array.of(10, 1, 10));
  expect(broken.rows[2]).toEqual(row([0, 1, 0], 2, Infinity));
  expect([fault.rootRows, fault.rootColumns]).toEqual([[2], [1]]);
  expect(proposals("B", { columns: [0, 1, 2] })).toEqual([]);
});

test("C multiplies half of a row's coefficients, and only after that all of them", () => {
  const rows = proposals("C", { rows: [1] }).map((fault) =>
    Array.from(applyFault(clean, fault).rows[0].coefficients),
  );
  expect(rows.map((coefficients) => coefficients.map((a) => Math.round(a * 10) / 10))).toEqual([
    [-1, -2, 3],
    [0.1, 0.2, 3],
    [6, 12, 3],
    [-1, -2, -3],
    [0.1, 0.2, 0.3],
    [6, 12, 18],
  ]);
});

test("D adds a row that contradicts another, which no other fault may touch then", () => {
  for (const fault of proposals("D")) {
    const [source] = fault.reservedRows;
    const [added] = fault.addedRows;
    expect(added.coefficients).toEqual(clean.rows[source].coefficients);
    const apart = source === 0 ? added.lower - 12 : 2 - added.upper;
    const size = source === 0 ? 12 : 2;
    expect(apart).toBeGreaterThanOrEqual(3 + 0.3 * size);
    expect(apart).toBeLessThanOrEqual(3 + size);
    expect(fault.rootRows).toEqual([2]);
  }
});

test("E leaves no room around the optimum of a pair, and either row is its root", () => {
  const [fault] = proposals("E");
  const [below, above] = fault.addedRows;
  const sum = below.coefficients.reduce((total, a, j) => total + a * OPTIMUM[j], 0);
  expect(below.coefficients).toEqual(above.coefficients);
  expect(Array.from(below.coefficients).sort((a, b) => a - b)).toEqual([0, 1, 1]);
  expect([below.upper, above.lower, fault.rootRows]).toEqual([sum - 1, sum + 1, [2, 3]]);
});

test("H raises a lower bound above what a new row allows, and the bound is the root", () => {
  const [fault] = proposals("H", { columns: [0, 1] });
  const broken = applyFault(clean, fault);
  expect(broken.colLower[2]).toBeGreaterThanOrEqual(5);
  expect(broken.colLower[2]).toBeLessThan(9);
  expect(broken.colUpper[2]).toBe(Math.max(10, broken.colLower[2] + 5));
  expect(broken.rows[2]).toEqual(row([0, 0, 1], -Infinity, 4.5));
  expect([fault.rootRows, fault.rootColumns]).toEqual([[], [2]]);
});

// OR-Debug-Bench: F adds an auxiliary column, its link and a root row that demands 20 |x| + 50 of it.
test("F demands 20 |x| + 50 of a column of its own, which its link ties to x", () => {
  const [fault] = proposals("F", { columns: [0, 2] });
  const broken = applyFault(clean, fault);
  expect([broken.colCount, broken.colLower[3], broken.colUpper[3], broken.cost[3]]).toEqual([
    4,
    0,
    Infinity,
    0,
  ]);
  expect(broken.rows.slice(2)).toEqual([
    row([0, -1, 0, 1], -Infinity, 0),
    row([0, 0, 0, 1], 20 * OPTIMUM[1] + 50, Infinity),
  ]);
  expect(broken.rows[0]).toEqual(row([1, 2, 3, 0], -Infinity, 12));
  expect([fault.rootRows, fault.rootColumns]).toEqual([[3], []]);
});

// G: a pair of rows 5 below and 5 above the optimum.
test("G limits a column below its optimum and demands it above", () => {
  const [fault] = proposals("G", { columns: [0, 1] });
  const [upper, lower] = applyFault(clean, fault).rows.slice(2);
  expect(upper).toEqual(row([0, 0, 1], -Infinity, 0));
  expect(lower).toEqual(row([0, 0, 1], OPTIMUM[2] + 5, Infinity));
  expect(fault.rootRows).toEqual([2, 3]);
});

// I: a box whose upper limit was pushed under the lower one.
test("I puts a column into a box whose upper limit is below its lower", () => {
  const [fault] = proposals("I", { columns: [1, 2] });
  const [lower, upper] = applyFault(clean, fault).rows.slice(2);
  expect(lower).toEqual(row([1, 0, 0], 4, Infinity));
  expect(upper.coefficients).toEqual(lower.coefficients);
  expect(upper.upper).toBeLessThan(lower.lower);
  expect(fault.rootRows).toEqual([2, 3]);
});
