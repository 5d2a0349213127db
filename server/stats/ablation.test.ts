import { expect, test } from "vitest";
import { bonferroni } from "./claims/many-to-one-tail.ts";
import { claims } from "./claims/claims.ts";
import { pooledBlocks } from "./claims/incomplete-blocks.ts";
import { meanInterval } from "./mean-interval.ts";
import { readGolden } from "./testing.ts";
import { welch } from "./testing/welch.ts";

const golden = readGolden("ablation.json") as {
  cells: [string, number[]][];
  df: number;
  mse: number;
  critical: number;
  dunnett: [string, number, number, number, number][];
  welch: [string, number, number, number][];
  means: [string, number, number, number][];
};

const SEEDS = [101, 202, 303];
const CELLS = new Map(
  golden.cells.map(([name, values]) => [name, new Map(values.map((value, j) => [SEEDS[j], value]))]),
);
const of = (cell: string) => CELLS.get(cell) ?? new Map<number, number>();

const closeTo = (actual: number | null | undefined, expected: number) => {
  expect(actual).not.toBeNull();
  expect(Math.abs((actual ?? Number.NaN) - expected)).toBeLessThan(1e-9);
};

test("behind an ablation of 5 cells and 3 seeds stand the pooled numbers that scipy has, in every row", () => {
  const { rows, comparisons, spreadStandsOut } = claims({ cells: CELLS, baseline: "no_kl" });
  expect({ comparisons, spreadStandsOut }).toEqual({ comparisons: 4, spreadStandsOut: null });
  golden.dunnett.forEach(([cell, value, low, high, p], i) => {
    const { pooled } = rows[i];
    expect(rows[i].cell).toBe(cell);
    closeTo(rows[i].value, value);
    expect(pooled).toMatchObject({ method: "dunnett_blocks", df: golden.df });
    closeTo(pooled?.low, low);
    closeTo(pooled?.high, high);
    closeTo(pooled?.p, p);
  });
  const others = golden.dunnett.map(([cell]) => of(cell));
  const { residualSd, critical } = pooledBlocks(of("no_kl"), others);
  closeTo(residualSd, Math.sqrt(golden.mse));
  closeTo(critical, golden.critical);
});

test("each configuration's own mean and interval are scipy's", () => {
  golden.means.forEach(([cell, mean, low, high]) => {
    const own = meanInterval([...of(cell).values()]);
    closeTo(own.value, mean);
    closeTo(own.low, low);
    closeTo(own.high, high);
  });
});

test("one by one at Bonferroni's 98.75 % the intervals are scipy's, and a claim's p is never above theirs", () => {
  const { rows } = claims({ cells: CELLS, baseline: "no_kl" });
  const { level, adjust } = bonferroni(4);
  golden.welch.forEach(([cell, low, high, p], i) => {
    const alone = welch([...of(cell).values()], [...of("no_kl").values()], level);
    closeTo(alone.low, low);
    closeTo(alone.high, high);
    closeTo(adjust(alone.p ?? 1), p);
    expect(rows[i].p).toBeLessThanOrEqual(p);
    expect(rows[i].low).toBeGreaterThan(low);
  });
});

test("one unlike seed list leaves every claim's difference and error alone", () => {
  const other = new Map([...SEEDS, 404].map((seed, j) => [seed, 0.7 + j / 100]));
  const before = claims({ cells: CELLS, baseline: "no_kl" });
  const after = claims({ cells: new Map(CELLS).set("other", other), baseline: "no_kl" });
  expect(after.comparisons).toBe(5);
  before.rows.forEach(({ cell, value, se, df }, i) =>
    expect(after.rows[i]).toMatchObject({ cell, value, se, df }),
  );
});
