import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readGolden, relativeError } from "../testing.ts";
import { binomialProbability, binomialTail } from "./binomial-tail.ts";
import { chiSquareCdf, chiSquareQuantile } from "./chi-square-quantile.ts";
import { incompleteBeta } from "./incomplete-beta.ts";
import { logGamma } from "./log-gamma.ts";
import { normalCdf } from "./normal-cdf.ts";
import { normalQuantile } from "./normal-quantile.ts";
import { studentTCdf } from "./student-t-cdf.ts";
import { studentTQuantile } from "./student-t-quantile.ts";

type Rows = number[][];
const golden = readGolden("special.json") as Record<string, Rows>;

/** The worst relative error of f over golden rows, whose last numbers are the expected ones. */
const worst = (rows: Rows, f: (row: number[]) => number, expectedAt: number) =>
  Math.max(...rows.map((row) => relativeError(f(row), row[expectedAt])));
const planning = readGolden("planning.json") as { chiSquare: Rows };

describe("against mpmath at 50 digits", () => {
  test("the log gamma function is right to 1e-13, also beside its zeros", () => {
    expect(worst(golden.logGamma, ([x]) => logGamma(x), 1)).toBeLessThan(1e-13);
  });
  test("the incomplete beta function is right to 1e-12, also for a and b of half a million", () => {
    expect(worst(golden.incompleteBeta, ([x, a, b]) => incompleteBeta(x, a, b), 3)).toBeLessThan(1e-12);
  });
  test("the normal distribution function is right to 1e-14 down to 1e-299", () => {
    expect(worst(golden.normalCdf, ([x]) => normalCdf(x), 1)).toBeLessThan(1e-14);
  });
  test("the normal quantile is right to 1e-13, also next to the median", () => {
    expect(worst(golden.normalQuantile, ([p]) => normalQuantile(p), 1)).toBeLessThan(1e-13);
  });
  test("Student's t is right to 1e-11 in the far tail and around 0", () => {
    expect(worst(golden.studentTCdf, ([t, df]) => studentTCdf(t, df), 2)).toBeLessThan(1e-11);
  });
  test("Student's t quantile is right to 1e-11", () => {
    expect(worst(golden.studentTQuantile, ([p, df]) => studentTQuantile(p, df), 2)).toBeLessThan(1e-11);
  });
  test("binomial probabilities and tails are right to 1e-12 for n up to a million", () => {
    expect(worst(golden.binomial, ([k, n, p]) => binomialProbability(k, n, p), 3)).toBeLessThan(1e-12);
    expect(worst(golden.binomial, ([k, n, p]) => binomialTail(k, n, p), 4)).toBeLessThan(1e-12);
  });
});

test("the t table of any textbook comes out (Fisher & Yates, two-sided 5 % and 1 %)", () => {
  const table: [number, number, number][] = [
    [1, 12.706, 63.657],
    [2, 4.303, 9.925],
    [3, 3.182, 5.841],
    [4, 2.776, 4.604],
    [7, 2.365, 3.499],
    [8, 2.306, 3.355],
    [10, 2.228, 3.169],
    [20, 2.086, 2.845],
    [30, 2.042, 2.75],
    [120, 1.98, 2.617],
  ];
  for (const [df, five, one] of table) {
    expect(studentTQuantile(0.975, df)).toBeCloseTo(five, 3);
    expect(studentTQuantile(0.995, df)).toBeCloseTo(one, 3);
  }
});

test("one and two degrees of freedom have closed forms", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true }), (p) => {
      const cauchy = Math.tan(Math.PI * (p - 0.5));
      const two = (2 * p - 1) / Math.sqrt(2 * p * (1 - p));
      return (
        Math.abs(studentTQuantile(p, 1) - cauchy) <= 1e-9 * (1 + Math.abs(cauchy)) &&
        Math.abs(studentTQuantile(p, 2) - two) <= 1e-9 * (1 + Math.abs(two))
      );
    }),
  );
});

describe("properties", () => {
  const shape = fc.double({ min: 0.05, max: 500, noNaN: true });
  const share = fc.double({ min: 0, max: 1, noNaN: true });

  test("log gamma obeys its recurrence", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e6, noNaN: true }), (x) => {
        const gap = logGamma(x + 1) - logGamma(x) - Math.log(x);
        return Math.abs(gap) <= 1e-14 * (1 + Math.abs(logGamma(x + 1)) * 4);
      }),
    );
  });
  test("the incomplete beta function rises in x and mirrors to its complement", () => {
    fc.assert(
      fc.property(shape, shape, share, share, (a, b, x, y) => {
        const [low, high] = x < y ? [x, y] : [y, x];
        const mirror = incompleteBeta(1 - x, b, a, x);
        return (
          incompleteBeta(low, a, b) <= incompleteBeta(high, a, b) + 1e-13 &&
          Math.abs(incompleteBeta(x, a, b, 1 - x) + mirror - 1) < 1e-12
        );
      }),
    );
  });
  test("quantiles undo their distribution functions", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true }),
        fc.double({ min: 0.5, max: 1e4, noNaN: true }),
        (p, df) =>
          relativeError(normalCdf(normalQuantile(p)), p) < 1e-12 &&
          relativeError(studentTCdf(studentTQuantile(p, df), df), p) < 1e-10,
      ),
    );
  });
  test("binomial probabilities add up to the tail", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), share, fc.integer({ min: 0, max: 60 }), (n, p, k) => {
        let sum = 0;
        for (let i = k; i <= n; i++) sum += binomialProbability(i, n, p);
        return Math.abs(sum - binomialTail(k, n, p)) < 1e-12;
      }),
    );
  });
});

test("the chi-square quantile is scipy's to 1e-10, and its distribution function undoes it", () => {
  expect(worst(planning.chiSquare, ([p, df]) => chiSquareQuantile(p, df), 2)).toBeLessThan(1e-10);
  expect(worst(planning.chiSquare, ([, df, x]) => chiSquareCdf(x, df), 0)).toBeLessThan(1e-10);
  expect(chiSquareCdf(0, 3)).toBe(0);
  expect(chiSquareCdf(1e4, 3)).toBe(1);
});

test("arguments outside the domain are refused, never answered with NaN", () => {
  const calls: (() => number)[] = [
    () => logGamma(0),
    () => logGamma(Number.NaN),
    () => incompleteBeta(1.1, 2, 2),
    () => incompleteBeta(0.5, 0, 2),
    () => normalCdf(Number.NaN),
    () => normalQuantile(0),
    () => normalQuantile(1),
    () => studentTCdf(1, 0),
    () => studentTCdf(Number.NaN, 3),
    () => studentTQuantile(1.2, 3),
    () => studentTQuantile(0.9, Number.NaN),
    () => chiSquareCdf(-1, 3),
    () => chiSquareCdf(1, 0),
    () => chiSquareQuantile(1, 3),
    () => binomialTail(1.5, 3, 0.5),
    () => binomialProbability(1, 3, 2),
  ];
  for (const call of calls) expect(call).toThrow(RangeError);
});
