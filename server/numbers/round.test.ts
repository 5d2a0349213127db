import * as fc from "fast-check";
import { expect, test } from "vitest";
import { digitsOf, percentOfWidth, toDecimals, toDigits, toPixel } from "./round.ts";

test("a half is rounded away from zero, as its decimal digits say", () => {
  expect([5.935, 1.005, 0.285, -5.935, 5.9349].map((value) => toDecimals(value, 2))).toEqual([
    5.94, 1.01, 0.29, -5.94, 5.93,
  ]);
  expect([toDecimals(2.5, 0), toDecimals(-2.5, 0), toDecimals(0, 3)]).toEqual([3, -3, 0]);
  expect(toDecimals(0.1 + 0.2, 12)).toBe(0.3);
});

test("more decimals than a double has for certain leave it as it is stored", () => {
  expect(toDecimals(2 ** 53 - 1, 2)).toBe(2 ** 53 - 1);
  expect(toDecimals(1 + 2 ** -50, 20)).toBe(1 + 2 ** -50);
});

test("no number moves by more than half a unit of its last decimal", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e9, max: 1e9, noNaN: true }),
      fc.integer({ min: 0, max: 8 }),
      (value, decimals) => {
        const error = Math.abs(toDecimals(value, decimals) - value);
        expect(error).toBeLessThanOrEqual(0.5 * 10 ** -decimals + Math.abs(value) * 1e-14);
      },
    ),
  );
});

test("digits are counted from the first one, with its power of ten", () => {
  expect([1, 500, 1024, 0.25, -3e-7].map(digitsOf)).toEqual([
    { count: 1, power: 0 },
    { count: 1, power: 2 },
    { count: 4, power: 3 },
    { count: 2, power: -1 },
    { count: 1, power: -7 },
  ]);
  expect(toDigits(1234.567, 4)).toBe(1235);
});

test("drawings have coordinates to a tenth of a px, and to a hundredth of a per cent", () => {
  expect([12.345, -0.05].map(toPixel)).toEqual([12.3, -0.1]);
  expect([0.435, 0, 1].map(percentOfWidth)).toEqual(["43.50%", "0.00%", "100.00%"]);
});
