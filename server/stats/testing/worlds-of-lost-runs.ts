import type { Draws } from "../testing.ts";
import { type GuardWorld, judge, normals, withSeeds } from "./guard-world.ts";

export const COUNTS = [3, 5, 8];

/** How runs of a cell fall: by how much, how often, and whether at least one of those drawn does. */
interface Fall {
  rate: number;
  by: number;
  isSeen?: boolean;
}

/** Runs of a cell of which some fall; those that do not have the mean and spread that are given. */
export function falling(
  random: Draws,
  n: number,
  { rate, by, isSeen = false }: Fall,
  sd = 1,
  mean = 0,
): number[] {
  const fell = Array.from({ length: n }, () => random.uniform() < rate);
  if (isSeen && !fell.includes(true)) return falling(random, n, { rate, by, isSeen }, sd, mean);
  return fell.map((isFallen) => mean + sd * random.normal() - (isFallen ? by : 0));
}

export const several = (random: Draws, cells: number, n: number, sd = 1, mean = 0) =>
  Array.from({ length: cells }, () => normals(random, n, sd, mean));

/** Errors of a share near 97 % are rare in most seeds and many in a few. */
const nearOne = (random: Draws, n: number) =>
  Array.from({ length: n }, () => 1 - 0.03 * -Math.log(random.uniform()));

/** One cell falls by 10 sd in a tenth of its runs, in one of those drawn at least; its mean over all runs is that of the others. */
const cellFalls = (n: number) => (random: Draws, effect: number) => {
  const own = falling(random, n, { rate: 0.1, by: 10, isSeen: true }, 1, 1);
  return judge([normals(random, n), own, ...several(random, 3, n)], effect);
};

/** The same of a baseline that falls to half in a fifth of its runs: those that do not fall are 4 sd better. */
const baselineFalls = (n: number) => (random: Draws, effect: number) => {
  const base = falling(random, n, { rate: 0.2, by: 0.4, isSeen: true }, 0.02, 0.8);
  return judge([base, ...several(random, 4, n, 0.02, 0.72)], effect, { isShare: true });
};

/** Cells that scatter alike, of whose values some are kept. */
const lost =
  (n: number, isKept: (value: number, cell: number, seed: number, random: Draws) => boolean) =>
  (random: Draws, effect: number) =>
    judge(
      several(random, 5, n).map((values, cell) =>
        values.map((value, seed) => (isKept(value, cell, seed, random) ? value : null)),
      ),
      effect,
    );

/** One run of the baseline is sent twice: it counts once, and where 2 runs are left there is no test. */
const copied = (n: number) => (random: Draws, effect: number) => {
  const cells = several(random, 5, n);
  const counted = [cells[0].slice(1), ...cells.slice(1)];
  return judge([[cells[0][1], ...cells[0].slice(1)], ...cells.slice(1)], effect, { counted });
};

/** Runs that collapse, lie at an end, have heavy tails, are copies, or have no value; where no run that was seen says it: `collapse-worlds.ts`. */
export const WORLDS_OF_LOST_RUNS: GuardWorld[] = [
  ...withSeeds(COUNTS, {
    name: "one of 4 cells falls by 10 sd in a tenth of its runs, seen in one at least",
    play: (n) => cellFalls(n),
  }),
  ...withSeeds(COUNTS, {
    name: "baseline falls to half in a fifth of its runs, seen in one at least",
    effect: 0.2,
    play: (n) => baselineFalls(n),
  }),
  ...withSeeds(COUNTS, {
    name: "one of 4 cells falls by 10 sd in a tenth of its runs, else alike",
    play: (n) => (random, effect) =>
      judge(
        [normals(random, n), falling(random, n, { rate: 0.1, by: 10 }), ...several(random, 3, n)],
        effect,
      ),
  }),
  ...withSeeds(COUNTS, {
    name: "two of 4 cells fall by 10 sd in a fifth of their runs, else alike",
    play: (n) => (random, effect) => {
      const two = [0, 1].map(() => falling(random, n, { rate: 0.2, by: 10 }));
      return judge([normals(random, n), ...two, ...several(random, 2, n)], effect);
    },
  }),
  ...withSeeds(COUNTS, {
    name: "baseline falls to half in a fifth of its runs, else alike",
    effect: 0.08,
    play: (n) => (random, effect) => {
      const base = falling(random, n, { rate: 0.2, by: 0.4 }, 0.02, 0.72);
      return judge([base, ...several(random, 4, n, 0.02, 0.72)], effect, { isShare: true });
    },
  }),
  ...withSeeds(COUNTS, {
    name: "shares near 97 %, tight baseline",
    effect: -0.1,
    play: (n) => (random, effect) =>
      judge(
        [normals(random, n, 0.003, 0.97), ...Array.from({ length: 4 }, () => nearOne(random, n))],
        effect,
        { isShare: true },
      ),
  }),
  ...withSeeds(COUNTS, {
    name: "heavy tails in all cells (t, 3 df)",
    play: (n) => (random, effect) =>
      judge(
        Array.from({ length: 5 }, () => Array.from({ length: n }, () => random.heavy())),
        effect,
      ),
  }),
  ...withSeeds(COUNTS, {
    name: "heavy tails in the baseline alone",
    play: (n) => (random, effect) =>
      judge([Array.from({ length: n }, () => random.heavy()), ...several(random, 4, n)], effect),
  }),
  ...withSeeds(COUNTS, { name: "a run of the baseline is sent as two seeds", play: copied }),
  ...withSeeds(COUNTS, {
    name: "half of the values of all cells are lost",
    play: (n) => lost(n, (_, __, ___, random) => random.uniform() < 0.5),
  }),
  ...withSeeds(COUNTS, {
    name: "the baseline's worse half sends no value",
    play: (n) => lost(n, (value, cell) => cell > 0 || value > 0),
  }),
  ...withSeeds(COUNTS, {
    name: "one cell's worst third sends no value",
    play: (n) => lost(n, (value, cell) => cell !== 1 || value > -0.43),
  }),
];
