import { beforeAll, expect, test } from "vitest";
import { loadOracle, type Oracle } from "../../lp/oracle.ts";
import { modelOf } from "../../lp/testing/models.ts";
import { IntegerJudge } from "./integer-judge.ts";

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

const model = modelOf({
  A: [[2, 3]],
  rows: [[-Infinity, 7]],
  cols: [0, 0].map(() => [0, 5]),
  cost: [2, 3],
  maximize: true,
  integer: [1, 1],
});
const parity = modelOf({
  A: [Array.from({ length: 20 }, () => 2)],
  rows: [[21, 21]],
  cols: Array.from({ length: 20 }, () => [0, 1]),
  integer: Array.from({ length: 20 }, () => 1),
});

test("HiGHS is asked again where it is to confirm, and alone where the search gives up; both are counted", () => {
  const judge = new IntegerJudge(oracle);
  expect(judge.optimum(model, false)).toBe(7);
  expect([judge.confirmed, judge.alone]).toEqual([0, 0]);
  expect(judge.optimum(model, true)).toBe(7);
  expect(judge.optimum(parity, false)).toBeNull();
  expect([judge.confirmed, judge.alone]).toEqual([1, 1]);
});

test("a HiGHS that finds another optimum stops the set", () => {
  const other = { solve: () => ({ status: "optimal", objective: 8 }) } as unknown as Oracle;
  expect(() => new IntegerJudge(other).optimum(model, true)).toThrow(/HiGHS says "optimal" with 8/);
});
