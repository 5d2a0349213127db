import { requireLevel } from "./require-level.ts";
import { incompleteBeta } from "./special/incomplete-beta.ts";

const ROUNDING = 1e-12;

/** The cell whose scatter over the seeds stands out most. */
export interface UnequalSpread {
  /** Index into the cells that were given. */
  index: number;
  /** Its scatter as a multiple of the other cells': root of the ratio of mean squares. Null where the others have none. */
  ratio: number | null;
  /** Probability of a ratio this far from 1 somewhere in the table if all cells scatter equally (Bonferroni). */
  p: number;
}

/**
 * Looks for a cell whose errors scatter more or less than those of all others, in a cells x seeds table with seeds as blocks.
 *
 * With r_ij the residuals of the additive model, m / (m - 1) sum_j r_ij^2 is cell i's own part of the residual sum of squares:
 * n - 1 of its (m - 1)(n - 1) degrees of freedom and independent of the rest, so as a share of the whole it is
 * Beta((n - 1) / 2, (n - 1)(m - 2) / 2) when all cells scatter equally (G. K. Shukla 1972, Heredity 29, 237-245).
 *
 * Returns the most outlying cell if its two-sided p, times m, is below 1 - level; else null. Null for fewer than 3 cells or a
 * table without residuals. With 3 seeds only gross differences can be seen: silence is no proof of equal scatter.
 */
export function unequalSpread(cells: readonly (readonly number[])[], level = 0.95): UnequalSpread | null {
  requireLevel(level);
  const m = cells.length;
  const n = cells[0]?.length ?? 0;
  if (m < 3 || n < 2) return null;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const origin = cells[0][0];
  const shifted = cells.map((values) => values.map((value) => value - origin));
  const seedMeans = cells[0].map((_, j) => mean(shifted.map((values) => values[j])));
  const grand = mean(seedMeans);
  const ownSquares = shifted.map((values) => {
    const cellMean = mean(values);
    const residuals = values.map((value, j) => value - cellMean - seedMeans[j] + grand);
    return (m / (m - 1)) * residuals.reduce((sum, r) => sum + r * r, 0);
  });
  const total = ownSquares.reduce((sum, squares) => sum + squares, 0) * ((m - 1) / m);
  if (!(total > 0)) return null;
  const found = ownSquares.map((squares, index) => {
    const share = Math.min(1, squares / total);
    const [own, rest] = [(n - 1) / 2, ((n - 1) * (m - 2)) / 2];
    const above = incompleteBeta(1 - share, rest, own, share);
    const ratio = 1 - share <= ROUNDING ? null : Math.sqrt((share * (m - 2)) / (1 - share));
    return { index, ratio, p: Math.min(1, 2 * m * Math.min(above, 1 - above)) };
  });
  const worst = found.reduce((a, b) => (b.p < a.p ? b : a));
  return worst.p < 1 - level ? worst : null;
}
