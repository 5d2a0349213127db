import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { claims, type SeedValues } from "./claims.ts";
import { claimsWithMissing } from "./missing-seeds.ts";

const seeds = (...values: (number | null)[]): SeedValues =>
  new Map(values.map((value, seed) => [seed, value]));

const CLEAR = seeds(0.7, 0.71, 0.69, 0.7, 0.72, 0.68);
const BASE = seeds(0.5, 0.52, 0.48, 0.51, 0.49, 0.5);

function rowOf(
  cells: Record<string, SeedValues>,
  unfinished: Record<string, number> = {},
  sharedStarts = false,
) {
  const { rows } = claimsWithMissing({
    cells: new Map(Object.entries(cells)),
    baseline: "baseline",
    unfinished: new Map(Object.entries(unfinished)),
    plan: { sharedStarts },
  });
  return rows[0];
}

describe("a claim over seeds of which some have no value", () => {
  test("is that of `claims` where none is missing", () => {
    const cells = new Map([
      ["baseline", BASE],
      ["a", CLEAR],
    ]);
    const [{ missing, missingBaseline, worst, skewed, collapse, ...row }] = claimsWithMissing({
      cells,
      baseline: "baseline",
    }).rows;
    expect(skewed).toBeNull();
    expect(collapse).toMatchObject({ about: "runs_without_collapse", runs: 6, collapsed: 0, erasedBy: null });
    expect(row).toEqual(claims({ cells, baseline: "baseline" }).rows[0]);
    expect({ missing, missingBaseline, worst }).toEqual({ missing: 0, missingBaseline: 0, worst: null });
  });

  test("is incomplete where the missing seeds of the better side may be as bad as the worst", () => {
    const row = rowOf({ baseline: BASE, a: seeds(0.61, 0.62, 0.63, null, null, null) });
    expect(row).toMatchObject({ verdict: "incomplete", n: 3, nBaseline: 6, missing: 3, missingBaseline: 0 });
    expect(row.low).toBeGreaterThan(0);
    expect(row.worst?.low).toBeLessThan(0);
  });

  test("is incomplete where the missing seeds of the baseline may be as good as the best", () => {
    const row = rowOf({ baseline: seeds(0.5, 0.49, 0.51, NaN, Infinity, null), a: CLEAR });
    expect(row).toMatchObject({ verdict: "incomplete", missing: 0, missingBaseline: 3 });
  });

  test("stands where it holds with the missing seed at the worst of any cell", () => {
    const many = seeds(...[...CLEAR.values(), ...CLEAR.values(), ...CLEAR.values()].slice(0, 15), null);
    const row = rowOf({ baseline: BASE, a: many });
    expect(row.verdict).toBe("significant_despite_missing");
    expect(row.worst?.low).toBeGreaterThan(0);
    expect(row.worst?.low).toBeLessThan(row.low ?? 0);
  });

  test("takes the worst from other cells too", () => {
    const many = seeds(...[...CLEAR.values(), ...CLEAR.values(), ...CLEAR.values()].slice(0, 15), null);
    expect(rowOf({ baseline: BASE, a: many, collapsed: seeds(-9, -9.1, -9.2) }).verdict).toBe("incomplete");
  });

  test("is interim while a run of either side can still end, whatever the values say", () => {
    expect(rowOf({ baseline: BASE, a: CLEAR }, { a: 1 }).verdict).toBe("interim");
    expect(rowOf({ baseline: BASE, a: BASE }, { other: 3 }).verdict).not.toBe("interim");
    expect(rowOf({ baseline: BASE, a: CLEAR }, { baseline: 2 }).verdict).toBe("interim");
  });

  test("stays untested and not significant as it was", () => {
    expect(rowOf({ baseline: BASE, a: seeds(0.7, 0.7, null) }, { a: 1 }).verdict).toBe("untested");
    expect(rowOf({ baseline: BASE, a: seeds(0.52, 0.47, 0.5, null) }).verdict).toBe("not_significant");
  });

  test("never claims more than with all values, whichever finite values the missing seeds within the range had", () => {
    const value = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 4, maxLength: 7 }),
        fc.array(value, { minLength: 4, maxLength: 7 }),
        fc.boolean(),
        (own, base, higher) => {
          const shifted = own.map((one) => one + (higher ? 2 : -2));
          const all = { baseline: seeds(...base), a: seeds(...shifted) };
          const holed = { ...all, a: seeds(...shifted.slice(0, -1), null) };
          const row = rowOf(holed);
          if (row.verdict === "significant") return false;
          if (row.verdict !== "significant_despite_missing" || row.worst === null) return true;
          return higher ? row.worst.low > 0 : row.worst.high < 0;
        },
      ),
      { numRuns: 60 },
    );
  });
});
