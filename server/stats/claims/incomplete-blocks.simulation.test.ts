import { describe, expect, test } from "vitest";
import { claims } from "./claims.ts";
import { pooledBlocks } from "./incomplete-blocks.ts";
import { covers, LONG_RUN, shareOfWorlds, SIMULATION, simulationError, type Draws } from "../testing.ts";

interface World {
  /** Standard deviation of each cell's own noise; the baseline is first. */
  sds: number[];
  /** True means. */
  means?: number[];
  seeds: number;
  /** Standard deviation of what all cells share in a seed. */
  blockSd?: number;
  noise?: "normal" | "heavy";
}

function play(random: Draws, world: World): Map<number, number>[] {
  const { sds, means = [], seeds, blockSd = 1, noise = "normal" } = world;
  const blocks = Array.from({ length: seeds }, () => blockSd * random.normal());
  return sds.map(
    (sd, cell) => new Map(blocks.map((block, j) => [j, block + (means[cell] ?? 0) + sd * random[noise]()])),
  );
}

const pool = (random: Draws, world: World) => {
  const [baseline, ...others] = play(random, world);
  return pooledBlocks(baseline, others);
};
const excludesZero = ({ low, high }: { low: number | null; high: number | null }) =>
  low !== null && high !== null && (low > 0 || high < 0);
const separatesAny = (random: Draws, world: World) => pool(random, world).rows.some(excludesZero);

const EQUAL = [1, 1, 1, 1, 1];

describe("one common error with seeds as blocks, 5 cells that scatter alike", () => {
  for (const seeds of [3, 5, 8]) {
    test(
      `separates something in 5 % of null worlds with ${seeds} seeds, whatever the seeds share`,
      SIMULATION,
      () => {
        for (const blockSd of [0, 5]) {
          const rate = shareOfWorlds(`null, ${seeds} seeds, block sd ${blockSd}`, seeds, (random) =>
            separatesAny(random, { sds: EQUAL, seeds, blockSd }),
          );
          expect(Math.abs(rate - 0.05)).toBeLessThan(simulationError(0.05));
        }
      },
    );
  }

  test("heavy tails do not make it separate more", SIMULATION, () => {
    const rate = shareOfWorlds("null, t3 noise, 3 seeds", 31, (random) =>
      separatesAny(random, { sds: EQUAL, seeds: 3, noise: "heavy" }),
    );
    expect(rate).toBeLessThan(0.05 + simulationError(0.05));
  });

  test("covers all four true differences at once in 95 % of worlds", SIMULATION, () => {
    const means = [0, 1, -2, 0.3, 5];
    const rate = shareOfWorlds("joint coverage, 5 seeds", 51, (random) =>
      pool(random, { sds: EQUAL, means, seeds: 5 }).rows.every((row, i) => covers(row, means[i + 1])),
    );
    expect(Math.abs(rate - 0.95)).toBeLessThan(simulationError(0.95));
  });

  test("sees a 4 sd difference at 3 seeds in 94 % of worlds", SIMULATION, () => {
    const found = shareOfWorlds("4 sd, 3 seeds, pooled", 41, (random) =>
      excludesZero(pool(random, { sds: EQUAL, means: [0, 4], seeds: 3 }).rows[0]),
    );
    expect(Math.abs(found - 0.941)).toBeLessThan(simulationError(0.941));
  });

  test(
    "exact copies of the baseline in a table do not make its pooled rows separate more",
    SIMULATION,
    () => {
      const rate = shareOfWorlds("null, 3 copies of the baseline, 3 seeds", 71, (random) => {
        const [base, other] = play(random, { sds: [1, 1], seeds: 3 });
        const copies = ["copy 1", "copy 2", "copy 3"].map((name) => [name, base] as const);
        const { rows } = claims({
          cells: new Map([["base", base], ["other", other], ...copies]),
          baseline: "base",
        });
        return rows.some(({ pooled }) => pooled !== null && excludesZero(pooled));
      });
      expect(Math.abs(rate - 0.05)).toBeLessThan(simulationError(0.05));
    },
  );
});

test(
  "it misjudges cells that scatter unequally, and a column of claims names the cell where that can be seen",
  SIMULATION,
  () => {
    const worlds: [string, number[]][] = [
      ["baseline scatters 3 times", [3, 1, 1, 1, 1]],
      ["one cell scatters 3 times", [1, 3, 1, 1, 1]],
      ["one cell scatters 10 times", [1, 10, 1, 1, 1]],
      ["one cell scatters a tenth", [1, 0.1, 1, 1, 1]],
    ];
    const isNamed = (random: Draws, sds: number[], seeds: number) => {
      const cells = play(random, { sds, seeds, blockSd: 0 });
      const named = new Map(cells.map((values, i) => [`cell ${i}`, values]));
      return claims({ cells: named, baseline: "cell 0" }).spreadStandsOut;
    };
    for (const [name, sds] of LONG_RUN ? worlds : []) {
      for (const seeds of [3, 5, 8]) {
        shareOfWorlds(`null, ${name}, ${seeds} seeds`, 60, (random) => separatesAny(random, { sds, seeds }));
        shareOfWorlds(`  a cell is named`, 60, (random) => isNamed(random, sds, seeds) !== null);
      }
    }
    const sds = worlds[2][1];
    const worst = shareOfWorlds("null, tenfold, 3 seeds", 61, (random) =>
      separatesAny(random, { sds, seeds: 3 }),
    );
    const named = shareOfWorlds(
      "  the wild cell is named",
      61,
      (random) => isNamed(random, sds, 3)?.cell === "cell 1",
    );
    expect(worst).toBeGreaterThan(0.05 + simulationError(0.05));
    expect(named).toBeGreaterThan(0.7);
  },
);
