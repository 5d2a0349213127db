import { expect, test } from "vitest";
import { differs } from "./rule.ts";

test("a verdict decides, whatever the interval; without one the interval does", () => {
  const clear = { low: 1, high: 2 };
  expect(differs({ ...clear, verdict: "significant" })).toBe(true);
  for (const verdict of [
    "significant_if_equal_variances",
    "not_ranked",
    "not_significant",
    "untested",
    "baseline",
  ] as const)
    expect(differs({ ...clear, verdict })).toBe(false);
  expect([differs(clear), differs({ low: -1, high: 2 }), differs({ low: null, high: null })]).toEqual([
    true,
    false,
    false,
  ]);
});
