import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CellComparison } from "./cell-comparison.ts";
import { compareCells } from "./compare-cells.ts";
import { dunnett } from "./dunnett.ts";

type Table = Record<string, Record<number, number | null>>;
const asCells = (table: Table) =>
  new Map(
    Object.entries(table).map(([cell, values]) => [
      cell,
      new Map(Object.entries(values).map(([seed, value]) => [Number(seed), value])),
    ]),
  );
const compare = (table: Table) => compareCells(asCells(table), "base");
const rowOf = (result: CellComparison, cell: string) => result.rows.find((row) => row.cell === cell);

const BASE = { 1: 0.71, 2: 0.74, 3: 0.73 };

describe("the choice of the method", () => {
  test("matching seed lists, in any order: Dunnett with seeds as blocks", () => {
    const result = compare({ base: BASE, a: { 3: 0.83, 1: 0.79, 2: 0.85 }, b: { 2: 0.72, 3: 0.74, 1: 0.7 } });
    const direct = dunnett(
      [0.71, 0.74, 0.73],
      [
        [0.79, 0.85, 0.83],
        [0.7, 0.72, 0.74],
      ],
    );
    expect(result).toMatchObject({ design: "dunnett_blocks", comparisons: 2, seeds: 3, df: 4 });
    expect(result.rows.map(({ low, high, p }) => ({ low, high, p }))).toEqual(
      direct.rows.map(({ low, high, p }) => ({ low, high, p })),
    );
    expect(result.rows[0].method).toContain("Dunnett");
  });

  test("one cell with another seed list moves the whole table to Welch with Bonferroni", () => {
    const result = compare({
      base: BASE,
      a: { 1: 0.79, 2: 0.85, 3: 0.83 },
      b: { 1: 0.7, 2: 0.72, 3: 0.74, 4: 0.7 },
    });
    expect(result).toMatchObject({ design: "welch_bonferroni", comparisons: 2, seeds: null });
    for (const row of result.rows) expect(row.method).toMatch(/Welch.*2 comparisons by Bonferroni/);
  });

  test("a cell below 3 common seeds shows its difference only and does not spoil the others' blocks", () => {
    const result = compare({ base: BASE, a: { 1: 0.79, 2: 0.85, 3: 0.83 }, running: { 1: 0.9, 2: 0.9 } });
    expect(result).toMatchObject({ design: "dunnett_blocks", comparisons: 1 });
    const row = rowOf(result, "running");
    expect(row).toMatchObject({ low: null, high: null, p: null, n: 2, commonSeeds: 2 });
    expect(row?.value).toBeCloseTo(0.9 - 2.18 / 3, 12);
    expect(row?.method).toContain("here are 2");
  });

  test("a missing seed given as null is the same as one not given", () => {
    const given = compare({ base: { ...BASE, 4: null }, a: { 1: 0.79, 2: 0.85, 3: 0.83 } });
    expect(given).toEqual(compare({ base: BASE, a: { 1: 0.79, 2: 0.85, 3: 0.83 } }));
  });

  test("disjoint seed lists: difference only", () => {
    const result = compare({ base: BASE, a: { 7: 0.8, 8: 0.9, 9: 0.7 } });
    expect(result).toMatchObject({ design: "none", comparisons: 0 });
    expect(rowOf(result, "a")).toMatchObject({ low: null, p: null, n: 3, commonSeeds: 0 });
  });
});

describe("values that no method can use", () => {
  test("a NaN seed is a missing seed: counted, named, and the lists no longer match", () => {
    const result = compare({
      base: { ...BASE, 4: 0.75 },
      a: { 1: 0.79, 2: 0.85, 3: 0.83, 4: Number.NaN },
      b: { 1: 0.7, 2: 0.72, 3: 0.74, 4: 0.71 },
    });
    expect(result.design).toBe("welch_bonferroni");
    expect(rowOf(result, "a")).toMatchObject({ n: 3, nonFinite: 1, commonSeeds: 3 });
    expect(rowOf(result, "a")?.method).toContain("1 non-finite value left out");
    expect(rowOf(result, "b")?.method).not.toContain("left out");
  });

  test("a diverged baseline is named in every row", () => {
    const result = compare({ base: { ...BASE, 4: Infinity }, a: { 1: 0.79, 2: 0.85, 3: 0.83 } });
    expect(result).toMatchObject({ design: "dunnett_blocks", nonFiniteBaseline: 1 });
    expect(rowOf(result, "a")?.method).toContain("1 non-finite value left out");
  });

  test("a cell that copies the baseline has difference 0, no interval, and does not shrink the others' intervals", () => {
    const other = { 1: 0.79, 2: 0.85, 3: 0.83 };
    const alone = compare({ base: BASE, other });
    const withCopy = compare({ base: BASE, copy: BASE, other });
    expect(rowOf(withCopy, "copy")).toMatchObject({ value: 0, low: null, high: null, p: null });
    expect(rowOf(withCopy, "copy")?.method).toContain("equal to the baseline in every seed");
    expect(rowOf(withCopy, "other")).toEqual(rowOf(alone, "other"));
  });

  test("two cells that copy each other are one comparison with one result", () => {
    const other = { 1: 0.79, 2: 0.85, 3: 0.83 };
    const result = compare({ base: BASE, first: other, second: other });
    expect(result.comparisons).toBe(1);
    expect({ ...rowOf(result, "second"), cell: "first" }).toEqual(rowOf(result, "first"));
  });

  test("without residual variance every row has its difference, no interval, and the reason", () => {
    const result = compare({
      base: { 1: 0.1, 2: 0.2, 3: 0.3 },
      up: { 1: 0.2, 2: 0.3, 3: 0.4 },
    });
    expect(result).toMatchObject({
      design: "none",
      comparisons: 0,
      caution: null,
      residualSd: null,
      df: null,
    });
    expect(result.rows[0]).toMatchObject({ low: null, high: null, p: null });
    expect(result.rows[0].method).toContain("no residual variance");
  });

  test("nothing at all in a cell or in the baseline gives no value", () => {
    const empty = compare({ base: BASE, a: {}, b: { 1: Number.NaN } });
    expect(empty.rows.map((row) => row.value)).toEqual([null, null]);
    const noBase = compare({ base: {}, a: BASE });
    expect(noBase.rows[0].value).toBeNull();
    expect(noBase.rows[0].method).toContain("baseline has no finite value");
    expect(() => compare({ a: BASE })).toThrow('"base" is not among the 1 cells');
  });
});

test("a cell that scatters unlike the others is named in a caution", () => {
  const wild = compare({
    base: BASE,
    calm: { 1: 0.72, 2: 0.74, 3: 0.735 },
    mild: { 1: 0.7, 2: 0.74, 3: 0.72 },
    wild: { 1: 0.1, 2: 0.9, 3: 0.4 },
  });
  expect(wild.caution).toMatch(
    /"wild" scatters \d+ times as much .* its own interval is too narrow and theirs are too wide/,
  );
  const alike = compare({ base: BASE, a: { 1: 0.72, 2: 0.73, 3: 0.75 }, b: { 1: 0.7, 2: 0.76, 3: 0.73 } });
  expect(alike.caution).toBeNull();
});

test("no NaN or infinity ever comes out, and bounds and p are null together", () => {
  const value = fc.oneof(
    fc.double(),
    fc.constantFrom(0, 1, Number.NaN, Infinity, null),
    fc.double({ min: 0, max: 1, noNaN: true }),
  );
  const cell = fc.array(value, { minLength: 0, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (cells) => {
      const table = new Map(
        cells.map((values, i) => [`cell ${i}`, new Map(values.map((v, seed) => [seed, v]))]),
      );
      const result = compareCells(table, "cell 0");
      const finite = (x: number | null) => x === null || Number.isFinite(x);
      return (
        finite(result.residualSd) &&
        result.rows.length === cells.length - 1 &&
        result.rows.every(
          (row) =>
            [row.value, row.low, row.high, row.p].every(finite) &&
            (row.low === null) === (row.p === null) &&
            (row.low === null) === (row.high === null) &&
            row.method !== "",
        )
      );
    }),
    { numRuns: 300 },
  );
});
