import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MASK } from "../../workers/protocol/secrets/mask-mark.ts";
import { isMasked, readQuantity, readTyped, writeSet, writeTyped } from "./typed.ts";

describe("a parameter", () => {
  test("is written as people write it", () => {
    expect([450, 0.28, 1e-5, 0, -0.001, 2e9, 0.00015].map(writeTyped)).toEqual([
      "450",
      "0.28",
      "1e-5",
      "0",
      "-0.001",
      "2e9",
      "1.5e-4",
    ]);
  });

  test("is read back exactly", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(readTyped(writeTyped(value))).toBe(value === 0 ? 0 : value);
      }),
    );
  });
});

test.each([
  ["450", 450],
  [" 1e-5 ", 1e-5],
  ["6,214", 6214],
  ["6\u202f214", 6214],
  ["−0.5", -0.5],
  ["+.25", 0.25],
  [".28", 0.28],
  ["2.", 2],
  ["1E3", 1000],
])("%s is the number %d", (text, value) => expect(readTyped(text)).toBe(value));

test.each(["", "1e-", "abc", "1,5", "1 000 steps", "1 2", "--1", "0x10", "NaN", "Infinity", "1.2.3", "5 %"])(
  "%s is no number",
  (text) => expect(readTyped(text)).toBeNull(),
);

test.each([
  ["0.5", 0.5],
  ["50 %", 0.5],
  ["77.8\u202f%", 0.778],
  ["57.3%", 0.573],
  ["−1e3", -1000],
  ["6,214", 6214],
])("%s is a quantity", (text, value) => {
  expect(readQuantity(text)).toBeCloseTo(value, 12);
});

test.each(["", "%", "many", "1e", "1 2", "NaN", "Infinity", "1,5"])("%s is no quantity", (text) => {
  expect(readQuantity(text)).toBeNull();
});

test("what stands in the place of a secret is said to be masked", () => {
  expect([writeSet(MASK), isMasked(MASK), isMasked("x")]).toEqual(["masked", true, false]);
});
