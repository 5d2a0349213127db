import { expect, test } from "vitest";
import { rhythmOf } from "./logging-interval.ts";

test.each([
  ["one value, of which only the time before it is known", [20], 20, true],
  ["two values", [0, 60], 60, true],
  ["every ten steps, and once more at the end", [0, 10, 20, 30, 33], 10, true],
  ["now and then", [3, 5, 40, 47, 90], 86, false],
  ["nothing at all", [], 0, true],
  ["many values at one step", [5, 5, 5, 5, 5], 0, true],
])("the rhythm of %s", (_, x, patience, isRegular) => {
  expect(rhythmOf(x)).toEqual({ patience, isRegular });
});
