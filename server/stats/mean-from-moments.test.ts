import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { meanFromMoments, moments } from "./moments.ts";
import { meanInterval } from "./mean-interval.ts";
import {
  alike,
  pairedWithin,
  solvedWithin,
  stepDifferenceSums,
  stepSums,
} from "./problems/outcome-counts.ts";
import { readGolden } from "./testing.ts";

const golden = readGolden("compare.json") as {
  paired: { d: number[]; mean: number; low: number; high: number; p: number }[];
};

const sumsOf = (values: number[]) => ({
  n: values.length,
  sum: values.reduce((a, b) => a + b, 0),
  squares: values.reduce((a, b) => a + b * b, 0),
  min: values.length === 0 ? null : Math.min(...values),
  max: values.length === 0 ? null : Math.max(...values),
});

test("interval and p of paired differences agree with scipy's t test", () => {
  for (const { d, mean, low, high, p } of golden.paired) {
    const found = meanFromMoments(moments(sumsOf(d)));
    expect(found.value).toBeCloseTo(mean, 10);
    expect(found.low).toBeCloseTo(low, 8);
    expect(found.high).toBeCloseTo(high, 8);
    expect(found.p).toBeCloseTo(p, 8);
  }
});

test("it says what the interval of the values themselves says", () => {
  const values = fc.array(fc.integer({ min: -40, max: 40 }), { maxLength: 30 });
  fc.assert(
    fc.property(values, (list) => {
      const direct = meanInterval(list);
      const summed = meanFromMoments(moments(sumsOf(list)));
      expect(summed.n).toBe(direct.n);
      for (const key of ["value", "low", "high"] as const)
        if (direct[key] === null) expect(summed[key]).toBeNull();
        else expect(summed[key]).toBeCloseTo(direct[key], 9);
    }),
  );
});

describe("counts of outcomes", () => {
  const one = [
    { solved: true, steps: 2, n: 3 },
    { solved: true, steps: 6, n: 1 },
    { solved: false, steps: 20, n: 4 },
  ];
  test("RR@k counts solved problems up to k, RR all of them", () => {
    expect([1, 2, 5, 6, null].map((k) => solvedWithin(one, k))).toEqual([0, 3, 3, 4, 4]);
  });
  test("mean steps is over all episodes, solved or not", () => {
    const { n, mean, sd } = moments(stepSums(one));
    expect([n, mean]).toEqual([8, (3 * 2 + 6 + 4 * 20) / 8]);
    expect(sd).toBeCloseTo(9.1807, 4);
  });
  test("pairs: who solved it within k, by how many steps they differ, how many are alike", () => {
    const pairs = [
      { solvedA: true, stepsA: 2, solvedB: true, stepsB: 7, n: 2 },
      { solvedA: false, stepsA: 20, solvedB: true, stepsB: 4, n: 5 },
      { solvedA: false, stepsA: 20, solvedB: false, stepsB: 20, n: 6 },
    ];
    expect(pairedWithin(pairs, 5)).toEqual({ both: 0, onlyA: 2, onlyB: 5, neither: 6 });
    expect(pairedWithin(pairs, null)).toEqual({ both: 2, onlyA: 0, onlyB: 5, neither: 6 });
    expect(moments(stepDifferenceSums(pairs)).mean).toBeCloseTo((2 * 5 - 5 * 16) / 13, 12);
    expect(alike(pairs)).toBe(6);
  });
});
