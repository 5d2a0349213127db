import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseNumber } from "./parse-number.ts";
import { writeNumber } from "./write-number.ts";

test("parameters are written as people write them", () => {
  expect([450, 0.28, 1e-5, 0, -0.001, 2e9, 0.00015].map(writeNumber)).toEqual([
    "450",
    "0.28",
    "1e-5",
    "0",
    "-0.001",
    "2e9",
    "1.5e-4",
  ]);
});

test("what was written is read back exactly", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(parseNumber(writeNumber(value))).toBe(value === 0 ? 0 : value);
    }),
  );
});
