import * as fc from "fast-check";
import { expect, test } from "vitest";
import { rrAtK } from "./outcome-counts.ts";
import { wilson } from "./wilson.ts";

test("problems solved at step k or earlier count, over all problems", () => {
  const result = rrAtK([1, 5, 6, null, 3, null], 5);
  expect(result).toMatchObject({ value: 0.5, solved: 3, n: 6, k: 5 });
  expect(result.low).toBe(wilson(3, 6).low);
  expect(result.method).toContain("over all 6 problems");
});

test("RR@k rises with k up to the share that was ever solved", () => {
  const steps = fc.array(fc.option(fc.integer({ min: 1, max: 20 })), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 0, max: 19 }), (solvedAt, k) => {
      const ever = solvedAt.filter((step) => step !== null).length / solvedAt.length;
      const at = (limit: number) => rrAtK(solvedAt, limit).value ?? -1;
      return at(k) <= at(k + 1) && at(20) === ever;
    }),
  );
});

test("no problems: nulls; a step that is no step is refused by its index", () => {
  expect(rrAtK([], 5)).toMatchObject({ value: null, low: null, high: null, n: 0, solved: 0 });
  expect(() => rrAtK([1, Number.NaN], 5)).toThrow("Problem 1");
  expect(() => rrAtK([1, 2.5], 5)).toThrow("2.5");
  expect(() => rrAtK([1], Number.NaN)).toThrow("k = NaN");
});
