import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countSteps, growthOfSteps } from "../../workers/math/testing/count-steps.ts";
import { dunnett } from "./dunnett.ts";
import { balancedTail } from "./many-to-one-tail.ts";
import { studentTCdf } from "./special/student-t-cdf.ts";
import { readGolden, relativeError } from "./testing.ts";

const golden = readGolden("dunnett.json") as Record<"tail" | "critical" | "multivariateT", number[][]>;

const dunnettTail = (c: number, comparisons: number, df: number) => balancedTail(comparisons).tail(c, df);
const dunnettCritical = (level: number, comparisons: number, df: number) =>
  balancedTail(comparisons).critical(level, df);

describe("critical values", () => {
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

describe("tail probabilities", () => {
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

describe("a table of cells", () => {
  const value = fc.double({ min: -100, max: 100, noNaN: true });
  const table = fc
    .tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 3, max: 6 }))
    .chain(([cells, seeds]) =>
      fc.array(fc.array(value, { minLength: seeds, maxLength: seeds }), {
        minLength: cells,
        maxLength: cells,
      }),
    );

  test("p falls below 5 % exactly where the interval leaves 0", () => {
    fc.assert(
      fc.property(table, ([baseline, ...others]) =>
        dunnett(baseline, others).rows.every(({ low, high, p }) => {
          if (low === null || high === null || p === null) return low === high && p === null;
          if (Math.abs(p - 0.05) < 1e-9) return true;
          return p < 0.05 === (low > 0 || high < 0);
        }),
      ),
      { numRuns: 60 },
    );
  });

  test("adding a constant to a seed in all cells changes nothing but rounding", () => {
    fc.assert(
      fc.property(table, fc.array(value, { minLength: 6, maxLength: 6 }), (cells, shift) => {
        const moved = cells.map((values) => values.map((v, j) => v + shift[j]));
        const before = dunnett(cells[0], cells.slice(1));
        const after = dunnett(moved[0], moved.slice(1));
        if (before.residualSd < 1e-6 || after.critical === null) return true;
        return before.rows.every((row, i) => Math.abs((row.p ?? 0) - (after.rows[i].p ?? 0)) < 1e-6);
      }),
      { numRuns: 40 },
    );
  });

  test("without residual variance there is a difference and nothing else, with words for it", () => {
    const result = dunnett([0.1, 0.2, 0.3], [[0.2, 0.3, 0.4]]);
    expect(result.rows[0].value).toBeCloseTo(0.1, 12);
    expect(result.rows[0]).toMatchObject({ low: null, high: null, p: null });
    expect(result.critical).toBeNull();
    expect(result.method).toContain("no residual variance");
  });

  test("a table with holes is refused by row", () => {
    expect(() => dunnett([1, 2, 3], [[1, 2]])).toThrow("Row 1");
    expect(() => dunnett([1, 2, Number.NaN], [[1, 2, 3]])).toThrow("Row 0");
    expect(() => dunnett([1, 2], [[1, 2]])).toThrow("needs 3 seeds");
    expect(() => dunnett([1, 2, 3], [])).toThrow("at least one cell");
  });

  test("a table costs an integral for each p and a few for the critical value, however many the seeds", () => {
    const tableOf = (seeds: number) => {
      const cells = Array.from({ length: 5 }, (_, i) =>
        Array.from({ length: seeds }, (_, j) => Math.sin(7 * i + 13 * j)),
      );
      return () => dunnett(cells[0], cells.slice(1));
    };
    for (const seeds of [3, 24]) {
      const tails = countSteps(tableOf(seeds)).calls("tail");
      expect(tails).toBeGreaterThanOrEqual(4);
      expect(tails).toBeLessThan(4 + 12);
    }
    expect(growthOfSteps(3, tableOf)).toBeLessThan(2);
  });
});
