import { expect, test } from "vitest";
import { excludesZero, isSignificant, settledSign } from "./excludes-zero.ts";

test("an interval that touches 0 holds it, and none settles nothing", () => {
  expect(settledSign({ low: 0.1, high: 2 })).toBe(1);
  expect(settledSign({ low: -2, high: -0.1 })).toBe(-1);
  for (const interval of [
    { low: 0, high: 2 },
    { low: -2, high: 0 },
    { low: -1, high: 1 },
    { low: null, high: null },
    null,
    undefined,
  ]) {
    expect(settledSign(interval)).toBeNull();
    expect(excludesZero(interval)).toBe(false);
  }
});

test("a p of 0.05 does not reject", () => {
  expect([0.049, 0.05, 0.2].map(isSignificant)).toEqual([true, false, false]);
});
