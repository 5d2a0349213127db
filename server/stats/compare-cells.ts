import { countOf, writeCount } from "../wording/counts.ts";
import { leftOutValues } from "../wording/feet.ts";
import { writeSeeds } from "../wording/seeds.ts";
import { bonferroni } from "./bonferroni.ts";
import type { CellComparison, CellDifference, SeedValues } from "./cell-comparison.ts";
import { dunnett, LARGEST_VALUE } from "./dunnett.ts";
import { requireLevel } from "./require-level.ts";
import { summary } from "./summary.ts";
import { spreadCaution } from "./spread-caution.ts";
import { welch } from "./welch.ts";

const FEWEST_SEEDS = 3;

/** What is known of one cell next to the baseline, before any test. */
interface Candidate {
  cell: string;
  finite: Map<number, number>;
  row: CellDifference;
  sameSeeds: boolean;
  copyOfBaseline: boolean;
}

/**
 * Compares every cell of an ablation table with the baseline, for one metric with one value per seed.
 *
 * - A cell with fewer than 3 seeds in common with the baseline gets its difference only, and is not part of the family.
 * - So does a cell that equals the baseline in every seed: there is nothing to test, and an exact copy among the rows would
 *   make the residual variance, and with it everybody else's interval, too small.
 * - Where all remaining cells have exactly the baseline's seeds: Dunnett's comparison with the seeds as blocks. Cells that are
 *   copies of each other enter once and share their result. Without residual variance: differences only.
 * - Else Welch's t for every remaining cell, interval and p both by Bonferroni; a pair without any spread: difference only.
 *
 * Throws RangeError when the baseline is not among the cells or the level is outside (0, 1).
 */
export function compareCells(
  cells: ReadonlyMap<string, SeedValues>,
  baseline: string,
  level = 0.95,
): CellComparison {
  requireLevel(level);
  const base = cells.get(baseline);
  if (!base) {
    throw new RangeError(`The baseline "${baseline}" is not among the ${cells.size} cells to compare.`);
  }
  const baseValues = finiteValues(base);
  const candidates = [...cells]
    .filter(([cell]) => cell !== baseline)
    .map(([cell, values]) => describe(cell, values, baseValues));
  const family = candidates.filter((c) => c.row.commonSeeds >= FEWEST_SEEDS && !c.copyOfBaseline);
  const empty: CellComparison = {
    baseline,
    design: "none",
    level,
    comparisons: 0,
    seeds: null,
    df: null,
    residualSd: null,
    caution: null,
    nonFiniteBaseline: countNonFinite(base),
    rows: candidates.map((c) => c.row),
  };
  if (family.length === 0) return ownUpToNonFinite(empty);
  const blocks = family.every((c) => c.sameSeeds);
  return ownUpToNonFinite(
    blocks ? withBlocks(empty, family, baseValues) : withoutBlocks(empty, family, baseValues),
  );
}

const isUsable = (value: number) => Math.abs(value) <= LARGEST_VALUE;

function finiteValues(values: SeedValues): Map<number, number> {
  const finite = new Map<number, number>();
  for (const [seed, value] of values) if (value !== null && isUsable(value)) finite.set(seed, value);
  return finite;
}

function countNonFinite(values: SeedValues): number {
  return [...values.values()].filter((value) => value !== null && !isUsable(value)).length;
}

function ownUpToNonFinite(table: CellComparison): CellComparison {
  const rows = table.rows.map((row) => ({
    ...row,
    method: row.method + leftOutValues(row.nonFinite + table.nonFiniteBaseline),
  }));
  return { ...table, rows };
}

function describe(cell: string, values: SeedValues, base: Map<number, number>): Candidate {
  const finite = finiteValues(values);
  const common = [...finite.keys()].filter((seed) => base.has(seed));
  const sameSeeds = common.length === finite.size && common.length === base.size;
  const copyOfBaseline =
    sameSeeds && finite.size > 0 && common.every((seed) => finite.get(seed) === base.get(seed));
  const row = {
    cell,
    value: meanDifference(finite, base),
    low: null,
    high: null,
    p: null,
    n: finite.size,
    nBaseline: base.size,
    commonSeeds: common.length,
    nonFinite: countNonFinite(values),
    method: whyNoInterval(finite.size, base.size, common.length, copyOfBaseline),
  };
  return { cell, finite, row, sameSeeds, copyOfBaseline };
}

function meanDifference(finite: Map<number, number>, base: Map<number, number>): number | null {
  const own = summary([...finite.values()]).mean;
  const other = summary([...base.values()]).mean;
  return own === null || other === null ? null : own - other;
}

function whyNoInterval(n: number, nBaseline: number, common: number, copy: boolean): string {
  if (n === 0) return "no value: the cell has no finite value";
  if (nBaseline === 0) return "no value: the baseline has no finite value";
  if (common < FEWEST_SEEDS) {
    return `difference only: an interval needs ${writeSeeds(FEWEST_SEEDS)} in common with the baseline, here are ${writeCount(common)}`;
  }
  return copy ? "difference only: equal to the baseline in every seed, so there is nothing to test" : "";
}

/** Fills the family's rows by Dunnett's method; copies of one another are one comparison. */
function withBlocks(table: CellComparison, family: Candidate[], base: Map<number, number>): CellComparison {
  const seeds = [...base.keys()];
  const inOrder = (values: Map<number, number>) => seeds.map((seed) => values.get(seed) ?? Number.NaN);
  const distinct = new Map<string, number[]>();
  const keyOf = (candidate: Candidate) => inOrder(candidate.finite).join(" ");
  const names: string[] = [];
  for (const candidate of family) {
    if (!distinct.has(keyOf(candidate))) names.push(candidate.cell);
    distinct.set(keyOf(candidate), inOrder(candidate.finite));
  }
  const order = [...distinct.keys()];
  const result = dunnett(inOrder(base), [...distinct.values()], table.level);
  const separable = result.critical !== null;
  const filled = new Map<string, CellDifference>();
  for (const candidate of family) {
    const { low, high, p } = result.rows[order.indexOf(keyOf(candidate))];
    filled.set(candidate.cell, { ...candidate.row, low, high, p, method: result.method });
  }
  return {
    ...table,
    design: separable ? "dunnett_blocks" : "none",
    comparisons: separable ? distinct.size : 0,
    seeds: separable ? seeds.length : null,
    df: separable ? result.df : null,
    residualSd: separable ? result.residualSd : null,
    caution: separable
      ? spreadCaution([table.baseline, ...names], [inOrder(base), ...distinct.values()])
      : null,
    rows: table.rows.map((row) => filled.get(row.cell) ?? row),
  };
}

/** Fills the family's rows by Welch's t with Bonferroni's correction. */
function withoutBlocks(
  table: CellComparison,
  family: Candidate[],
  base: Map<number, number>,
): CellComparison {
  const correction = bonferroni(family.length, table.level);
  const filled = new Map<string, CellDifference>();
  for (const candidate of family) {
    const test = welch([...candidate.finite.values()], [...base.values()], correction.level);
    const p = test.p === null ? null : correction.adjust(test.p);
    const suffix =
      p === null
        ? ""
        : `; interval and p adjusted for ${countOf(family.length, "comparison")} by Bonferroni, the seed lists differ`;
    filled.set(candidate.cell, {
      ...candidate.row,
      low: test.low,
      high: test.high,
      p,
      method: test.method + suffix,
    });
  }
  const tested = [...filled.values()].some((row) => row.p !== null);
  return {
    ...table,
    design: tested ? "welch_bonferroni" : "none",
    comparisons: tested ? family.length : 0,
    rows: table.rows.map((row) => filled.get(row.cell) ?? row),
  };
}
