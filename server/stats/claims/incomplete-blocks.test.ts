import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countSteps, growthOfSteps } from "../../../workers/math/testing/count-steps.ts";
import { oneFactor, pooledBlocks } from "./incomplete-blocks.ts";
import { readGolden, relativeError } from "../testing.ts";
import { dunnett } from "../testing/dunnett.ts";

type Rows = (number | null)[][];
const golden = readGolden("incomplete-blocks.json") as {
  tables: {
    rows: Rows;
    d: number[];
    se: number[];
    df: number;
    s: number;
    g: number[];
    critical: number;
    p: number[];
  }[];
};

const asCells = (rows: Rows) =>
  rows.map((row) => new Map(row.flatMap((v, seed) => (v === null ? [] : [[seed, v] as const]))));
const pooled = (rows: Rows, level = 0.95) => {
  const [baseline, ...others] = asCells(rows);
  return pooledBlocks(baseline, others, level);
};

const ONE_MISSING: Rows = [
  [71, 74, 72, 75],
  [75.5, 78, 77, null],
  [70, 76, 73.5, 74],
  [80, 82.4, 79.1, 83],
];

describe("seeds as blocks with runs missing", () => {
  test("one missing run: the printed differences, errors, critical value and p", () => {
    const { rows, df, residualSd, critical, loadings, complete } = pooled(ONE_MISSING);
    expect({ df, complete }).toEqual({ df: 8, complete: false });
    expect(residualSd).toBeCloseTo(1.039230485, 9);
    expect(critical).toBeCloseTo(2.889603958, 9);
    const printed = [
      [4.333333333, 0.8124038405, 0.6396021491, 0.001839949605],
      [0.375, 0.7348469228, 0.7071067812, 0.921343465],
      [8.125, 0.7348469228, 0.7071067812, 0.00001075130032],
    ];
    rows.forEach(({ value, se, p }, i) =>
      [value, se, loadings[i], p].forEach((figure, j) =>
        expect(relativeError(figure ?? 0, printed[i][j])).toBeLessThan(1e-9),
      ),
    );
  });

  test("least squares on the whole design matrix in Python agrees", () => {
    for (const table of golden.tables) {
      const { rows, df, residualSd, critical, loadings } = pooled(table.rows);
      expect(df).toBe(table.df);
      expect(relativeError(residualSd ?? 0, table.s)).toBeLessThan(1e-11);
      expect(relativeError(critical ?? 0, table.critical)).toBeLessThan(1e-9);
      rows.forEach(({ value, se, p }, i) => {
        expect(Math.abs((value ?? 0) - table.d[i])).toBeLessThan(1e-10);
        expect(relativeError(se ?? 0, table.se[i])).toBeLessThan(1e-10);
        expect(Math.abs(loadings[i] - table.g[i])).toBeLessThan(1e-8);
        expect(relativeError(p ?? 0, table.p[i])).toBeLessThan(1e-8);
      });
    }
  });

  test("where nothing is missing it is Dunnett's comparison", () => {
    const value = fc.integer({ min: -100, max: 100 });
    const table = fc
      .tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 3, max: 5 }))
      .chain(([cells, seeds]) =>
        fc.array(fc.array(value, { minLength: seeds, maxLength: seeds }), {
          minLength: cells,
          maxLength: cells,
        }),
      );
    fc.assert(
      fc.property(table, ([baseline, ...others]) => {
        const known = dunnett(baseline, others);
        const { rows, critical } = pooled([baseline, ...others]);
        if (known.critical === null) return rows.every((row) => row.missing === "no_residual_variance");
        return (
          critical === known.critical &&
          rows.every(
            (row, i) =>
              Math.abs((row.low ?? 0) - (known.rows[i].low ?? 0)) < 1e-9 &&
              Math.abs((row.p ?? 0) - (known.rows[i].p ?? 0)) < 1e-9,
          )
        );
      }),
      { numRuns: 60 },
    );
  });

  test("a seed that only one cell ran changes nothing but that cell's place", () => {
    const extra = pooled(ONE_MISSING.map((row, i) => [...row, i === 2 ? 99 : null]));
    const without = pooled(ONE_MISSING);
    expect(extra.df).toBe(without.df);
    extra.rows.forEach((row, i) => expect(row.p).toBeCloseTo(without.rows[i].p ?? 0, 10));
  });
});

describe("what cannot be pooled", () => {
  test("a cell without a seed in common with the others has none, and the others keep theirs", () => {
    const apart = [null, null, null, null, 1, 2, 4];
    const widened = ONE_MISSING.map((row) => [...row, null, null, null]);
    const { rows, comparisons } = pooled([...widened, apart]);
    expect(rows.map((row) => row.missing)).toEqual([null, null, null, "disconnected"]);
    expect(comparisons).toBe(3);
    expect(rows.slice(0, 3)).toEqual(pooled(ONE_MISSING).rows);
    expect(
      pooled([
        [1, 2, 3],
        [null, null, null, 4, 5],
      ]).rows[0].missing,
    ).toBe("disconnected");
  });

  test("a cell that reaches the baseline through another one is connected", () => {
    const { rows, df } = pooled([
      [1, 2, 4, null, null],
      [2, 2.5, 5.5, 4, 3],
      [null, null, null, 7, 5],
    ]);
    expect(rows.map((row) => row.missing)).toEqual([null, null]);
    expect(df).toBe(10 - 3 - 5 + 1);
  });

  test("as many effects as values, and residuals of 0: none, with the reason", () => {
    expect(
      pooled([
        [1, 2, 3],
        [null, null, 4, 5, 6],
      ]).rows[0].missing,
    ).toBe("no_residual_df");
    expect(
      pooled([
        [1, 2, 3],
        [2, 3, 4],
      ]).rows[0],
    ).toMatchObject({ value: null, missing: "no_residual_variance" });
  });
});

test("one factor meets three correlations exactly, and stays inside its bounds where none can", () => {
  const [g] = oneFactor([
    [1, 0.4, 0.5],
    [0.4, 1, 0.6],
    [0.5, 0.6, 1],
  ]);
  expect(g).toBeCloseTo(Math.sqrt((0.4 * 0.5) / 0.6), 12);
  const bounded = oneFactor([
    [1, 0.9, 0.9],
    [0.9, 1, 0.2],
    [0.9, 0.2, 1],
  ]);
  for (const loading of bounded) expect(loading).toBeLessThanOrEqual(Math.sqrt(0.995));
  expect(oneFactor([[1]])).toEqual([0]);
  expect(
    oneFactor([
      [1, 0],
      [0, 1],
    ]),
  ).toEqual([0, 0]);
});

test("a table costs an integral for each p and a few for the critical value, however many the seeds", () => {
  const tableOf = (seeds: number) => {
    const cells = Array.from({ length: 5 }, (_, i) =>
      Array.from({ length: seeds }, (_, j) => Math.sin(7 * i + 13 * j)),
    );
    return () => pooled(cells);
  };
  for (const seeds of [3, 24]) {
    const tails = countSteps(tableOf(seeds)).calls("tail");
    expect(tails).toBeGreaterThanOrEqual(4);
    expect(tails).toBeLessThan(4 + 12);
  }
  expect(growthOfSteps(3, tableOf)).toBeLessThan(2);
});
