import { claimsWithMissing, type GuardedRow } from "../claims/missing-seeds.ts";
import { manyToOne } from "../claims/many-to-one.ts";
import { collapseRuleOf } from "../claims/at-the-boundary.ts";
import type { Draws } from "../testing.ts";
import { cellsOf, isClaim, normals } from "./guard-world.ts";
import { COUNTS, falling, several } from "./worlds-of-lost-runs.ts";

/** The runs of a table, the baseline first; null is a run that sent no value. */
type Cells = (number | null)[][];

/**
 * Configurations with one and the same mean over all runs, of which one collapses now and then: its runs that do not collapse are better.
 * Where no run that was seen collapsed nothing tells the two apart.
 */
export interface CollapseWorld {
  name: string;
  seeds: number;
  isShare: boolean;
  /** By how much the last cell differs where something does. */
  effect: number;
  /** What the runs of each cell that do not collapse reach on average, the baseline first. */
  without: readonly number[];
  cells(random: Draws, seeds: number): Cells;
}

/** What is claimed in one world, of what differs nowhere or of the last cell. */
interface Claimed {
  /** By a plain test of the values. */
  plain: boolean;
  /** About runs that do not collapse, though those do not differ so. */
  without: boolean;
  /** About all runs. */
  all: boolean;
  /** About any, where the values of `EARLIER` runs of each configuration are on record. */
  recorded: boolean;
}

/** Runs of each configuration that earlier experiments have. */
export const EARLIER = 20;

export const COLLAPSE_WORLDS: CollapseWorld[] = COUNTS.flatMap((seeds): CollapseWorld[] => [
  {
    name: "one of 4 cells falls by 10 sd in a tenth of its runs",
    seeds,
    isShare: false,
    effect: 4,
    without: [0, 1, 0, 0, 0],
    cells: (random, n) => [
      normals(random, n),
      falling(random, n, { rate: 0.1, by: 10 }, 1, 1),
      ...several(random, 3, n),
    ],
  },
  {
    name: "baseline falls to half in a fifth of its runs",
    seeds,
    isShare: true,
    effect: 0.2,
    without: [0.8, 0.72, 0.72, 0.72, 0.72],
    cells: (random, n) => [
      falling(random, n, { rate: 0.2, by: 0.4 }, 0.02, 0.8),
      ...several(random, 4, n, 0.02, 0.72),
    ],
  },
  {
    name: "the same, and runs that fall send no value",
    seeds,
    isShare: true,
    effect: 0.2,
    without: [0.8, 0.72, 0.72, 0.72, 0.72],
    cells: (random, n) => [
      normals(random, n, 0.02, 0.8).map((value) => (random.uniform() < 0.2 ? null : value)),
      ...several(random, 4, n, 0.02, 0.72),
    ],
  },
  {
    name: "one cell falls to 0 in a third of its runs",
    seeds,
    isShare: true,
    effect: 0.4,
    without: [0.4, 0.6],
    cells: (random, n) => [
      normals(random, n, 0.02, 0.4),
      falling(random, n, { rate: 1 / 3, by: 0.6 }, 0.02, 0.6),
    ],
  },
]);

function rowsOf({ isShare }: CollapseWorld, cells: Cells, earlier?: Cells): GuardedRow[] {
  const rule = collapseRuleOf({ unit: isShare ? "share" : "", better: "higher" });
  return claimsWithMissing({
    cells: cellsOf(cells),
    baseline: "cell 0",
    collapses: {
      rule,
      better: "higher",
      floor: isShare ? 0 : null,
      earlier:
        earlier &&
        new Map(earlier.map((values, i) => [`cell ${i}`, values.map((value) => value ?? Number.NaN)])),
    },
  }).rows;
}

/** Plays one world: with an effect whether the last cell is claimed, else whether anything is that is not so. */
function play(world: CollapseWorld, random: Draws, effect: number): Claimed {
  const raised = (cells: Cells): Cells =>
    cells.map((values, i) =>
      i < cells.length - 1 ? values : values.map((value) => (value === null ? null : value + effect)),
    );
  const cells = raised(world.cells(random, world.seeds));
  const earlier = raised(world.cells(random, EARLIER));
  const [base, ...others] = cells.map((values) => values.filter((value) => value !== null));
  const counts = (i: number) => effect === 0 || i === others.length - 1;
  const claimed = rowsOf(world, cells).map((row, i) => ({ row, isAny: counts(i) && isClaim(row.verdict) }));
  const isSo = ({ value }: GuardedRow, i: number) => {
    const truth = world.without[i + 1] - world.without[0];
    return truth !== 0 && truth > 0 === (value ?? 0) > 0;
  };
  return {
    plain: manyToOne(base, others).rows.some(({ p }, i) => counts(i) && p !== null && p < 0.05),
    without: claimed.some(({ row, isAny }, i) => isAny && (effect !== 0 || !isSo(row, i))),
    all: claimed.some(({ row, isAny }) => isAny && row.collapse?.about === "all_runs"),
    recorded: rowsOf(world, cells, earlier).some(({ verdict }, i) => counts(i) && isClaim(verdict)),
  };
}

/** Shares of worlds in which each is claimed. */
export function collapseRates(
  world: CollapseWorld,
  worlds: number,
  random: Draws,
  effect: number,
): Record<keyof Claimed, number> {
  const counts = { plain: 0, without: 0, all: 0, recorded: 0 };
  for (let i = 0; i < worlds; i++) {
    const claimed = play(world, random, effect);
    for (const key of Object.keys(counts) as (keyof Claimed)[]) counts[key] += Number(claimed[key]) / worlds;
  }
  return counts;
}
