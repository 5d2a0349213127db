import { expect, test } from "vitest";
import { typeParts } from "#server/contracts/problem-type.ts";
import type { ProblemRow } from "#server/contracts/evaluation.ts";
import type { EvaluationView } from "../search-params/evaluations.ts";
import { filterProblems } from "./filter-problems.ts";

const problem = (key: string, more: Partial<ProblemRow> = {}): ProblemRow => ({
  key,
  hash: key,
  type: "A",
  level: "easy",
  solved: true,
  steps: 3,
  op: 1,
  da: null,
  passed: null,
  clean: true,
  confirmed: null,
  episode: true,
  ...more,
});
const ROWS = [
  problem("p10", { type: "AB", steps: 7, op: 0.9 }),
  problem("p2", { solved: false, steps: 20, op: null, level: "hard" }),
  problem("p1", { type: "conflict", confirmed: false, op: 0.5 }),
];
const ALL: EvaluationView = { outcome: "all", type: "", level: "", steps: "all", sort: "order", down: false };
const keys = (view: Partial<EvaluationView>) =>
  filterProblems(ROWS, { ...ALL, ...view }).map((row) => row.key);

test("the order of the population stays until another one is asked for", () => {
  expect(keys({})).toEqual(["p10", "p2", "p1"]);
  expect(keys({ down: true })).toEqual(["p1", "p2", "p10"]);
  expect(ROWS.map((row) => row.key)).toEqual(["p10", "p2", "p1"]);
});

test("filters combine", () => {
  expect(keys({ outcome: "unsolved" })).toEqual(["p2"]);
  expect(keys({ outcome: "refuted" })).toEqual(["p1"]);
  expect(keys({ steps: "6-10" })).toEqual(["p10"]);
  expect(keys({ steps: "1-5", level: "hard" })).toEqual([]);
});

test("a type of several faults is found by each of its letters, a word only as a whole", () => {
  expect(keys({ type: "B" })).toEqual(["p10"]);
  expect(keys({ type: "conflict" })).toEqual(["p1"]);
  expect(keys({ type: "c" })).toEqual([]);
  expect(typeParts("AAB")).toEqual(["A", "B"]);
});

test("names sort as people count, and what has no value stays last in both directions", () => {
  expect(keys({ sort: "problem" })).toEqual(["p1", "p2", "p10"]);
  expect(keys({ sort: "op" })).toEqual(["p1", "p10", "p2"]);
  expect(keys({ sort: "op", down: true })).toEqual(["p10", "p1", "p2"]);
  expect(keys({ sort: "steps", down: true })).toEqual(["p2", "p10", "p1"]);
});
