import { requireLevel } from "../estimate.ts";
import { studentTCdf } from "../special/student-t-cdf.ts";
import { studentTQuantile } from "../special/student-t-quantile.ts";
import { summary } from "../summary.ts";
import { isUsable, manyToOne, type ManyToOneRow, type TestedFamily } from "./many-to-one.ts";
import { median } from "../../numbers/middle.ts";

/** More comparisons than these, and the rows of `manyToOne` no longer hold together where spreads differ. */
const MOST_TOGETHER = 8;
/** With no more comparisons than these they hold beside a calm baseline too. */
const FEW = 2;
/** Where half of the cells scatter more than this many times as much as the baseline. */
const CALM_BASELINE = 2;
/** Where one side has this many times as many runs as the other. */
const UNEQUAL_SIDES = 2;

interface Sample {
  n: number;
  sd: number;
}

const sampleOf = (values: readonly number[]): Sample => {
  const { n, sd } = summary(values.filter(isUsable));
  return { n, sd: sd ?? 0 };
};

/** Each row by itself, Šidák over the rows: k rows at level^(1 / k), 1 - (1 - p)^k. Holds for two-sided t of any positive spread. */
const sidak = (level: number, rows: number) => ({
  level: level ** (1 / rows),
  adjust: (p: number) => -Math.expm1(rows * Math.log1p(-Math.min(p, 1 - Number.EPSILON))),
});

/**
 * Whether cells are to be tested row by row: in tables of more than 8 comparisons, beside a baseline that clearly scatters less than
 * most cells, and where one side has at least twice the runs of the other. There `manyToOne`, which takes the standard errors of
 * all rows to be off by one and the same factor, claims something in up to 36 % of worlds in which nothing differs.
 */
export function isTestedRowByRow(
  baseline: readonly number[],
  others: readonly (readonly number[])[],
): boolean {
  const base = sampleOf(baseline);
  const cells = others.map(sampleOf);
  if (cells.length > MOST_TOGETHER) return true;
  if (cells.some(({ n }) => Math.max(n, base.n) >= UNEQUAL_SIDES * Math.min(n, base.n))) return true;
  return cells.length > FEW && median(cells.map(({ sd }) => sd)) > CALM_BASELINE * base.sd;
}

/**
 * Several cells against one baseline, each row by itself: Welch's t with Šidák over the rows.
 *
 * Degrees of freedom of a row are the least of three: Welch's nu of its own two spreads; that nu with the median spread of all cells
 * in place of its own, since a cell of few runs that looks calm by chance would otherwise be given those of the baseline; and
 * (m - 1)(1 + (m - 1) / (M - 1)) for m the fewer and M the more runs of its sides, which is 2 (m - 1) where they are equal and goes to
 * m - 1. The rates in README.md are what this was chosen by. Rows without a test are those of `manyToOne`.
 * Throws RangeError for a level outside (0, 1).
 */
export function rowByRow(
  baseline: readonly number[],
  others: readonly (readonly number[])[],
  level = 0.95,
): TestedFamily<ManyToOneRow> {
  requireLevel(level);
  const found = manyToOne(baseline, others, level);
  if (found.comparisons === 0) return found;
  const base = sampleOf(baseline);
  const cells = others.map(sampleOf);
  const usual = median(cells.filter((_, i) => found.rows[i].untested === null).map(({ sd }) => sd));
  const family = sidak(level, found.comparisons);
  const rows = found.rows.map((row, i): ManyToOneRow => {
    const { value, se, df } = row;
    if (value === null || se === null || df === null) return row;
    const { n } = cells[i];
    const [fewer, more] = [Math.min(n, base.n) - 1, Math.max(n, base.n) - 1];
    const least = Math.min(df, welch({ n, sd: usual }, base), fewer * (1 + fewer / more));
    const critical = studentTQuantile(0.5 + family.level / 2, least);
    const half = critical * se;
    const p = family.adjust(2 * studentTCdf(-Math.abs(value) / se, least));
    return { ...row, df: least, critical, low: value - half, high: value + half, p };
  });
  return { ...found, rows };
}

/** Welch's degrees of freedom; without any spread those of the smaller side. */
function welch(own: Sample, base: Sample): number {
  const [a, b] = [own.sd ** 2 / own.n, base.sd ** 2 / base.n];
  const whole = a + b;
  if (!(whole > 0)) return Math.min(own.n, base.n) - 1;
  return 1 / ((a / whole) ** 2 / (own.n - 1) + (b / whole) ** 2 / (base.n - 1));
}
