import { excludesZero } from "../../numbers/excludes-zero.ts";
import { claims } from "../claims/claims.ts";
import type { Draws } from "../testing.ts";

/** Experiments whose truth is known: the cells' runs are drawn, the last cell's mean is `effect` above all others. */
export interface ClaimWorld {
  name: string;
  /** Spread over the seeds of each cell's own noise; the baseline is first. */
  sds: number[];
  seeds: number;
  /** The share of false claims that must not be exceeded. */
  bound: number;
  /** Difference of the last cell, where power is asked for; 4, which is 4 sd of a run, unless said. */
  effect?: number;
  /** Spread of what all cells share in a seed. */
  blockSd?: number;
  /** Each run falls by `by` with this probability. */
  collapse?: { probability: number; by: number };
  /** Whether run j of a cell is missing. */
  missing?: (cell: number, j: number, random: Draws) => boolean;
  /** The seed that run j of a cell has; else all cells have the same. */
  seedOf?: (cell: number, j: number) => number;
  sharedStarts?: boolean;
  /** Exploratory columns, claimed together, and how much of their noise they share. */
  columns?: { count: number; correlation: number };
}

type Column = Map<string, Map<number, number>>;

const nameOf = (cell: number) => `cell ${cell}`;

/** One experiment: a table per column. */
export function play(world: ClaimWorld, random: Draws, effect: number): Column[] {
  const { sds, seeds, blockSd = 0, collapse, missing, seedOf = (_, j) => j } = world;
  const { count, correlation } = world.columns ?? { count: 1, correlation: 0 };
  const columns: Column[] = Array.from(
    { length: count },
    () => new Map(sds.map((_, i) => [nameOf(i), new Map()])),
  );
  for (let j = 0; j < seeds; j++) {
    const block = columns.map(() => blockSd * random.normal());
    sds.forEach((sd, cell) => {
      const gone = missing?.(cell, j, random) ?? false;
      const common = random.normal();
      const fall = collapse && random.uniform() < collapse.probability ? collapse.by : 0;
      columns.forEach((column, c) => {
        const own = Math.sqrt(correlation) * common + Math.sqrt(1 - correlation) * random.normal();
        const mean = cell === sds.length - 1 ? effect : 0;
        if (!gone) column.get(nameOf(cell))?.set(seedOf(cell, j), mean + block[c] + sd * own - fall);
      });
    });
  }
  return columns;
}

/**
 * The cells that are claimed to differ, in any column: by the rule that ships, and by the pooled answer that stands behind each
 * of its rows. Both allow for the comparisons and the columns.
 */
export function claimed(world: ClaimWorld, columns: Column[]): Record<keyof ClaimRates, Set<string>> {
  const plan = { columns: columns.length, sharedStarts: world.sharedStarts };
  const found = { pooled: new Set<string>(), shipped: new Set<string>() };
  for (const cells of columns) {
    for (const { cell, verdict, pooled } of claims({ cells, baseline: nameOf(0), plan }).rows) {
      if (verdict === "significant") found.shipped.add(cell);
      if (excludesZero(pooled)) found.pooled.add(cell);
    }
  }
  return found;
}

/** Shares of worlds in which something happened, under one common error (`pooled`) and by the rule that ships. */
export interface ClaimRates {
  pooled: number;
  shipped: number;
}

function rates(
  world: ClaimWorld,
  worlds: number,
  random: Draws,
  effect: number,
  happened: (claims: Set<string>) => boolean,
): ClaimRates {
  const counts = { pooled: 0, shipped: 0 };
  for (let i = 0; i < worlds; i++) {
    const found = claimed(world, play(world, random, effect));
    if (happened(found.pooled)) counts.pooled++;
    if (happened(found.shipped)) counts.shipped++;
  }
  return { pooled: counts.pooled / worlds, shipped: counts.shipped / worlds };
}

/** Shares of worlds in which anything is claimed though nothing differs. */
export const falseClaims = (world: ClaimWorld, worlds: number, random: Draws): ClaimRates =>
  rates(world, worlds, random, 0, (cells) => cells.size > 0);

/** Shares of worlds in which the last cell, which differs by `effect`, is claimed to. */
export const power = (world: ClaimWorld, worlds: number, random: Draws): ClaimRates =>
  rates(world, worlds, random, world.effect ?? 4, (cells) => cells.has(nameOf(world.sds.length - 1)));

const EQUAL = [1, 1, 1, 1, 1];
const CHAIN = [0.052, 0.216, 0.027, 0.027];
/** The share of false claims that the shipped rule is held to: 5 % is meant, 6.5 % is what few seeds cost. */
const BOUND = 0.065;

type Shape = Omit<ClaimWorld, "seeds" | "bound"> & { bound?: number };

/** The same world with several numbers of seeds. */
const withSeeds = (counts: number[], shape: (seeds: number) => Shape): ClaimWorld[] =>
  counts.map((seeds) => ({ bound: BOUND, ...shape(seeds), seeds }));

/** `claims.simulation.test.ts` plays them, and the table in README.md shows them. */
export const CLAIM_WORLDS: ClaimWorld[] = [
  ...withSeeds([3, 4, 5, 8], () => ({ name: "all scatter alike", sds: EQUAL })),
  ...withSeeds([3, 5, 8], () => ({ name: "one cell scatters x 8", sds: [1, 8, 1, 1, 1] })),
  ...withSeeds([3, 5, 8], () => ({ name: "baseline scatters x 3", sds: [3, 1, 1, 1, 1] })),
  ...withSeeds([3, 5, 8], () => ({ name: "spreads of the demo's chain", sds: CHAIN, effect: 4 * CHAIN[0] })),
  ...withSeeds([3, 4, 5, 8], () => ({
    name: "runs collapse: 15 %, by 10 sd",
    sds: EQUAL,
    collapse: { probability: 0.15, by: 10 },
  })),
  ...withSeeds([3, 5, 8], () => ({ name: "seeds share luck of 3 sd", sds: EQUAL, blockSd: 3 })),
  ...withSeeds([3, 5], () => ({
    name: "the same, shared starts declared",
    sds: EQUAL,
    blockSd: 3,
    sharedStarts: true,
  })),
  ...withSeeds([4, 5], () => ({
    name: "one run is missing",
    sds: EQUAL,
    missing: (cell, j) => cell === 1 && j === 0,
  })),
  ...withSeeds([4, 6], (seeds) => ({
    name: "every cell misses another run",
    sds: EQUAL,
    missing: (cell, j) => cell % seeds === j,
  })),
  ...withSeeds([5, 8], () => ({
    name: "every run is missing with 20 %",
    sds: EQUAL,
    missing: (_cell, _j, random) => random.uniform() < 0.2,
  })),
  ...withSeeds([8], () => ({
    name: "3 runs a cell, the baseline has 8",
    sds: EQUAL,
    missing: (cell, j) => cell > 0 && j > 2,
  })),
  ...withSeeds([8], () => ({
    name: "8 runs a cell, the baseline has 3",
    sds: EQUAL,
    missing: (cell, j) => cell === 0 && j > 2,
  })),
  ...withSeeds([3, 5], () => ({
    name: "no seed in common",
    sds: EQUAL,
    seedOf: (cell, j) => 100 * cell + j,
  })),
  ...withSeeds([3, 5], () => ({
    name: "any of 3 exploratory columns, correlation 0.5",
    sds: EQUAL,
    columns: { count: 3, correlation: 0.5 },
  })),
  ...withSeeds([3, 5], () => ({
    name: "any of 6 exploratory columns",
    sds: EQUAL,
    columns: { count: 6, correlation: 0 },
  })),
  ...withSeeds([3, 5, 8], () => ({
    name: "baseline scatters a third",
    sds: [1, 3, 3, 3, 3],
    effect: 12,
  })),
  ...withSeeds([3, 5, 8], () => ({
    name: "baseline scatters a tenth",
    sds: [1, 10, 10, 10, 10],
    effect: 40,
  })),
];
