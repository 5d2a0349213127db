import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mcnemar } from "./mcnemar.ts";
import { readGolden, relativeError } from "../testing.ts";

const golden = readGolden("intervals.json") as { paired: number[][] };

test("a published example comes out (Bentur et al. 2009, in Fagerland, Lydersen & Laake 2014, Stat. in Medicine 33)", () => {
  const result = mcnemar(1, 7, 21);
  expect(result.value).toBeCloseTo(-0.286, 3);
  expect(result.p).toBeCloseTo(0.0703, 4);
  expect(result.pMid).toBeCloseTo(0.0391, 4);
  expect(result.low).toBeCloseTo(-0.517, 3);
  expect(result.high).toBeCloseTo(-0.026, 3);
});

test("p agrees with statsmodels, the interval with a brute-force profile likelihood", () => {
  for (const [onlyA, onlyB, n, exact, mid, low, high] of golden.paired) {
    const result = mcnemar(onlyA, onlyB, n);
    expect(relativeError(result.p ?? 0, exact)).toBeLessThan(1e-10);
    expect(relativeError(result.pMid ?? 0, mid)).toBeLessThan(1e-10);
    expect(result.low).toBeCloseTo(low, 9);
    expect(result.high).toBeCloseTo(high, 9);
  }
});

const counts = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 400 }))
  .filter(([b, c, rest]) => b + c + rest > 0)
  .map(([b, c, rest]) => [b, c, b + c + rest] as const);

test("the interval holds the difference, stays in [-1, 1] and has a width", () => {
  fc.assert(
    fc.property(counts, ([b, c, n]) => {
      const { value, low, high } = mcnemar(b, c, n);
      if (value === null || low === null || high === null) return false;
      return low >= -1 && low <= value + 1e-9 && value <= high + 1e-9 && high <= 1 && high - low > 0;
    }),
    { numRuns: 300 },
  );
});

test("swapping the sides turns the interval around and keeps both p", () => {
  fc.assert(
    fc.property(counts, ([b, c, n]) => {
      const there = mcnemar(b, c, n);
      const back = mcnemar(c, b, n);
      return (
        there.p === back.p &&
        there.pMid === back.pMid &&
        Math.abs((there.low ?? 0) + (back.high ?? 0)) < 1e-9 &&
        (there.pMid ?? 0) <= (there.p ?? 0)
      );
    }),
    { numRuns: 200 },
  );
});

test("with few differing problems the interval may exclude 0 where neither p rejects", () => {
  const result = mcnemar(4, 0, 100);
  expect(result.low).toBeGreaterThan(0);
  expect([result.p, result.pMid]).toEqual([0.125, 0.0625]);
});

describe("edges", () => {
  test("no differing problem: p is 1 and the interval still has a width", () => {
    const result = mcnemar(0, 0, 50);
    expect(result).toMatchObject({ value: 0, p: 1, pMid: 1 });
    expect(result.high).toBeCloseTo(1.959964 ** 2 / (50 + 1.959964 ** 2), 6);
  });
  test("as many one way as the other: both p are exactly 1", () => {
    for (let b = 0; b <= 100; b++) expect(mcnemar(b, b, 300)).toMatchObject({ value: 0, p: 1, pMid: 1 });
  });
  test("every problem differs one way: the bound is 1", () => {
    expect(mcnemar(10, 0, 10)).toMatchObject({ value: 1, high: 1 });
  });
  test("no shared problems: nulls with words", () => {
    expect(mcnemar(0, 0, 0)).toMatchObject({ value: null, low: null, high: null, p: null, pMid: null });
  });
  test("impossible counts are refused", () => {
    expect(() => mcnemar(3, 3, 5)).toThrow("onlyA + onlyB <= n");
    expect(() => mcnemar(-1, 3, 5)).toThrow(RangeError);
    expect(() => mcnemar(Number.NaN, 3, 5)).toThrow(RangeError);
  });
});
