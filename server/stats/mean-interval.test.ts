import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { iqm, quantile, summary } from "./summary.ts";
import { meanInterval } from "./mean-interval.ts";
import { readGolden, relativeError } from "./testing.ts";

interface Sample {
  x: number[];
  mean: number;
  sd: number;
  low: number;
  high: number;
  iqm: number;
  quantiles: [number, number][];
}
const golden = readGolden("intervals.json") as { samples: Sample[] };
const anyNumber = fc.double();

describe("against scipy and numpy", () => {
  test("mean, standard deviation and t interval agree", () => {
    for (const { x, mean, sd, low, high } of golden.samples) {
      const interval = meanInterval(x);
      expect(relativeError(summary(x).mean ?? 0, mean)).toBeLessThan(1e-14);
      expect(relativeError(summary(x).sd ?? 0, sd)).toBeLessThan(1e-13);
      expect(relativeError(interval.low ?? 0, low)).toBeLessThan(1e-11);
      expect(relativeError(interval.high ?? 0, high)).toBeLessThan(1e-11);
    }
  });
  test("quantiles are numpy's linear ones, the interquartile mean is scipy's trim_mean", () => {
    for (const { x, iqm: expected, quantiles } of golden.samples) {
      expect(relativeError(iqm(x).value ?? 0, expected)).toBeLessThan(1e-14);
      for (const [q, at] of quantiles)
        expect(relativeError(quantile(x, q).value ?? 0, at)).toBeLessThan(1e-14);
    }
  });
});

describe("whatever comes in", () => {
  test("no NaN or infinity comes out, and every value is counted once", () => {
    fc.assert(
      fc.property(fc.array(anyNumber, { maxLength: 12 }), (values) => {
        const { mean, sd, min, max, n, nonFinite } = summary(values);
        const interval = meanInterval(values);
        const numbers = [mean, sd, min, max, interval.value, interval.low, interval.high];
        return (
          numbers.every((x) => x === null || Number.isFinite(x)) &&
          n + nonFinite === values.length &&
          interval.n + interval.nonFinite === values.length &&
          (mean === null || (mean >= (min ?? 0) && mean <= (max ?? 0)))
        );
      }),
      { numRuns: 500 },
    );
  });
  test("quantiles rise with q and stay inside the sample", () => {
    const q = fc.double({ min: 0, max: 1, noNaN: true });
    const sample = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(sample, q, q, (values, a, b) => {
        const low = quantile(values, Math.min(a, b)).value ?? 0;
        const high = quantile(values, Math.max(a, b)).value ?? 0;
        const slack = 1e-9 * Math.max(...values.map(Math.abs), 1e-300);
        return low <= high + slack && low >= Math.min(...values) && high <= Math.max(...values);
      }),
    );
  });
});

describe("edges of the mean", () => {
  test("below 3 values there is a mean and no interval", () => {
    expect(meanInterval([])).toMatchObject({ value: null, low: null, high: null, n: 0 });
    expect(meanInterval([4])).toMatchObject({ value: 4, low: null, high: null, n: 1 });
    expect(meanInterval([4, 6])).toMatchObject({ value: 5, low: null, high: null, n: 2 });
    expect(meanInterval([4, 6]).method).toContain("needs 3 values, here are 2");
    expect(meanInterval([4, 6, 8]).low).not.toBeNull();
  });
  test("equal values claim no certainty, even when rounding tells them apart", () => {
    expect(meanInterval([0.3, 0.3, 0.3])).toMatchObject({ value: 0.3, low: null, high: null });
    expect(meanInterval([0.3, 0.1 + 0.2, 0.3]).low).toBeNull();
    expect(meanInterval([0, 0, 0]).method).toContain("all 3 values are equal");
  });
  test("a NaN leaves two of three values: counted, named, and no interval", () => {
    const interval = meanInterval([1, Number.NaN, 3]);
    expect(interval).toMatchObject({ value: 2, low: null, n: 2, nonFinite: 1 });
    expect(interval.method).toContain("1 non-finite value left out");
  });
  test("t(n - 1) is used: 4.303, 2.776 and 2.365 at 3, 5 and 8 seeds", () => {
    for (const [n, t] of [
      [3, 4.303],
      [5, 2.776],
      [8, 2.365],
    ]) {
      const values = Array.from({ length: n }, (_, i) => i);
      const { value, high } = meanInterval(values);
      const error = (summary(values).sd ?? 0) / Math.sqrt(n);
      expect(((high ?? 0) - (value ?? 0)) / error).toBeCloseTo(t, 3);
    }
  });
});

test("the standard deviation divides by n - 1 and is null for one value", () => {
  expect(summary([2, 4]).sd).toBeCloseTo(Math.SQRT2, 14);
  expect(summary([2]).sd).toBeNull();
  expect(summary([1e300, 1e300, 1e300])).toMatchObject({ mean: 1e300, sd: 0 });
  expect(summary([0.1, 0.1, 0.1])).toMatchObject({ mean: 0.1, sd: 0 });
});

test("the interquartile mean of three values is their mean, and says so", () => {
  expect(iqm([1, 2, 9])).toMatchObject({ value: 4, kept: 3 });
  expect(iqm([1, 2, 9]).method).toContain("plain mean");
  expect(iqm([100, 2, 3, -50])).toMatchObject({ value: 2.5, kept: 2 });
  expect(iqm([Number.NaN])).toMatchObject({ value: null, nonFinite: 1 });
});

test("a quantile outside [0, 1] is refused", () => {
  expect(() => quantile([1], 50)).toThrow("in [0, 1]");
  expect(quantile([Number.NaN], 0.5)).toMatchObject({ value: null, n: 0, nonFinite: 1 });
});
