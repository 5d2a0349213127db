import { assert, integer, property } from "fast-check";
import { expect, test } from "vitest";
import { differenceOfShares } from "./difference-of-shares.ts";

// Newcombe 1998, table II, method 10: the first six of its eight examples.
test.each([
  [56, 70, 48, 80, 0.0524, 0.3339],
  [9, 10, 3, 10, 0.1705, 0.809],
  [6, 7, 2, 7, 0.0582, 0.8062],
  [5, 56, 0, 29, -0.0381, 0.1926],
  [0, 10, 0, 20, -0.1611, 0.2775],
  [0, 10, 0, 10, -0.2775, 0.2775],
])("%i of %i less %i of %i has the published interval", (hits, n, others, m, low, high) => {
  const apart = differenceOfShares({ hits, n }, { hits: others, n: m });
  expect(apart?.low).toBeCloseTo(low, 4);
  expect(apart?.high).toBeCloseTo(high, 4);
});

test("it holds its difference, and turns over with its sides", () => {
  const share = integer({ min: 1, max: 400 }).chain((n) =>
    integer({ min: 0, max: n }).map((hits) => ({ hits, n })),
  );
  assert(
    property(share, share, (a, b) => {
      const [ab, ba] = [differenceOfShares(a, b), differenceOfShares(b, a)];
      if (!ab || !ba) throw new Error("both have items");
      expect(ab.low).toBeLessThanOrEqual(ab.difference);
      expect(ab.high).toBeGreaterThanOrEqual(ab.difference);
      expect(ab.low).toBeCloseTo(-ba.high, 12);
    }),
  );
});

test("without problems on one side there is no difference", () => {
  expect(differenceOfShares({ hits: 0, n: 0 }, { hits: 1, n: 2 })).toBeNull();
});
