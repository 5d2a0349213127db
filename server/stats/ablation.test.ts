import { expect, test } from "vitest";
import { bonferroni } from "./bonferroni.ts";
import { compareCells } from "./compare-cells.ts";
import { meanInterval } from "./mean-interval.ts";
import { readGolden } from "./testing.ts";
import { welch } from "./welch.ts";

type Row = [string, number, number, number, number];
const golden = readGolden("ablation.json") as {
  cells: [string, number[]][];
  df: number;
  mse: number;
  critical: number;
  dunnett: Row[];
  welch: [string, number, number, number][];
  means: [string, number, number, number][];
};

const SEEDS = [101, 202, 303];
const table = () =>
  new Map(golden.cells.map(([name, values]) => [name, new Map(values.map((value, j) => [SEEDS[j], value]))]));

const closeTo = (actual: number | null, expected: number) => {
  expect(actual).not.toBeNull();
  expect(Math.abs((actual ?? 0) - expected)).toBeLessThan(1e-9);
};

test("an ablation of 5 cells and 3 seeds agrees with scipy in every number", () => {
  const result = compareCells(table(), "no_kl");
  expect(result).toMatchObject({
    design: "dunnett_blocks",
    comparisons: 4,
    seeds: 3,
    df: golden.df,
    caution: null,
  });
  closeTo(result.residualSd, Math.sqrt(golden.mse));
  golden.dunnett.forEach(([cell, value, low, high, p], i) => {
    const row = result.rows[i];
    expect(row.cell).toBe(cell);
    closeTo(row.value, value);
    closeTo(row.low, low);
    closeTo(row.high, high);
    closeTo(row.p, p);
  });
  golden.means.forEach(([cell, mean, low, high]) => {
    const own = meanInterval([...(table().get(cell)?.values() ?? [])]);
    closeTo(own.value, mean);
    closeTo(own.low, low);
    closeTo(own.high, high);
  });
});

test("one unlike seed list turns the whole table to Welch's test with Bonferroni, as scipy computes it", () => {
  const other = new Map([...SEEDS, 404].map((seed, j) => [seed, 0.7 + j / 100]));
  const result = compareCells(new Map(table()).set("other", other), "no_kl");
  expect(result).toMatchObject({ design: "welch_bonferroni", comparisons: 5, seeds: null, df: null });
  golden.welch.forEach(([cell, , , adjustedForFour], i) => {
    expect(result.rows[i].cell).toBe(cell);
    if (adjustedForFour < 0.8) closeTo(result.rows[i].p, (adjustedForFour / 4) * 5);
    else expect(result.rows[i].p).toBe(1);
  });
});

test("Welch's intervals at Bonferroni's 98.75 % are scipy's", () => {
  const values = new Map(golden.cells);
  for (const [cell, low, high] of golden.welch) {
    const result = welch(values.get(cell) ?? [], values.get("no_kl") ?? [], bonferroni(4).level);
    closeTo(result.low, low);
    closeTo(result.high, high);
  }
});
