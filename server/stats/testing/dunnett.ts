import { SEEDS_FOR_INTERVAL } from "../../wording/seeds.ts";
import { isRounding } from "../moments.ts";
import { balancedTail } from "../claims/many-to-one-tail.ts";
import { LARGEST_VALUE } from "../claims/many-to-one.ts";
import { requireLevel } from "../estimate.ts";

/** One cell against the baseline: difference of means with adjusted interval and adjusted p, from the same distribution. */
export interface DunnettRow {
  value: number;
  low: number | null;
  high: number | null;
  p: number | null;
}

export interface DunnettResult {
  rows: DunnettRow[];
  /** (cells - 1) (seeds - 1). */
  df: number;
  /** Square root of the residual mean square, in the values' unit. */
  residualSd: number;
  /** Critical value of |t|; null without residual variance. */
  critical: number | null;
}

/**
 * Dunnett's comparison of several cells with a baseline, the seeds as blocks (randomised complete block design): what
 * `pooledBlocks` must say where no run is missing, computed another way.
 *
 * Model y_ij = cell_i + seed_j + error. Residual mean square s^2 = sum (y_ij - y_i. - y_.j + y_..)^2 / df with
 * df = (cells - 1)(seeds - 1); t_i = (y_i. - y_0.) / (s sqrt(2 / seeds)); interval difference +- c s sqrt(2 / seeds) with the
 * critical value c of `balancedTail` and p = P(max |T| > |t_i|), so that p < 1 - level exactly where the interval excludes 0
 * (Dunnett 1955, JASA 50, 1096-1121; Hsu 1996, Multiple Comparisons, ch. 3 and 7).
 *
 * Where the residuals are only rounding, interval and p are null. Throws RangeError for rows of unequal length, fewer than
 * 3 seeds, no other cell, or a value that is not finite or above 1e150.
 */
export function dunnett(
  baseline: readonly number[],
  others: readonly (readonly number[])[],
  level = 0.95,
): DunnettResult {
  requireLevel(level);
  const cells = [baseline, ...others];
  const seeds = baseline.length;
  requireTable(cells, seeds);
  const { cellMeans, residualSd, magnitude } = residuals(cells, seeds);
  const comparisons = others.length;
  const df = comparisons * (seeds - 1);
  const differences = cellMeans.slice(1).map((mean) => mean - cellMeans[0]);
  if (isRounding(residualSd, magnitude)) {
    const rows = differences.map((value) => ({ value, low: null, high: null, p: null }));
    return { rows, df, residualSd: 0, critical: null };
  }
  const error = residualSd * Math.sqrt(2 / seeds);
  const shared = balancedTail(comparisons);
  const critical = shared.critical(level, df);
  const rows = differences.map((value) => ({
    value,
    low: value - critical * error,
    high: value + critical * error,
    p: shared.tail(Math.abs(value) / error, df),
  }));
  return { rows, df, residualSd, critical };
}

function requireTable(cells: readonly (readonly number[])[], seeds: number): void {
  if (cells.length < 2) throw new RangeError("Dunnett compares at least one cell with the baseline.");
  if (seeds < SEEDS_FOR_INTERVAL)
    throw new RangeError(`Dunnett with blocks needs ${SEEDS_FOR_INTERVAL} seeds, got ${seeds}.`);
  cells.forEach((values, index) => {
    if (values.length !== seeds || !values.every((value) => Math.abs(value) <= LARGEST_VALUE)) {
      throw new RangeError(
        `Row ${index} must hold ${seeds} values, one per seed of the baseline, finite and at most ${LARGEST_VALUE} in size.`,
      );
    }
  });
}

/** Cell means and residual standard deviation of the additive model, computed around the first value. */
function residuals(cells: readonly (readonly number[])[], seeds: number) {
  const origin = cells[0][0];
  const magnitude = Math.max(...cells.flat().map(Math.abs));
  const shifted = cells.map((values) => values.map((value) => value - origin));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const rowMeans = shifted.map(mean);
  const seedMeans = Array.from({ length: seeds }, (_, j) => mean(shifted.map((values) => values[j])));
  const grand = mean(rowMeans);
  let squares = 0;
  shifted.forEach((values, i) =>
    values.forEach((value, j) => {
      squares += (value - rowMeans[i] - seedMeans[j] + grand) ** 2;
    }),
  );
  const residualSd = Math.sqrt(squares / ((cells.length - 1) * (seeds - 1)));
  return { cellMeans: rowMeans.map((value) => value + origin), residualSd, magnitude };
}
