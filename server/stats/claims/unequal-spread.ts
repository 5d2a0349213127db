import { requireLevel } from "../estimate.ts";
import { incompleteBeta } from "../special/incomplete-beta.ts";
import { mean } from "../../numbers/middle.ts";

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

/** A cell's own sum of squares and its degrees of freedom, independent of the other cells'. */
interface OwnSquares {
  squares: number;
  df: number;
}

/**
 * The cell whose share of all squares is least like its share of the degrees of freedom: with equal spreads that share is
 * Beta(df_i / 2, (df - df_i) / 2). Two-sided, Bonferroni over the cells; null unless that is below 1 - level.
 */
function standingOut(cells: readonly OwnSquares[], whole: OwnSquares, level: number): UnequalSpread | null {
  if (!(whole.squares > 0)) return null;
  const found = cells.map(({ squares, df }, index) => {
    const share = Math.min(1, squares / whole.squares);
    const rest = whole.df - df;
    const above = incompleteBeta(1 - share, rest / 2, df / 2, share);
    const ratio = 1 - share <= ROUNDING ? null : Math.sqrt((share * rest) / ((1 - share) * df));
    return { index, ratio, p: Math.min(1, 2 * cells.length * Math.min(above, 1 - above)) };
  });
  const size = ({ index }: UnequalSpread) => cells[index].squares;
  const worst = found.reduce((a, b) => (b.p < a.p || (b.p === a.p && size(b) > size(a)) ? b : a));
  return worst.p < 1 - level ? worst : null;
}

/**
 * Looks for a cell that scatters more or less than all others, among independent runs as `manyToOne` sees them.
 *
 * Each cell's squares around its own mean have n_i - 1 degrees of freedom and are independent of the others', so that a cell
 * that scatters lends them nothing (after G. K. Shukla 1972, Heredity 29, 237-245, who takes residuals of blocks).
 *
 * Returns the most outlying cell if its two-sided p, times the number of cells, is below 1 - level; else null. Cells may
 * differ in size; those with fewer than 2 values are passed over. With 3 seeds only gross differences can be seen, and where
 * seeds share luck the squares of all cells grow alike and this speaks up less: silence is no proof of equal scatter.
 */
export function unequalRunSpread(cells: readonly (readonly number[])[], level = 0.95): UnequalSpread | null {
  requireLevel(level);
  const kept = cells.flatMap((values, index) => (values.length < 2 ? [] : [{ values, index }]));
  if (kept.length < 2) return null;
  const own = kept.map(({ values }) => {
    const middle = mean(values);
    return { squares: values.reduce((sum, v) => sum + (v - middle) ** 2, 0), df: values.length - 1 };
  });
  const whole = own.reduce((a, b) => ({ squares: a.squares + b.squares, df: a.df + b.df }));
  const found = standingOut(own, whole, level);
  return found && { ...found, index: kept[found.index].index };
}
