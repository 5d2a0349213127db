/**
 * A cell's value of one metric, by seed. Null is a missing seed; so are NaN, infinities and sizes above 1e150 (a diverged run),
 * and these are counted as `nonFinite`.
 */
export type SeedValues = ReadonlyMap<number, number | null>;

/** One cell's difference to the baseline. Never NaN: what could not be computed is null, and `method` says why. */
export interface CellDifference {
  cell: string;
  /** Mean over the cell's own seeds minus mean over the baseline's own seeds, in the metric's unit. */
  value: number | null;
  /** Adjusted for all comparisons of the table, as is `p`; all three come from one method or are null together. */
  low: number | null;
  high: number | null;
  p: number | null;
  /** Seeds with a finite value: of the cell, of the baseline, of both. */
  n: number;
  nBaseline: number;
  commonSeeds: number;
  /** NaN and infinite values of the cell, left out; null is a missing seed and not counted here. */
  nonFinite: number;
  method: string;
}

export interface CellComparison {
  baseline: string;
  /** The one rule that all intervals of the table follow; "none" where no cell has an interval. */
  design: "dunnett_blocks" | "welch_bonferroni" | "none";
  level: number;
  /** Size of the family that intervals and p are adjusted for. */
  comparisons: number;
  /** Seeds used as blocks, residual degrees of freedom and residual standard deviation; null outside dunnett_blocks. */
  seeds: number | null;
  df: number | null;
  residualSd: number | null;
  /** A reason to trust the intervals less: one cell scatters unlike the others, which the common error cannot see. */
  caution: string | null;
  /** NaN and infinite values of the baseline, left out. */
  nonFiniteBaseline: number;
  /** In the order of `cells`, the baseline left out. */
  rows: CellDifference[];
}
