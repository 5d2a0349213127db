import { isRounding } from "../moments.ts";
import { balancedTail, LARGEST_LOADING, manyToOneTail, type ManyToOneTail } from "./many-to-one-tail.ts";
import { requireLevel } from "../estimate.ts";

/** One cell against the baseline by one common error; all null where the answer has none for it. */
export interface PooledRow {
  /** Least squares estimate: the difference of means where no seed is missing. */
  value: number | null;
  se: number | null;
  low: number | null;
  high: number | null;
  p: number | null;
}

/**
 * Why nothing is pooled. `disconnected`: no chain of shared seeds leads from the row to the baseline. `no_residual_df`: as many
 * effects as values. `no_residual_variance`: the seeds explain every value.
 */
export type WhyNotPooled = "disconnected" | "no_residual_df" | "no_residual_variance";

export interface PooledBlocks {
  /** In the order of the cells that were given; `missing` says why a row is empty. */
  rows: (PooledRow & { missing: WhyNotPooled | null })[];
  /** Rows with an answer: the family that intervals and p are adjusted for. */
  comparisons: number;
  /** Whether every one of them has a value in every seed: Dunnett's balanced design. */
  complete: boolean;
  df: number | null;
  residualSd: number | null;
  critical: number | null;
  /** Loading per row with an answer; correlations are their products. */
  loadings: number[];
  level: number;
}

type Values = ReadonlyMap<number, number>;

/**
 * Cells against a baseline with the seeds as blocks, runs may be missing; one common error, so only right where all cells
 * scatter alike.
 *
 * Least squares on y_ij = cell_i + seed_j + error over the values that exist. Without the seeds, the differences d solve
 * A d = q with A = diag(r_i) - N diag(1 / k_j) N' (baseline left out), r_i values of a cell, k_j of a seed, N the incidence;
 * C = A^-1, s^2 = RSS / df with df = values - cells - seeds + 1, se_i = s sqrt(C_ii), R_il = C_il / sqrt(C_ii C_ll). The
 * distribution of max |T| takes R_il as g_i g_l, fitted by least squares over i < l (Hsu 1992, J. Comput. Graph. Stat. 1,
 * 151-168): exact for up to 3 cells and for complete blocks, where all of this is Dunnett's comparison.
 *
 * Only cells that a chain of shared seeds joins to the baseline are fitted. Values are finite and at most 1e150 in size.
 * Throws RangeError for a level outside (0, 1).
 */
export function pooledBlocks(baseline: Values, others: readonly Values[], level = 0.95): PooledBlocks {
  requireLevel(level);
  const reached = joinedTo(baseline, others);
  const cells = [baseline, ...others.filter((_, i) => reached[i])];
  const seeds = new Set(cells.flatMap((values) => [...values.keys()]));
  const count = cells.reduce((sum, values) => sum + values.size, 0);
  const df = count - cells.length - seeds.size + 1;
  const comparisons = cells.length - 1;
  const complete = count === cells.length * seeds.size;
  const without = (missing: WhyNotPooled): PooledBlocks => ({
    rows: reached.map((is) => ({
      value: null,
      se: null,
      low: null,
      high: null,
      p: null,
      missing: is ? missing : "disconnected",
    })),
    comparisons: 0,
    complete,
    df: null,
    residualSd: null,
    critical: null,
    loadings: [],
    level,
  });
  if (comparisons === 0) return without("disconnected");
  if (df < 1) return without("no_residual_df");
  const fit = leastSquares(cells, [...seeds], df);
  if (fit.residualSd === null) return without("no_residual_variance");
  const { residualSd, differences, covariance } = fit;
  const loadings = complete ? differences.map(() => Math.SQRT1_2) : oneFactor(correlations(covariance));
  const shared: ManyToOneTail = complete ? balancedTail(comparisons) : manyToOneTail(loadings);
  const critical = shared.critical(level, df);
  const found = differences.map((value, i) => {
    const se = residualSd * Math.sqrt(covariance[i][i]);
    const p = shared.tail(Math.abs(value) / se, df);
    return { value, se, low: value - critical * se, high: value + critical * se, p, missing: null };
  });
  const rows = without("disconnected").rows.map((row, i) => (reached[i] ? (found.shift() ?? row) : row));
  return { rows, comparisons, complete, df, residualSd, critical, loadings, level };
}

/** Which cells share seeds with the baseline, directly or through others. */
function joinedTo(baseline: Values, others: readonly Values[]): boolean[] {
  const seeds = new Set(baseline.keys());
  const reached = others.map(() => false);
  for (let grew = true; grew;) {
    grew = false;
    others.forEach((values, i) => {
      if (reached[i] || ![...values.keys()].some((seed) => seeds.has(seed))) return;
      for (const seed of values.keys()) seeds.add(seed);
      reached[i] = true;
      grew = true;
    });
  }
  return reached;
}

/** Differences to the first cell, their covariance in units of the error variance, and the residual standard deviation. */
function leastSquares(cells: readonly Values[], seeds: readonly number[], df: number) {
  const [baseline, ...others] = cells;
  const origin = baseline.values().next().value ?? 0;
  const blocks = seeds.map((seed) => {
    const members = cells.flatMap((values, cell) => {
      const value = values.get(seed);
      return value === undefined ? [] : [{ cell, value: value - origin }];
    });
    return { members, mean: members.reduce((sum, { value }) => sum + value, 0) / members.length };
  });
  const information = cells.map(() => cells.map(() => 0));
  const right = cells.map(() => 0);
  for (const { members, mean } of blocks) {
    for (const { cell, value } of members) {
      right[cell] += value - mean;
      information[cell][cell] += 1;
      for (const other of members) information[cell][other.cell] -= 1 / members.length;
    }
  }
  const covariance = inverse(others.map((_, i) => others.map((_other, l) => information[i + 1][l + 1])));
  const differences = covariance.map((row) => row.reduce((sum, c, l) => sum + c * right[l + 1], 0));
  const effect = [0, ...differences];
  let squares = 0;
  for (const { members, mean } of blocks) {
    const middle = members.reduce((sum, { cell }) => sum + effect[cell], 0) / members.length;
    for (const { cell, value } of members) squares += (value - mean - (effect[cell] - middle)) ** 2;
  }
  const magnitude = Math.max(...cells.flatMap((values) => [...values.values()].map(Math.abs)));
  const sd = Math.sqrt(squares / df);
  return { differences, covariance, residualSd: isRounding(sd, magnitude) ? null : sd };
}

/** Inverse of a symmetric positive definite matrix by Gauss and Jordan; such a matrix needs no pivoting. */
function inverse(matrix: readonly (readonly number[])[]): number[][] {
  const size = matrix.length;
  const work = matrix.map((row, i) => [...row, ...row.map((_, l) => (i === l ? 1 : 0))]);
  for (let pivot = 0; pivot < size; pivot++) {
    const scale = work[pivot][pivot];
    work[pivot] = work[pivot].map((value) => value / scale);
    for (let i = 0; i < size; i++) {
      const factor = work[i][pivot];
      if (i !== pivot) work[i] = work[i].map((value, l) => value - factor * work[pivot][l]);
    }
  }
  return work.map((row) => row.slice(size));
}

function correlations(covariance: readonly (readonly number[])[]): number[][] {
  return covariance.map((row, i) => row.map((c, l) => c / Math.sqrt(covariance[i][i] * covariance[l][l])));
}

const MOST_SWEEPS = 2000;

/**
 * Loadings g in [0, sqrt(0.995)] with the least sum over i < l of (R_il - g_i g_l)^2, one after the other until none moves.
 * Three correlations that one factor can give are met exactly: g_1 = sqrt(R_12 R_13 / R_23).
 */
export function oneFactor(correlation: readonly (readonly number[])[]): number[] {
  const k = correlation.length;
  if (k < 2) return correlation.map(() => 0);
  const sum = correlation.reduce((all, row, i) => all + row.reduce((a, r, l) => (i < l ? a + r : a), 0), 0);
  const g = correlation.map(() => Math.sqrt(Math.max(0, sum / ((k * (k - 1)) / 2))));
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let moved = 0;
    for (let i = 0; i < k; i++) {
      let above = 0;
      let below = 0;
      for (let l = 0; l < k; l++) {
        if (l === i) continue;
        above += correlation[i][l] * g[l];
        below += g[l] * g[l];
      }
      const next = below === 0 ? 0 : Math.min(LARGEST_LOADING, Math.max(0, above / below));
      moved = Math.max(moved, Math.abs(next - g[i]));
      g[i] = next;
    }
    if (moved < 1e-13) break;
  }
  return g;
}
