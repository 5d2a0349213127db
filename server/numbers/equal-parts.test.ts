import * as fc from "fast-check";
import { expect, test } from "vitest";
import { equalParts } from "./mean.ts";

const number = fc.double({ noNaN: true, noDefaultInfinity: true });

test("every x lies in a part, parts rise with x, and the middle of a part lies in it or at its rounded edge", () => {
  fc.assert(
    fc.property(number, number, number, number, fc.integer({ min: 1, max: 500 }), (a, b, c, d, parts) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      const { partOf, middleOf } = equalParts(low, high, parts);
      const [first, second] = [partOf(Math.min(c, d)), partOf(Math.max(c, d))];
      expect(first).toBeGreaterThanOrEqual(0);
      expect(second).toBeLessThan(parts);
      expect(first).toBeLessThanOrEqual(second);
      expect(Number.isFinite(middleOf(parts - 1))).toBe(true);
    }),
  );
});

test("the ends lie in the first and the last part, and the middle of the only part in the middle", () => {
  for (const [low, high] of [
    [0, 10],
    [-1e308, 1e308],
    [-1.7e308, 1.7e308],
    [2 ** 53, 2 ** 53 + 1000],
  ]) {
    const { partOf } = equalParts(low, high, 7);
    expect([partOf(low), partOf(high)]).toEqual([0, 6]);
    expect(equalParts(low, high, 1).middleOf(0)).toBe(low / 2 + high / 2);
  }
});
