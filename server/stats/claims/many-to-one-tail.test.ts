import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { balancedTail, manyToOneTail } from "./many-to-one-tail.ts";
import { studentTCdf } from "../special/student-t-cdf.ts";
import { readGolden, relativeError } from "../testing.ts";

const golden = readGolden("dunnett.json") as Record<"tail" | "critical" | "multivariateT", number[][]>;
type Tails = [c: number, df: number, loadings: number[], expected: number][];
const unbalanced = readGolden("many-to-one.json") as { tail: Tails; multivariateT: Tails };

const dunnettTail = (c: number, comparisons: number, df: number) => balancedTail(comparisons).tail(c, df);
const dunnettCritical = (level: number, comparisons: number, df: number) =>
  balancedTail(comparisons).critical(level, df);

describe("critical values of the balanced design", () => {
  /** C. W. Dunnett 1964, Biometrics 20, 482-491, Table II: two-sided, joint confidence 95 %, 1 to 9 comparisons. */
  const PUBLISHED: [number, number[]][] = [
    [5, [2.57, 3.03, 3.29, 3.48, 3.62, 3.73, 3.82, 3.9, 3.97]],
    [6, [2.45, 2.86, 3.1, 3.26, 3.39, 3.49, 3.57, 3.64, 3.71]],
    [8, [2.31, 2.67, 2.88, 3.02, 3.13, 3.22, 3.29, 3.35, 3.41]],
    [10, [2.23, 2.57, 2.76, 2.89, 2.99, 3.07, 3.14, 3.19, 3.24]],
    [12, [2.18, 2.5, 2.68, 2.81, 2.9, 2.98, 3.04, 3.09, 3.14]],
    [16, [2.12, 2.42, 2.59, 2.71, 2.8, 2.87, 2.92, 2.97, 3.02]],
    [20, [2.09, 2.38, 2.54, 2.65, 2.73, 2.8, 2.86, 2.9, 2.95]],
    [30, [2.04, 2.32, 2.47, 2.58, 2.66, 2.72, 2.77, 2.82, 2.86]],
    [60, [2.0, 2.27, 2.41, 2.51, 2.58, 2.64, 2.69, 2.73, 2.77]],
  ];

  test("Dunnett's own table comes out, digit by digit", () => {
    for (const [df, row] of PUBLISHED) {
      expect(row.map((_, i) => Number(dunnettCritical(0.95, i + 1, df).toFixed(2)))).toEqual(row);
    }
  });

  test("adaptive quadrature in Python agrees to 1e-10", () => {
    for (const [level, comparisons, df, expected] of golden.critical) {
      expect(Math.abs(dunnettCritical(level, comparisons, df) - expected)).toBeLessThan(1e-10);
    }
  });
});

describe("tails of the balanced design", () => {
  test("adaptive quadrature in Python agrees to 1e-12, small tails to six digits", () => {
    for (const [c, comparisons, df, expected] of golden.tail) {
      const actual = dunnettTail(c, comparisons, df);
      expect(Math.abs(actual - expected)).toBeLessThan(1e-12);
      expect(relativeError(actual, expected)).toBeLessThan(1e-6);
    }
  });

  test("scipy's randomised multivariate t agrees to its own accuracy", () => {
    for (const [c, comparisons, df, expected] of golden.multivariateT) {
      expect(Math.abs(dunnettTail(c, comparisons, df) - expected)).toBeLessThan(2e-5);
    }
  });

  test("one comparison is Student's t", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 30, noNaN: true }),
        fc.integer({ min: 1, max: 200 }),
        (c, df) => Math.abs(dunnettTail(c, 1, df) - 2 * studentTCdf(-c, df)) < 1e-11,
      ),
      { numRuns: 40 },
    );
  });

  test("it lies between one comparison and Bonferroni's bound, and falls with c", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 12, noNaN: true }),
        fc.integer({ min: 2, max: 15 }),
        fc.integer({ min: 2, max: 60 }),
        (c, comparisons, df) => {
          const single = 2 * studentTCdf(-c, df);
          const tail = dunnettTail(c, comparisons, df);
          return (
            tail >= single - 1e-13 &&
            tail <= Math.min(1, comparisons * single) + 1e-13 &&
            dunnettTail(c * 1.1, comparisons, df) <= tail
          );
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe("tails where loadings differ", () => {
  test("adaptive quadrature in Python agrees to 1e-10 for loadings that differ", () => {
    for (const [c, df, loadings, expected] of unbalanced.tail)
      expect(Math.abs(manyToOneTail(loadings).tail(c, df) - expected)).toBeLessThan(1e-10);
  });

  test("scipy's randomised multivariate t agrees to its own accuracy", () => {
    for (const [c, df, loadings, expected] of unbalanced.multivariateT)
      expect(Math.abs(manyToOneTail(loadings).tail(c, df) - expected)).toBeLessThan(3e-5);
  });

  test("it lies between the largest single tail and Bonferroni's bound, falls with c, and forgets the order", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 8 }),
        fc.double({ min: 0.05, max: 20, noNaN: true }),
        fc.double({ min: 1, max: 60, noNaN: true }),
        (loadings, c, df) => {
          const single = 2 * studentTCdf(-c, df);
          const joint = manyToOneTail(loadings);
          const tail = joint.tail(c, df);
          return (
            tail >= single - 1e-11 &&
            tail <= Math.min(1, loadings.length * single) + 1e-11 &&
            joint.tail(c * 1.1, df) <= tail &&
            Math.abs(manyToOneTail(loadings.toReversed()).tail(c, df) - tail) < 1e-13
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  test("extremes: nothing exceeds 0 by less than everything, and a huge c leaves nothing", () => {
    const joint = manyToOneTail([0.3, 0.99, 1]);
    expect(joint.tail(0, 4)).toBe(1);
    expect(joint.tail(1e-200, 4)).toBeCloseTo(1, 12);
    expect(joint.tail(1e300, 4)).toBe(0);
    expect(joint.tail(1e6, 2)).toBeGreaterThan(0);
    expect(() => joint.tail(Number.NaN, 4)).toThrow("at least 0");
    expect(() => joint.tail(2, 0.5)).toThrow("at least 1");
    expect(() => manyToOneTail([])).toThrow("1 to 1000");
    expect(() => manyToOneTail([1.1])).toThrow("from 0 to 1");
    expect(() => balancedTail(0)).toThrow("1 to 1000");
  });
});
