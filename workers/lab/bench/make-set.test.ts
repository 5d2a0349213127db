import { expect, test } from "vitest";
import type { LpModel } from "../../lp/model.ts";
import { loadOracle } from "../../lp/oracle.ts";
import { Simplex } from "../../lp/simplex.ts";
import { readMps } from "../../lp/mps.ts";
import { conflictOf, expectIrreducible } from "../../lp/testing/judge.ts";
import { writeMps } from "../../lp/write-mps.ts";
import { LEVEL_NAMES } from "../env/draft.ts";
import { BENCH_TYPES, gradeOf } from "./grades.ts";
import { IntegerJudge } from "./integer-judge.ts";
import type { MadeProblem } from "./make-problem.ts";
import { type MadeCell, makeSet, type SetOrder } from "./make-set.ts";
import { SeenModels } from "../../lp/near-duplicates.ts";

const order = (over: Partial<SetOrder> = {}): SetOrder => ({
  types: BENCH_TYPES,
  levels: LEVEL_NAMES,
  perCell: 4,
  mipShare: 0.25,
  names: "neutral",
  seed: 0,
  ...over,
});

const oracle = await loadOracle();
const cellsOf = (over: Partial<SetOrder> = {}, known = new SeenModels()): MadeCell[] =>
  [...makeSet(order(over), new IntegerJudge(oracle), known)].filter((cell) => cell !== null);
const problemsOf = (over: Partial<SetOrder> = {}): MadeProblem[] =>
  cellsOf(over).flatMap((cell) => cell.problems);

const all = cellsOf();
const problems = all.flatMap((cell) => cell.problems);

test("every type has every level, linear and integer", () => {
  expect(all.map(({ type, level, problems: own }) => `${type} ${level} ${own.length}`)).toEqual(
    BENCH_TYPES.flatMap((type) => LEVEL_NAMES.map((level) => `${type} ${level} 4`)),
  );
  expect(problems.filter(({ mip }) => mip)).toHaveLength(problems.length / 4);
  for (const { mip, model } of problems) {
    const integers = model.integer.reduce((sum, mark) => sum + mark, 0);
    expect(integers > 0).toBe(mip);
  }
});

test("the own simplex and HiGHS agree that each is infeasible, as a relaxation and with whole columns", () => {
  const simplex = new Simplex();
  for (const { key, model } of problems) {
    expect(simplex.load(model).feasible(), key).toBe(false);
    expect(oracle.solve(model, { integer: false }).status, key).toBe("infeasible");
    expect(oracle.solve(model, { integer: true }).status, key).toBe("infeasible");
  }
});

test("every IIS is infeasible by itself and irreducible, by HiGHS", () => {
  const simplex = new Simplex();
  for (const { model, iis } of problems) {
    expect(simplex.load(model).feasible()).toBe(false);
    expectIrreducible(oracle, model, conflictOf(simplex));
    const members = Array.from({ length: simplex.conflictSize }, (_, k) => simplex.conflictElement(k));
    expect(iis).toEqual([...new Set(members)].sort((a, b) => a - b));
  }
});

test("without what was injected each has a solution, and every root was injected", () => {
  const simplex = new Simplex();
  const feasibleWithout = (model: LpModel, elements: Iterable<number>) => {
    simplex.load(model);
    for (const element of elements) simplex.setBounds(element, -Infinity, Infinity);
    return simplex.feasible();
  };
  for (const { key, model, roots, injected } of problems) {
    expect(feasibleWithout(model, injected), key).toBe(true);
    for (const root of roots) for (const element of root) expect(injected, key).toContain(element);
  }
});

test("levels are what the reports say: faults of A and B, sizes of the IIS of D to I", () => {
  for (const { key, type, level, roots, iis } of problems) {
    const { count, iis: sizes } = gradeOf(type, level);
    if (type === "A") expect(roots, key).toHaveLength(count[0]);
    if (type === "B") expect(roots, key).toHaveLength(level === "medium" ? 3 : 1);
    if (sizes) expect(iis.length >= sizes[0] && iis.length <= sizes[1], `${key}: ${iis.length}`).toBe(true);
  }
  expect(["easy", "medium", "hard"].map((level) => gradeOf("D", level as never).iis)).toEqual([
    [2, 2],
    [4, 4],
    [6, 6],
  ]);
});

test("type C fills all three levels of 200", () => {
  const cells = cellsOf({ types: ["C"], perCell: 200, mipShare: 0 });
  expect(cells.map((cell) => cell.problems.length)).toEqual([200, 200, 200]);
});

test("the same order is the same set, a shorter one its beginning, another seed another set", () => {
  const small = { types: ["A", "F"] as const, perCell: 3 };
  const hashes = (over: Partial<SetOrder>) => problemsOf({ ...small, ...over }).map(({ hash }) => hash);
  expect(hashes({})).toEqual(hashes({}));
  const longer = new Set(hashes({ perCell: 5 }));
  for (const hash of hashes({})) expect(longer).toContain(hash);
  for (const hash of hashes({ seed: 1 })) expect(longer).not.toContain(hash);
});

test("names change names alone, original ones tell what was added, and MPS keeps all of it", () => {
  const [neutral, original, random] = (["neutral", "original", "random"] as const).map((names) =>
    problemsOf({ names, perCell: 2, mipShare: 0 }),
  );
  for (const [k, problem] of neutral.entries()) {
    expect(original[k].model.A).toEqual(problem.model.A);
    expect(original[k].iis).toEqual(problem.iis);
    for (const { model } of [problem, original[k], random[k]])
      expect(readMps(writeMps(model)).A).toEqual(model.A);
  }
  const added = original.flatMap(({ model, injected, type }) =>
    [...injected]
      .filter((e) => e >= model.colCount)
      .map((e) => `${type} ${model.rowNames[e - model.colCount]}`),
  );
  for (const form of [
    /^B _force_/,
    /^D _saboteur_conflict_/,
    /^D _chain_cycle$/,
    /^E _multi_constr_/,
    /^F _hidden_root_/,
    /^G _cascade_lower_/,
    /^H _symptom_constr_/,
    /^I _optimal_upper_/,
  ])
    expect(
      added.some((name) => form.test(name)),
      String(form),
    ).toBe(true);
  for (const { model } of random)
    expect(new Set([...model.rowNames, ...model.colNames].map((n) => n.length))).toEqual(new Set([8]));
});

test("a problem of a known set does not come again, under other names either", () => {
  const wanted = { types: ["E"] as const, levels: ["easy"] as const, perCell: 6, mipShare: 0 };
  const first = problemsOf({ ...wanted, names: "random" });
  const known = new SeenModels();
  for (const { key, model } of first) known.add(key, model);
  const [cell] = cellsOf(wanted, known);
  expect(cell.rejected.leaked).toBeGreaterThanOrEqual(6);
  expect(cell.problems).toHaveLength(6);
});
