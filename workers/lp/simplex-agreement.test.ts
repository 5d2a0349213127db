import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { stream } from "../math/rng.ts";
import { elementCount } from "./model.ts";
import { loadOracle, type Oracle } from "./oracle.ts";
import { slackOf } from "./tableau.ts";
import { Simplex } from "./simplex.ts";
import { conflictOf, expectIrreducible, expectSameAnswer } from "./testing/judge.ts";
import { anyModel, withBounds } from "./testing/models.ts";

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
});

const LP = { integer: false };
describe("against HiGHS on random models with every kind of bound", () => {
  test("status and objective agree", () => {
    fc.assert(
      fc.property(anyModel, (model) => void expectSameAnswer(oracle, model, new Simplex().load(model))),
      { numRuns: 800 },
    );
  });

  test("every conflict is an irreducible infeasible subsystem, with fixed and with random pivots", () => {
    fc.assert(
      fc.property(anyModel, fc.integer(), (model, seed) => {
        const simplex = new Simplex().load(model);
        if (simplex.feasible()) return;
        expectIrreducible(oracle, model, conflictOf(simplex));
        simplex.restart();
        expect(simplex.feasible(stream(seed))).toBe(false);
        expectIrreducible(oracle, model, conflictOf(simplex));
      }),
      { numRuns: 200 },
    );
  });

  test("a warm tableau gives the answers of a cold one after any walk of bound changes", () => {
    const change = fc.record({ element: fc.nat(), low: fc.integer({ min: -9, max: 9 }), kind: fc.nat(4) });
    fc.assert(
      fc.property(anyModel, fc.array(change, { minLength: 1, maxLength: 12 }), (model, changes) => {
        const simplex = new Simplex().load(model);
        simplex.feasible();
        for (const { element, low, kind } of changes) {
          const v = element % elementCount(model);
          if (kind === 0) simplex.setBounds(v, -Infinity, Infinity);
          else if (kind === 1) simplex.setBounds(v, low, Infinity);
          else if (kind === 2) simplex.setBounds(v, -Infinity, low);
          else simplex.setBounds(v, low - kind, low);
          const now = withBounds(
            model,
            (e) => simplex.lower(e),
            (e) => simplex.upper(e),
          );
          expectSameAnswer(oracle, now, simplex);
        }
      }),
      { numRuns: 100 },
    );
  });

  test("badly scaled models get the right answer or none", () => {
    const scales = fc.array(fc.integer({ min: -7, max: 7 }), { minLength: 13, maxLength: 13 });
    let answered = 0;
    let refused = 0;
    fc.assert(
      fc.property(anyModel, scales, (model, exponents) => {
        // Multiplying a row and its bounds changes the numbers, not the solutions.
        const A = model.A.map((a, k) => a * 10 ** exponents[Math.floor(k / model.colCount)]);
        const scaled = {
          ...model,
          A,
          rowLower: model.rowLower.map((b, i) => b * 10 ** exponents[i]),
          rowUpper: model.rowUpper.map((b, i) => b * 10 ** exponents[i]),
        };
        const truth = oracle.solve(model, LP).status;
        // Where the tolerance on tiny rows blurs the question itself, HiGHS changes its answer too.
        if (oracle.solve(scaled, LP).status !== truth) return;
        // Of an empty row HiGHS compares the bounds to the last bit; a gap below the tolerance is none to the simplex.
        const isBlurred = scaled.rowLower.some((low, i) => {
          const gap = low - scaled.rowUpper[i];
          return gap > 0 && gap <= slackOf(scaled.rowUpper[i]);
        });
        if (isBlurred) return;
        try {
          const answer = new Simplex().load(scaled).feasible();
          expect(answer).toBe(truth !== "infeasible");
          answered++;
        } catch (error) {
          if ((error as { code?: string }).code !== "SIMPLEX_STALLED") throw error;
          refused++;
        }
      }),
      { numRuns: 300 },
    );
    expect(Math.min(answered, refused)).toBeGreaterThan(10);
  });
});
