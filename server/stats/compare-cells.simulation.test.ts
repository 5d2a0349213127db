import { describe, expect, test } from "vitest";
import { compareCells } from "./compare-cells.ts";
import { minimalDetectable } from "./minimal-detectable.ts";
import { covers, LONG_RUN, shareOfWorlds, SIMULATION, simulationError, type Draws } from "./testing.ts";
import { welch } from "./welch.ts";

interface World {
  /** Standard deviation of each cell's own noise; the baseline is first. */
  sds: number[];
  /** True means. */
  means?: number[];
  seeds: number;
  /** Standard deviation of what all cells share in a seed. */
  blockSd?: number;
  noise?: "normal" | "heavy";
  /** Seeds by which each cell is numbered; the default gives all cells the same. */
  seedOf?: (cell: number, j: number) => number;
}

function makeTable(random: Draws, world: World): Map<string, Map<number, number>> {
  const { sds, means = [], seeds, blockSd = 1, noise = "normal", seedOf = (_, j) => j } = world;
  const blocks = Array.from({ length: seeds }, () => blockSd * random.normal());
  return new Map(
    sds.map((sd, cell) => [
      `cell ${cell}`,
      new Map(blocks.map((block, j) => [seedOf(cell, j), block + (means[cell] ?? 0) + sd * random[noise]()])),
    ]),
  );
}

const compare = (random: Draws, world: World) => compareCells(makeTable(random, world), "cell 0");
const claims = (row: { low: number | null; high: number | null }) =>
  row.low !== null && row.high !== null && (row.low > 0 || row.high < 0);
const claimsAny = (random: Draws, world: World) => compare(random, world).rows.some(claims);

const EQUAL = [1, 1, 1, 1, 1];

describe("Dunnett with seeds as blocks, 5 cells", () => {
  for (const seeds of [3, 5, 8]) {
    test(
      `claims something in 5 % of null worlds with ${seeds} seeds, whatever the seeds share`,
      SIMULATION,
      () => {
        for (const blockSd of [0, 5]) {
          const rate = shareOfWorlds(`null, ${seeds} seeds, block sd ${blockSd}`, seeds, (random) =>
            claimsAny(random, { sds: EQUAL, seeds, blockSd }),
          );
          expect(Math.abs(rate - 0.05)).toBeLessThan(simulationError(0.05));
        }
      },
    );
  }

  test("heavy tails do not make it claim more", SIMULATION, () => {
    const rate = shareOfWorlds("null, t3 noise, 3 seeds", 31, (random) =>
      claimsAny(random, { sds: EQUAL, seeds: 3, noise: "heavy" }),
    );
    expect(rate).toBeLessThan(0.05 + simulationError(0.05));
  });

  test("covers all four true differences at once in 95 % of worlds", SIMULATION, () => {
    const means = [0, 1, -2, 0.3, 5];
    const rate = shareOfWorlds("joint coverage, 5 seeds", 51, (random) =>
      compare(random, { sds: EQUAL, means, seeds: 5 }).rows.every((row, i) => covers(row, means[i + 1])),
    );
    expect(Math.abs(rate - 0.95)).toBeLessThan(simulationError(0.95));
  });

  test(
    "sees a 4 sd difference at 3 seeds in 94 % of worlds, and what it calls detectable in 80 %",
    SIMULATION,
    () => {
      const power = (means: number[]) => (random: Draws) =>
        claims(compare(random, { sds: EQUAL, means, seeds: 3 }).rows[0]);
      const found = shareOfWorlds("4 sd, 3 seeds, Dunnett", 41, power([0, 4]));
      expect(Math.abs(found - 0.941)).toBeLessThan(simulationError(0.941));
      const { value } = minimalDetectable({ kind: "blocks", comparisons: 4, seeds: 3, residualSd: 1 });
      const detected = shareOfWorlds("detectable difference, 3 seeds", 42, power([0, value ?? 0]));
      expect(Math.abs(detected - 0.8)).toBeLessThan(simulationError(0.8));
    },
  );

  test(
    "one common error misjudges cells that scatter unequally, and the caution says so where it can be seen",
    SIMULATION,
    () => {
      const worlds: [string, number[]][] = [
        ["baseline scatters 3 times", [3, 1, 1, 1, 1]],
        ["one cell scatters 3 times", [1, 3, 1, 1, 1]],
        ["one cell scatters 10 times", [1, 10, 1, 1, 1]],
        ["one cell scatters a tenth", [1, 0.1, 1, 1, 1]],
      ];
      for (const [name, sds] of LONG_RUN ? worlds : []) {
        for (const seeds of [3, 5, 8]) {
          shareOfWorlds(`null, ${name}, ${seeds} seeds`, 60, (random) => claimsAny(random, { sds, seeds }));
          shareOfWorlds(`  caution shown`, 60, (random) => compare(random, { sds, seeds }).caution !== null);
        }
      }
      const worst = shareOfWorlds("null, tenfold, 3 seeds", 61, (random) =>
        claimsAny(random, { sds: worlds[2][1], seeds: 3 }),
      );
      const warned = shareOfWorlds(
        "  caution shown",
        61,
        (random) => compare(random, { sds: worlds[2][1], seeds: 3 }).caution !== null,
      );
      expect(worst).toBeGreaterThan(0.05 + simulationError(0.05));
      expect(warned).toBeGreaterThan(0.7);
    },
  );

  test("exact copies of the baseline do not inflate the others' claims", SIMULATION, () => {
    const rate = shareOfWorlds("null, 3 copies of the baseline, 3 seeds", 71, (random) => {
      const table = makeTable(random, { sds: [1, 1], seeds: 3 });
      const base = table.get("cell 0") ?? new Map<number, number>();
      for (const name of ["copy 1", "copy 2", "copy 3"]) table.set(name, new Map(base));
      return compareCells(table, "cell 0").rows.some(claims);
    });
    expect(Math.abs(rate - 0.05)).toBeLessThan(simulationError(0.05));
  });
});

describe("Welch with Bonferroni, seed lists that differ", () => {
  const seedOf = (cell: number, j: number) => (cell === 1 && j === 4 ? 99 : j);

  test(
    "claims something in at most 5 % of null worlds, also when cells scatter unequally",
    SIMULATION,
    () => {
      for (const sds of [EQUAL, [3, 1, 1, 1, 1], [1, 10, 1, 1, 1]]) {
        const rate = shareOfWorlds(`null, Welch, 5 seeds, sds ${sds.join(" ")}`, 81, (random) => {
          const result = compare(random, { sds, seeds: 5, blockSd: 0, seedOf });
          return result.design === "welch_bonferroni" && result.rows.some(claims);
        });
        expect(rate).toBeLessThan(0.05 + simulationError(0.05));
      }
    },
  );

  test("sees far less than Dunnett", SIMULATION, () => {
    const rate = shareOfWorlds("4 sd, 3 seeds, Welch at 98.75 %", 82, (random) => {
      const sample = (mean: number) => Array.from({ length: 3 }, () => mean + random.normal());
      return claims(welch(sample(4), sample(0), 0.9875));
    });
    expect(rate).toBeLessThan(0.7);
  });
});
