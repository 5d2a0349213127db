import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { manyToOne, pairedByPlan } from "./many-to-one.ts";
import { studentTCdf } from "../special/student-t-cdf.ts";
import { readGolden, relativeError } from "../testing.ts";
import { dunnett } from "../testing/dunnett.ts";
import { welch } from "../testing/welch.ts";

const golden = readGolden("many-to-one.json") as {
  tables: { baseline: number[]; cells: number[][]; level: number; rows: number[][] }[];
};

const BASELINE = [71, 74, 72];
const CELLS = [
  [75.5, 78, 77],
  [70, 76, 73.5],
  [80, 79.5, 80.5],
  [60, 75, 68],
];

describe("many cells against a baseline whose spread may differ", () => {
  /** Figures of the plug-in procedure of Hasler and Hothorn, to the digits they are printed with. */
  const PRINTED = [
    [4.5, 1.1426091, 3.858515284, 0.771844985, 3.955388911, 0.05067983686],
    [0.8333333333, 1.950783318, 2.963916305, 0.4520835786, 4.645346507, 0.9750589199],
    [7.666666667, 0.9279607271, 2.42370744, 0.9503819266, 5.455824128, 0.01923614106],
    [-4.666666667, 4.422166387, 2.165396714, 0.1994310088, 6.079810846, 0.7276023749],
  ];

  test("a table of four cells has the printed d, se, nu, g, c and p, each row its own", () => {
    manyToOne(BASELINE, CELLS).rows.forEach(({ value, se, df, loading, critical, p }, i) => {
      const found = [value, se, df, loading, critical, p];
      found.forEach((figure, j) => expect(relativeError(figure ?? 0, PRINTED[i][j])).toBeLessThan(2e-9));
    });
  });

  test("an independent implementation agrees, also with unequal sizes, at other levels and where a side has no spread", () => {
    for (const { baseline, cells, level, rows } of golden.tables)
      manyToOne(baseline, cells, level).rows.forEach(({ value, se, df, loading, critical, p }, i) => {
        const [d, error, nu, g, c, probability] = rows[i];
        expect(Math.abs((value ?? 0) - d)).toBeLessThan(1e-12 * Math.abs(d) + 1e-12);
        expect(relativeError(se ?? 0, error)).toBeLessThan(1e-12);
        expect(relativeError(df ?? 0, nu)).toBeLessThan(1e-12);
        expect(relativeError(Math.min(loading ?? 0, Math.sqrt(0.995)), g)).toBeLessThan(1e-12);
        expect(relativeError(critical ?? 0, c)).toBeLessThan(1e-9);
        expect(relativeError(p ?? 0, probability)).toBeLessThan(1e-9);
      });
  });

  test("one cell alone is Welch's test", () => {
    const { rows, comparisons } = manyToOne([1, 2, 4], [[3, 5, 4]]);
    const alone = welch([3, 5, 4], [1, 2, 4]);
    expect(comparisons).toBe(1);
    expect(rows[0].df).toBeCloseTo(alone.df ?? 0, 10);
    expect(rows[0].low).toBeCloseTo(alone.low ?? 0, 9);
    expect(rows[0].p).toBeCloseTo(alone.p ?? 0, 10);
  });

  const value = fc.double({ min: -100, max: 100, noNaN: true });
  const sample = fc.array(value, { minLength: 0, maxLength: 6 });

  test("p is below 1 - level exactly where the interval leaves 0", () => {
    const level = fc.constantFrom(0.9, 0.95, 1 - 0.05 / 3);
    fc.assert(
      fc.property(sample, fc.array(sample, { minLength: 1, maxLength: 5 }), level, (base, cells, at) =>
        manyToOne(base, cells, at).rows.every(({ low, high, p, untested }) => {
          if (low === null || high === null || p === null)
            return low === high && p === null && untested !== null;
          if (Math.abs(p - (1 - at)) < 1e-9) return untested === null;
          return untested === null && p < 1 - at === (low > 0 || high < 0);
        }),
      ),
      { numRuns: 120 },
    );
  });

  test("units do not matter: values times 1,000 plus 7 have the same p", () => {
    const cells = fc.array(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 3, maxLength: 5 }), {
      minLength: 2,
      maxLength: 5,
    });
    fc.assert(
      fc.property(cells, ([base, ...others]) => {
        const moved = (values: number[]) => values.map((v) => 1000 * v + 7);
        const before = manyToOne(base, others).rows;
        return manyToOne(moved(base), others.map(moved)).rows.every(
          (row, i) => row.p === before[i].p || Math.abs((row.p ?? 0) - (before[i].p ?? 0)) < 1e-9,
        );
      }),
      { numRuns: 60 },
    );
  });

  test("a run that one cell misses moves no other row's difference, error or degrees of freedom", () => {
    const whole = manyToOne(
      [1, 2, 4, 3],
      [
        [3, 5, 4, 4.5],
        [2, 1, 2.5, 3],
      ],
    ).rows[1];
    const missing = manyToOne(
      [1, 2, 4, 3],
      [
        [3, 5, 4],
        [2, 1, 2.5, 3],
      ],
    ).rows[1];
    for (const name of ["value", "se", "df", "untested"] as const) expect(missing[name]).toBe(whole[name]);
    expect(relativeError(missing.p ?? 0, whole.p ?? 0)).toBeLessThan(0.2);
  });

  test("a few runs that look calm do not borrow the degrees of freedom of many", () => {
    const { df } = manyToOne([1, 5, 2, 8, 3, 9, 4, 6], [[4, 4.001, 4.002]]).rows[0];
    expect(df).toBe(4);
    expect(welch([4, 4.001, 4.002], [1, 5, 2, 8, 3, 9, 4, 6]).df).toBeGreaterThan(6.9);
  });

  test("what cannot be tested has its difference, a reason, and no place in the family", () => {
    const { rows, comparisons } = manyToOne(BASELINE, [
      CELLS[0],
      [75, 76],
      [],
      [Number.NaN, 1e200],
      CELLS[1],
    ]);
    expect(comparisons).toBe(2);
    expect(rows.map((row) => row.untested)).toEqual([null, "too_few_seeds", "no_value", "no_value", null]);
    expect(rows[1]).toMatchObject({ low: null, high: null, p: null, se: null });
    expect(rows[1].value).toBeCloseTo(75.5 - 217 / 3, 12);
    expect(rows[0].critical).toBe(manyToOne(BASELINE, [CELLS[0], CELLS[1]]).rows[0].critical);
    expect(manyToOne([1, 2], [[3, 4, 5]]).rows[0].untested).toBe("baseline_too_few_seeds");
    expect(manyToOne([], [[3, 4, 5]]).rows[0]).toMatchObject({ value: null, untested: "baseline_no_value" });
  });

  test("no spread on either side: the difference only; spread on one side is enough", () => {
    const { rows } = manyToOne(
      [5, 5, 5],
      [
        [6, 6, 6],
        [6, 6.5, 7],
        [0.1 + 0.2, 0.3, 0.3],
      ],
    );
    expect(rows[0]).toMatchObject({ value: 1, low: null, p: null, untested: "no_spread" });
    expect(rows[1]).toMatchObject({ value: 1.5, untested: null, loading: 0 });
    expect(rows[2].untested).toBe("no_spread");
  });

  test("one wild cell leaves the others' intervals alone, where one common error widens them", () => {
    const wild = [10, 90, 40];
    const width = ({ low, high }: { low: number | null; high: number | null }) => (high ?? 0) - (low ?? 0);
    const calm = manyToOne(BASELINE, [CELLS[2], CELLS[1]]).rows[0];
    const beside = manyToOne(BASELINE, [CELLS[2], wild]).rows[0];
    expect(width(beside) / width(calm)).toBeLessThan(1.1);
    const pooled = dunnett(BASELINE, [CELLS[2], wild]).rows[0];
    expect(width(pooled)).toBeGreaterThan(10 * width(beside));
  });
});

describe("seeds that share a start by plan", () => {
  const bySeed = (values: number[]) => new Map(values.map((v, seed) => [seed, v]));

  test("it is Student's t of the differences, Bonferroni over the tested rows", () => {
    const { rows, comparisons } = pairedByPlan(bySeed([1, 2, 4]), [bySeed([2, 4, 5]), bySeed([1, 3, 2])]);
    const error = Math.sqrt(1 / 3) / Math.sqrt(3);
    expect(comparisons).toBe(2);
    expect(rows[0].value).toBeCloseTo(4 / 3, 12);
    expect(rows[0].se).toBeCloseTo(error, 12);
    expect(rows[0].p).toBeCloseTo(2 * 2 * studentTCdf(-4 / 3 / error, 2), 12);
    expect(rows[0].critical).toBeCloseTo(6.205346816, 8);
    expect(rows[1].p).toBe(1);
  });

  test("only common seeds count, in any order", () => {
    const base = bySeed([1, 2, 4, 3]);
    const own = new Map([
      [3, 4.5],
      [1, 4],
      [0, 2],
      [9, 100],
    ]);
    const { rows } = pairedByPlan(base, [own]);
    expect(rows[0]).toMatchObject({ n: 3, df: 2, untested: null });
    expect(rows[0].value).toBeCloseTo(4.5 / 3, 12);
  });

  test("too few common seeds and equal differences have no interval", () => {
    const base = bySeed([1, 2, 4]);
    const far = new Map([
      [7, 1],
      [8, 2],
      [9, 3],
    ]);
    const { rows, comparisons } = pairedByPlan(base, [far, bySeed([2, 3, 5]), bySeed([2, 3])]);
    expect(comparisons).toBe(0);
    expect(rows.map((row) => [row.value, row.untested])).toEqual([
      [null, "too_few_common_seeds"],
      [1, "no_spread"],
      [1, "too_few_common_seeds"],
    ]);
  });
});
