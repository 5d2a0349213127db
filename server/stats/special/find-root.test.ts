import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findRoot } from "./find-root.ts";

/** Rising functions with their zero at 0, and how many evaluations they may cost. */
const SHAPES: [string, (d: number) => number, number][] = [
  ["a line", (d) => d, 6],
  ["a gentle curve", (d) => Math.exp(d / 3) - 1, 16],
  ["a sharp curve", (d) => Math.exp(3 * d) - 1, 32],
  ["a step", (d) => Math.atan(1e4 * d), 45],
  ["a root", (d) => Math.sign(d) * Math.sqrt(Math.abs(d)), 50],
  ["a triple zero", (d) => d ** 3, 202],
];

test.each(SHAPES)("it finds the zero of %s", (_, shape, mostCalls) => {
  fc.assert(
    fc.property(fc.double({ min: -5, max: 5, noNaN: true }), (root) => {
      let calls = 0;
      const counted = (x: number) => {
        calls++;
        return shape(x - root);
      };
      return Math.abs(findRoot(counted, -6, 7) - root) < 1e-9 && calls <= mostCalls;
    }),
  );
});

test("a bracket without a sign change, or a function without a value, is refused", () => {
  expect(() => findRoot((x) => x * x + 1, -1, 1)).toThrow("No sign change");
  expect(() => findRoot((x) => (Math.abs(x) < 1 ? Number.NaN : x), -1, 2)).toThrow("no value");
});

test("the bracket closes around a zero at any tolerance, not only when the function is exactly 0", () => {
  let calls = 0;
  const found = findRoot(
    (x) => {
      calls++;
      return Math.exp(x) - Math.PI;
    },
    0,
    4,
    1e-6,
  );
  expect(Math.abs(found - Math.log(Math.PI))).toBeLessThan(5e-6);
  expect(calls).toBeLessThan(13);
});
