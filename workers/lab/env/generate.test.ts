import * as fc from "fast-check";
import { expect, test } from "vitest";
import { contentHash } from "../../lp/content-hash.ts";
import { elementCount, elementName } from "../../lp/model.ts";
import { readMps } from "../../lp/mps.ts";
import { Simplex } from "../../lp/simplex.ts";
import { writeMps } from "../../lp/write-mps.ts";
import { LEVEL_NAMES } from "./draft.ts";
import { generateProblem } from "./generate.ts";
import type { Problem } from "./problem.ts";

const anyProblem: fc.Arbitrary<Problem> = fc
  .tuple(fc.integer({ min: 0, max: 2 ** 40 }), fc.nat(100_000), fc.constantFrom(...LEVEL_NAMES))
  .map(([seed, index, level]) => generateProblem(seed, index, level));
const RUNS = { numRuns: 120 };

test("a problem is a function of seed, index and level, in whatever order they are asked for", () => {
  const forwards = [0, 1, 2, 3].map((index) => generateProblem(5, index, "hard"));
  const backwards = [3, 2, 1, 0].map((index) => generateProblem(5, index, "hard")).reverse();
  expect(backwards).toEqual(forwards);
  const hashes = LEVEL_NAMES.flatMap((level) =>
    [1, 2].flatMap((seed) =>
      Array.from({ length: 100 }, (_, k) => generateProblem(seed, k, level).contentHash),
    ),
  );
  expect(new Set(hashes).size).toBe(600);
});

test("the generator gives what it gave when these hashes were written: old runs can be repeated", () => {
  const hash = (level: (typeof LEVEL_NAMES)[number]) => generateProblem(1, 0, level).contentHash.slice(0, 16);
  expect(LEVEL_NAMES.map(hash)).toEqual(["a373ddc70ef9261d", "2a6f1aa8a454b436", "0630bbec8a5b9958"]);
});

test("a problem is infeasible and says what it is", () => {
  const simplex = new Simplex();
  fc.assert(
    fc.property(anyProblem, (problem) => {
      expect(simplex.load(problem.model).feasible()).toBe(false);
      expect(problem.contentHash).toBe(contentHash(problem.model));
      expect(problem.type).toHaveLength(problem.faults.length);
      expect(problem.faults.every((roots) => roots.size > 0)).toBe(true);
      expect(new Set(problem.faults.flatMap((roots) => [...roots]))).toEqual(problem.rootAny);
    }),
    RUNS,
  );
});

test("opening everything that was injected makes the model feasible again", () => {
  const simplex = new Simplex();
  fc.assert(
    fc.property(anyProblem, (problem) => {
      simplex.load(problem.model);
      for (let e = 0; e < elementCount(problem.model); e++)
        if (problem.injected![e])
          simplex.setBounds(
            e,
            e < problem.model.colCount ? 0 : -Infinity,
            e < problem.model.colCount ? 10 : Infinity,
          );
      expect(simplex.feasible()).toBe(true);
      // Roots are part of what was injected, and for A and C, where rows are changed, dropping may only help the optimum.
      for (const root of problem.rootAny) expect(problem.injected![root]).toBe(1);
      expect(simplex.optimize()).toBeGreaterThanOrEqual(problem.originalObjective! - 1e-6);
    }),
    RUNS,
  );
});

test("names are c1, c2, ... and x1, x2, ..., and injected rows stand anywhere among the others", () => {
  const places: number[] = [];
  for (let index = 0; index < 150; index++) {
    const { model, injected } = generateProblem(6, index, "medium");
    expect(elementName(model, 0)).toBe("x1");
    expect(model.rowNames).toEqual(model.rowNames.map((_, i) => `c${i + 1}`));
    for (let i = 0; i < model.rowCount; i++)
      if (injected![model.colCount + i]) places.push(i / (model.rowCount - 1));
  }
  const mean = places.reduce((a, b) => a + b) / places.length;
  expect(Math.abs(mean - 0.5)).toBeLessThan(4 * Math.sqrt(1 / 12 / places.length));
});

test("a generated model can be exported and read back", () => {
  fc.assert(
    fc.property(anyProblem, ({ model }) => {
      expect(readMps(writeMps(model))).toEqual(model);
    }),
    { numRuns: 40 },
  );
});
