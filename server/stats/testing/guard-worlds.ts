import { claimsByLook, lookLevel } from "../claims/looks.ts";
import { manyToOne } from "../claims/many-to-one.ts";
import { noNarrowerThanSeeds, seedsAndProblems } from "../claims/seeds-and-problems.ts";
import { normalCdf } from "../special/normal-cdf.ts";
import type { Draws } from "../testing.ts";
import {
  BOUND,
  cellsOf,
  type Claimed,
  type GuardWorld,
  isClaim,
  judge,
  normals,
  withSeeds,
} from "./guard-world.ts";
import { WORLDS_OF_LOST_RUNS } from "./worlds-of-lost-runs.ts";

/** A cell and its baseline; the cell's worst seed is run again, at most 5 times, until something is claimed. */
function rerun(random: Draws, seeds: number, effect: number): Claimed {
  const [base, first] = [normals(random, seeds), normals(random, seeds, 1, effect)];
  const tests = (values: number[]) => (manyToOne(base, [values]).rows[0].p ?? 1) < 0.05;
  let values = first;
  for (let i = 0; i < 5 && !tests(values); i++) {
    const worst = values.indexOf(Math.min(...values));
    values = values.with(worst, effect + random.normal());
  }
  return { before: tests(values), after: judge([base, first], 0).after };
}

/** Seeds are added until something is claimed: after the numbers of seeds in `at`. */
function addSeeds(
  random: Draws,
  at: readonly number[],
  effect: number,
  { cells = 4, declared = 1 } = {},
): Claimed {
  const most = Math.max(...at);
  const all = Array.from({ length: cells + 1 }, (_, i) => normals(random, most, 1, i === cells ? effect : 0));
  const counts = (i: number) => effect === 0 || i === cells - 1;
  const claimed = { before: false, after: false };
  at.forEach((n, k) => {
    const upTo = all.map((values) => values.slice(0, n));
    const level = lookLevel(k + 1, declared);
    const { rows } = manyToOne(upTo[0], upTo.slice(1));
    claimed.before ||= rows.some(({ p }, i) => counts(i) && (p ?? 1) < 0.05);
    const guarded = claimsByLook({
      cells: cellsOf(upTo),
      baseline: "cell 0",
      declared,
      looks: new Map(
        upTo.map((values, i) => [
          `cell ${i}`,
          new Map(values.map((_, seed) => [seed, at.findIndex((m) => seed < m) + 1])),
        ]),
      ),
    }).rows;
    if (guarded[0].look.level !== level) throw new Error("the look has another level");
    claimed.after ||= guarded.some(({ verdict }, i) => counts(i) && isClaim(verdict));
  });
  return claimed;
}

/** Solved or not on 63 problems of some families, each of which suits one of the two cells better. */
function families(random: Draws, seeds: number, count: number, effect: number): Claimed {
  const problems = 63;
  const of = Int32Array.from({ length: problems }, (_, p) => p % count);
  const ease = Array.from({ length: count }, () => random.normal());
  const cell = (shift: number) => {
    const suits = ease.map((mean) => mean + 0.7 * random.normal() + shift);
    return new Map(
      Array.from({ length: seeds }, (_, seed) => {
        const luck = 0.1 * random.normal();
        return [seed, Float64Array.from(of, (f) => (random.uniform() < normalCdf(suits[f] + luck) ? 1 : 0))];
      }),
    );
  };
  const cells = { own: cell(effect), baseline: cell(0) };
  const means = (runs: ReadonlyMap<number, Float64Array>) =>
    [...runs.values()].map((run) => run.reduce((a, b) => a + b, 0) / problems);
  const [over] = manyToOne(means(cells.baseline), [means(cells.own)]).rows;
  const claims = (units?: Int32Array) => {
    const { low, high, p } = seedsAndProblems(cells, units && { families: units });
    if (low === null || high === null || p === null) return false;
    if (over.low === null || over.high === null || over.p === null) return false;
    const both = noNarrowerThanSeeds({ low: over.low, high: over.high, p: over.p }, { low, high, p });
    return both.low > 0 || both.high < 0;
  };
  return { before: claims(), after: claims(of) };
}

/** Baseline and cells of a table that scatter as given. */
const scatter =
  (seeds: number, sds: (random: Draws) => number[], baselineSeeds = seeds) =>
  (random: Draws, effect: number) =>
    judge(
      sds(random).map((sd, i) => normals(random, i === 0 ? baselineSeeds : seeds, sd)),
      effect,
    );
const calm = (cells: number, sd: number) => () => [1, ...Array.from({ length: cells }, () => sd)];
const logNormal = (cells: number) => (random: Draws) =>
  Array.from({ length: cells + 1 }, () => Math.exp(random.normal()));

/** A primary column of 4 comparisons with 3 exploratory ones beside it: whether the table claims anything at all. */
function wholeTable(random: Draws, seeds: number, effect: number): Claimed {
  const column = (columns: number) => {
    const cells = Array.from({ length: 5 }, (_, i) => normals(random, seeds, 1, i === 4 ? effect : 0));
    const rows = manyToOne(cells[0], cells.slice(1)).rows;
    const guarded = claimsByLook({ cells: cellsOf(cells), baseline: "cell 0", plan: { columns } }).rows;
    const counts = (i: number) => effect === 0 || i === 3;
    return {
      before: rows.some(({ p }, i) => counts(i) && (p ?? 1) * columns < 0.05),
      after: guarded.some(({ verdict }, i) => counts(i) && isClaim(verdict)),
    };
  };
  const all = [1, 3, 3, 3].map(column);
  return { before: all.some(({ before }) => before), after: all.some(({ after }) => after) };
}

/** Those of `claims.simulation.test.ts` are played again by the guarded rule there. */
export const GUARD_WORLDS: GuardWorld[] = [
  ...withSeeds([3, 5], {
    name: "the worst seed is run again, up to 5 times",
    play: (n) => (random, effect) => rerun(random, n, effect),
  }),
  ...(
    [
      ["3, 6", [3, 6], 1],
      ["3, 6, 9, 12", [3, 6, 9, 12], 1],
      ["3 to 8, one by one", [3, 4, 5, 6, 7, 8], 1],
      ["5, 8", [5, 8], 1],
      ["3, 6, declared", [3, 6], 2],
    ] as const
  ).map(([seeds, at, declared]): GuardWorld => ({
    name: "seeds are added until something is claimed",
    seeds,
    effect: 2,
    bound: BOUND,
    play: (random, effect) => addSeeds(random, at, effect, { declared }),
  })),
  ...[21, 7].flatMap((count) =>
    withSeeds([3, 5], {
      name: `new problems: 63 of ${count} families`,
      effect: 1.5,
      play: (n) => (random, effect) => families(random, n, count, effect),
    }),
  ),
  ...[19, 49].flatMap((cells) => [
    ...withSeeds([3, 5, 8], {
      name: `${cells + 1} cells, baseline scatters a third`,
      effect: 12,
      play: (n) => scatter(n, calm(cells, 3)),
    }),
    ...withSeeds([3, 5, 8], {
      name: `${cells + 1} cells, log-normal spreads`,
      play: (n) => scatter(n, logNormal(cells)),
    }),
  ]),
  ...withSeeds([3, 5, 8], {
    name: "20 cells that scatter alike",
    play: (n) => scatter(n, calm(19, 1)),
  }),
  ...withSeeds([3, 5, 8], {
    name: "5 cells, baseline scatters a third",
    effect: 12,
    play: (n) => scatter(n, calm(4, 3)),
  }),
  ...withSeeds([3], {
    name: "3 runs a cell, a baseline of 8 that scatters a third",
    effect: 12,
    play: (n) => scatter(n, calm(4, 3), 8),
  }),
  ...withSeeds([3, 5, 8], {
    name: "whole table: primary column and 3 exploratory ones",
    bound: null,
    play: (n) => (random, effect) => wholeTable(random, n, effect),
  }),
  ...WORLDS_OF_LOST_RUNS,
];
