import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { claims, type ClaimPlan, type Claims } from "./claims.ts";
import { manyToOne, pairedByPlan } from "./many-to-one.ts";
import { detectableDifference } from "./plan.ts";
import { dunnett } from "../testing/dunnett.ts";

type Table = Record<string, Record<number, number | null>>;
const asCells = (table: Table) =>
  new Map(
    Object.entries(table).map(([cell, values]) => [
      cell,
      new Map(Object.entries(values).map(([seed, value]) => [Number(seed), value])),
    ]),
  );
const claim = (table: Table, plan?: ClaimPlan) => claims({ cells: asCells(table), baseline: "base", plan });
const rowOf = (result: Claims, cell: string) => {
  const row = result.rows.find((r) => r.cell === cell);
  if (!row) throw new Error(`no row ${cell}`);
  return row;
};

const BASE = { 1: 0.71, 2: 0.74, 3: 0.73 };
const UP = { 1: 0.83, 2: 0.85, 3: 0.84 };
const NEAR = { 1: 0.7, 2: 0.76, 3: 0.72 };
const TABLE: Table = { base: BASE, up: UP, near: NEAR };

describe("a row", () => {
  test("has the interval and p of the comparison that allows for unequal spread", () => {
    const direct = manyToOne(Object.values(BASE), [Object.values(UP), Object.values(NEAR)]);
    const result = claim(TABLE);
    expect(result).toMatchObject({
      method: "hasler_hothorn",
      comparisons: 2,
      columns: 1,
      intervalLevel: 0.95,
    });
    result.rows.forEach((row, i) => {
      const { value, low, high, p, se, df, critical } = direct.rows[i];
      expect(row).toMatchObject({
        value,
        low,
        high,
        p,
        se,
        df,
        critical,
        untested: null,
        n: 3,
        nBaseline: 3,
      });
    });
    expect(result.rows.map((row) => row.verdict)).toEqual(["significant", "not_significant"]);
  });

  test("has the pooled answer behind it: Dunnett's where every cell has every seed", () => {
    const direct = dunnett(Object.values(BASE), [Object.values(UP), Object.values(NEAR)]);
    const { rows } = claim(TABLE);
    rows.forEach(({ pooled }, i) => {
      expect(pooled).toMatchObject({ method: "dunnett_blocks", df: 4 });
      expect(pooled?.low).toBeCloseTo(direct.rows[i].low ?? 0, 10);
      expect(pooled?.p).toBeCloseTo(direct.rows[i].p ?? 0, 10);
    });
  });

  test("says what these seeds could detect if all cells scatter as here, in terms of their common spread", () => {
    const { rows } = claim(TABLE);
    const variances = [BASE, UP, NEAR].map((cell) => {
      const [a, b, c] = Object.values(cell);
      const mean = (a + b + c) / 3;
      return ((a - mean) ** 2 + (b - mean) ** 2 + (c - mean) ** 2) / 2;
    });
    const sd = Math.sqrt(variances.reduce((x, y) => x + y) / 3);
    const value = detectableDifference({ n: 3, nBaseline: 3, sd, sdBaseline: sd, comparisons: 2 });
    expect(rows[0].noDetectable).toBeNull();
    expect(rows[0].detectable?.sd).toBeCloseTo(sd, 12);
    expect(rows[0].detectable?.value).toBeCloseTo(value, 10);
    expect(rows[0].detectable?.power).toBe(0.8);
  });
});

describe("the verdict", () => {
  const steady = { 1: 0.5, 2: 0.52, 3: 0.51 };
  const shifted = { 1: 0.565, 2: 0.585, 3: 0.57 };

  test("only the pooled answer separates: that holds if all cells scatter alike, and says so", () => {
    const wide = { base: { 1: 0.5, 2: 0.6, 3: 0.7 }, up: { 1: 0.65, 2: 0.74, 3: 0.86 } };
    const row = rowOf(claim(wide), "up");
    expect(row.low).toBeLessThan(0);
    expect(row.pooled?.low).toBeGreaterThan(0);
    expect(row.verdict).toBe("significant_if_equal_variances");
  });

  test("one wild cell neither hides a real difference of the others nor makes them claim more", () => {
    const wild = { 1: 0.1, 2: 0.9, 3: 0.45 };
    const result = claim({ base: steady, shifted, wild });
    expect(rowOf(result, "shifted").verdict).toBe("significant");
    expect(rowOf(result, "shifted").pooled?.low).toBeLessThan(0);
    expect(rowOf(result, "wild").verdict).toBe("not_significant");
    expect(result.spreadStandsOut?.cell).toBe("wild");
    expect(result.spreadStandsOut?.ratio).toBeGreaterThan(10);
    for (const row of result.rows)
      expect(row).toMatchObject({ detectable: null, noDetectable: "spreads_differ" });
  });

  test("it is the interval's: differs exactly where the interval leaves 0, whatever is pooled", () => {
    const values = fc.dictionary(fc.constantFrom("1", "2", "3", "4"), fc.integer({ min: 0, max: 12 }));
    const table = fc.record({ base: values, a: values, b: values, c: values });
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 3 }), fc.boolean(), (cells, columns, sharedStarts) =>
        claim(cells as Table, { columns, sharedStarts }).rows.every(
          ({ low, high, p, pooled, verdict, untested }) => {
            if (low === null || high === null || p === null)
              return verdict === "untested" && untested !== null && p === null;
            if (low > 0 || high < 0) return verdict === "significant" && p < 0.05 + 1e-9;
            const alike = pooled !== null && (pooled.low > 0 || pooled.high < 0);
            return (
              verdict === (alike ? "significant_if_equal_variances" : "not_significant") && p > 0.05 - 1e-9
            );
          },
        ),
      ),
      { numRuns: 150 },
    );
  });
});

describe("runs that are missing", () => {
  const four: Table = {
    base: { ...BASE, 4: 0.72 },
    up: { ...UP, 4: 0.86 },
    near: { ...NEAR, 4: 0.75 },
    third: { 1: 0.69, 2: 0.71, 3: 0.75, 4: 0.73 },
  };

  test("one of them changes neither method nor difference of the other rows, and its cell keeps an interval", () => {
    const whole = claim(four);
    const missing = claim({ ...four, near: { ...NEAR, 4: null } });
    expect(missing.method).toBe(whole.method);
    for (const cell of ["up", "third"]) {
      const [before, after] = [rowOf(whole, cell), rowOf(missing, cell)];
      expect(after).toMatchObject({
        value: before.value,
        se: before.se,
        df: before.df,
        verdict: before.verdict,
      });
      expect(after.pooled).toMatchObject({ method: "incomplete_blocks" });
    }
    expect(rowOf(missing, "near")).toMatchObject({ n: 3, commonSeeds: 3, untested: null });
  });

  test("no seed in common: the claim stands, nothing is pooled for that row alone", () => {
    const result = claim({ ...TABLE, apart: { 7: 0.9, 8: 0.93, 9: 0.91 } });
    expect(rowOf(result, "apart")).toMatchObject({
      verdict: "significant",
      commonSeeds: 0,
      pooled: null,
      noPooled: "disconnected",
    });
    expect(rowOf(result, "up").pooled?.method).toBe("dunnett_blocks");
  });

  test("fewer than 3 seeds on a side: the difference, no place in the family", () => {
    const result = claim({ ...TABLE, running: { 1: 0.9, 2: 0.9 } });
    const alone = claim(TABLE);
    expect(result.comparisons).toBe(2);
    expect(rowOf(result, "up")).toEqual(rowOf(alone, "up"));
    expect(rowOf(result, "running")).toMatchObject({
      verdict: "untested",
      untested: "too_few_seeds",
      noPooled: "untested",
      noDetectable: "untested",
      low: null,
      p: null,
    });
    expect(rowOf(result, "running").value).toBeCloseTo(0.9 - 2.18 / 3, 12);
  });

  test("diverged runs are left out, counted on both sides, and are not missing seeds of others", () => {
    const result = claim({ base: { ...BASE, 4: Infinity }, up: { ...UP, 4: Number.NaN }, near: NEAR });
    expect(result.nonFiniteBaseline).toBe(1);
    expect(rowOf(result, "up")).toMatchObject({ n: 3, nBaseline: 3, nonFinite: 1, verdict: "significant" });
    expect(rowOf(result, "near").nonFinite).toBe(0);
  });

  test("nothing on a side gives no value, with the side", () => {
    expect(rowOf(claim({ base: BASE, empty: {} }), "empty")).toMatchObject({
      value: null,
      untested: "no_value",
    });
    expect(rowOf(claim({ base: {}, up: UP }), "up")).toMatchObject({
      value: null,
      untested: "baseline_no_value",
    });
    expect(() => claims({ cells: asCells({ up: UP }), baseline: "base" })).toThrow(
      '"base" is not among the 1 cells',
    );
  });
});

describe("copies", () => {
  test("a cell that copies the baseline is not tested, and changes nothing for the others", () => {
    const result = claim({ ...TABLE, copy: BASE });
    expect(rowOf(result, "copy")).toMatchObject({
      value: 0,
      untested: "copy_of_baseline",
      verdict: "untested",
      pooled: null,
    });
    expect(rowOf(result, "up")).toEqual(rowOf(claim(TABLE), "up"));
  });

  test("a copy with one run missing is still a copy", () => {
    const result = claim({ base: { ...BASE, 4: 0.9 }, copy: BASE, up: UP });
    expect(rowOf(result, "copy").untested).toBe("copy_of_baseline");
    expect(rowOf(result, "copy").value).toBeCloseTo(2.18 / 3 - 3.08 / 4, 12);
  });

  test("two equal seeds are too few to call a cell a copy, and seeds of its own beside equal ones make it none", () => {
    const two = claim({ ...TABLE, few: { 1: 0.71, 2: 0.74 } });
    expect(rowOf(two, "few").untested).toBe("too_few_seeds");
    const own = claim({ base: { ...BASE, 4: 0.9 }, partly: { ...BASE, 5: 0.2 }, up: UP });
    expect(rowOf(own, "partly").untested).toBeNull();
    expect(own.comparisons).toBe(2);
  });

  test("two cells that copy each other are one comparison with one result", () => {
    const result = claim({ ...TABLE, twin: UP });
    expect(result.comparisons).toBe(2);
    expect({ ...rowOf(result, "twin"), cell: "up" }).toEqual(rowOf(result, "up"));
  });
});

describe("what the plan said before the first run", () => {
  test("of 3 exploratory columns each p counts threefold and each interval is at 98.33 %", () => {
    const [one, three] = [claim(TABLE), claim(TABLE, { columns: 3 })];
    expect(three.intervalLevel).toBeCloseTo(1 - 0.05 / 3, 14);
    three.rows.forEach((row, i) => {
      expect(row.p).toBeCloseTo(Math.min(1, 3 * (one.rows[i].p ?? 0)), 12);
      expect(row.pooled?.p).toBeCloseTo(Math.min(1, 3 * (one.rows[i].pooled?.p ?? 0)), 12);
      expect(row.critical).toBeGreaterThan(one.rows[i].critical ?? 0);
      expect(row.detectable?.value).toBeGreaterThan(one.rows[i].detectable?.value ?? 0);
    });
    const direct = manyToOne(Object.values(BASE), [Object.values(UP), Object.values(NEAR)], 1 - 0.05 / 3);
    expect(three.rows[0].low).toBe(direct.rows[0].low);
  });

  test("seeds that share a start are paired, Bonferroni over the rows, over common seeds only", () => {
    const result = claim({ ...TABLE, near: { ...NEAR, 9: 5 } }, { sharedStarts: true });
    const map = (values: Record<number, number>) =>
      new Map(Object.entries(values).map(([s, v]) => [Number(s), v]));
    const direct = pairedByPlan(map(BASE), [map(UP), map(NEAR)]);
    expect(result.method).toBe("paired_t_bonferroni");
    result.rows.forEach((row, i) => {
      const { value, low, high, p, df } = direct.rows[i];
      expect(row).toMatchObject({ value, low, high, p, df });
    });
    const apart = claim({ base: BASE, apart: { 7: 0.8, 8: 0.9, 9: 0.7 } }, { sharedStarts: true });
    expect(rowOf(apart, "apart")).toMatchObject({ untested: "too_few_common_seeds", value: null });
  });

  test("columns are counted in whole numbers", () => {
    expect(() => claim(TABLE, { columns: 0 })).toThrow("at least 1 comparison");
  });
});

test("no NaN or infinity ever comes out, and what is null together is null together", () => {
  const value = fc.oneof(
    fc.double(),
    fc.constantFrom(0, 1, Number.NaN, Infinity, null, 1e150, -1e150, 1e-200),
    fc.double({ min: 0, max: 1, noNaN: true }),
  );
  const cell = fc.array(value, { minLength: 0, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), fc.boolean(), (cells, sharedStarts) => {
      const table = new Map(cells.map((values, i) => [`c${i}`, new Map(values.map((v, seed) => [seed, v]))]));
      const { rows } = claims({ cells: table, baseline: "c0", plan: { sharedStarts } });
      const finite = (x: unknown) => typeof x !== "number" || Number.isFinite(x);
      return rows.every(
        (row) =>
          Object.values(row).every(finite) &&
          Object.values(row.pooled ?? {}).every(finite) &&
          Object.values(row.detectable ?? {}).every(finite) &&
          [row.high, row.p, row.se, row.df, row.critical].every((x) => (x === null) === (row.low === null)) &&
          (row.untested === null) === (row.low !== null) &&
          (row.pooled === null) === (row.noPooled !== null) &&
          (row.detectable === null) === (row.noDetectable !== null),
      );
    }),
    { numRuns: 400 },
  );
});
