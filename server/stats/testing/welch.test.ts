import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readGolden, relativeError } from "../testing.ts";
import { welch } from "./welch.ts";

const golden = readGolden("intervals.json") as {
  welch: [number[], number[], number, number, number, number][];
};

test("degrees of freedom, p and interval agree with scipy's ttest_ind", () => {
  for (const [a, b, df, p, low, high] of golden.welch) {
    const result = welch(a, b);
    expect(relativeError(result.df ?? 0, df)).toBeLessThan(1e-10);
    expect(relativeError(result.p ?? 0, p)).toBeLessThan(1e-10);
    expect(relativeError(result.low ?? 0, low)).toBeLessThan(1e-10);
    expect(relativeError(result.high ?? 0, high)).toBeLessThan(1e-10);
  }
});

test("swapping the samples turns the signs and nothing else", () => {
  const sample = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 3, maxLength: 9 });
  fc.assert(
    fc.property(sample, sample, (a, b) => {
      const there = welch(a, b);
      const back = welch(b, a);
      if (there.p === null || back.p === null) return there.p === back.p;
      const scale = 1e-9 * (1 + Math.abs(there.low ?? 0) + Math.abs(there.high ?? 0));
      return Math.abs((there.low ?? 0) + (back.high ?? 0)) <= scale && Math.abs(there.p - back.p) < 1e-9;
    }),
  );
});

describe("edges", () => {
  test("one side without spread still has an interval, with the other side's degrees of freedom", () => {
    const result = welch([1, 1, 1], [2, 3, 4, 5]);
    expect(result.df).toBeCloseTo(3, 10);
    expect(result.low).toBeLessThan(result.value ?? 0);
  });
  test("no spread on both sides, two values, or no values give no bounds", () => {
    expect(welch([1, 1, 1], [2, 2, 2])).toMatchObject({ value: -1, low: null, high: null, p: null });
    expect(welch([1, 2], [2, 3, 4])).toMatchObject({ value: -1.5, low: null, high: null, p: null });
    expect(welch([], [2, 3, 4])).toMatchObject({ value: null, low: null, p: null });
  });
  test("NaN and infinities are left out", () => {
    expect(welch([1, 2, 4, Number.NaN], [2, 3, 5, Infinity])).toEqual(welch([1, 2, 4], [2, 3, 5]));
  });
  test("numbers at the end of the range give nulls, not NaN", () => {
    const result = welch([1e308, -1e308, 1e308], [1, 2, 3]);
    expect([result.low, result.high, result.p]).toEqual([null, null, null]);
  });
});
