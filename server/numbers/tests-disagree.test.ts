import { expect, test } from "vitest";
import { mcnemar } from "../stats/problems/mcnemar.ts";
import { testsDisagree } from "./excludes-zero.ts";

test("4 fixed against 0 broken: Tango's interval excludes 0, neither p rejects, so the two disagree", () => {
  const found = mcnemar(4, 0, 100);
  expect(found.low).toBeGreaterThan(0);
  expect([found.p, found.pMid]).toEqual([0.125, 0.0625]);
  expect(testsDisagree(found)).toBe(true);
});

test("many differing problems, none, or no value at all are no disagreement", () => {
  expect(testsDisagree(mcnemar(30, 5, 100))).toBe(false);
  expect(testsDisagree(mcnemar(0, 0, 100))).toBe(false);
  expect(testsDisagree(mcnemar(0, 0, 0))).toBe(false);
});
