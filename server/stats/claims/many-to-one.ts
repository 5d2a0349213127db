import { SEEDS_FOR_INTERVAL } from "../../wording/seeds.ts";
import { bonferroni, manyToOneTail } from "./many-to-one-tail.ts";
import { isRounding } from "../moments.ts";
import { requireLevel } from "../estimate.ts";
import { studentTCdf } from "../special/student-t-cdf.ts";
import { studentTQuantile } from "../special/student-t-quantile.ts";
import { summary } from "../summary.ts";

/** Squares of anything larger leave the range of a double. */
export const LARGEST_VALUE = 1e150;

/** Whether a value can be tested: NaN, infinities and larger sizes cannot. */
export const isUsable = (value: number): boolean => Math.abs(value) <= LARGEST_VALUE;

/** Why a row has a difference at most. `no_spread`: no value varies on either side, so there is no yardstick. */
export type WhyUntested =
  | "no_value"
  | "baseline_no_value"
  | "too_few_seeds"
  | "baseline_too_few_seeds"
  | "too_few_common_seeds"
  | "no_spread";

/** One cell against the baseline, in the metric's unit. From `se` on all are null together, and `untested` then says why. */
export interface TestedDifference {
  value: number | null;
  se: number | null;
  df: number | null;
  /** Critical value of |value| / se; the interval is value +- critical se. */
  critical: number | null;
  low: number | null;
  high: number | null;
  /** Adjusted for the family, from the distribution that the interval is from. */
  p: number | null;
  untested: WhyUntested | null;
}

export interface TestedFamily<Row extends TestedDifference> {
  /** In the order of the cells that were given. */
  rows: Row[];
  /** Tested rows: the family that intervals and p are adjusted for. */
  comparisons: number;
  level: number;
}

export interface ManyToOneRow extends TestedDifference {
  /** Root of the baseline's share in the squared standard error; two rows correlate by the product of theirs. */
  loading: number | null;
}

/** Mean of a sample and its standard error; `magnitude` is the largest size among the values. */
interface Side {
  n: number;
  mean: number | null;
  error: number;
  magnitude: number;
}

function sideOf(values: readonly number[]): Side {
  const { n, mean, sd, min, max } = summary(values.filter(isUsable));
  const magnitude = Math.max(Math.abs(min ?? 0), Math.abs(max ?? 0));
  return { n, mean, error: (sd ?? 0) / Math.sqrt(Math.max(1, n)), magnitude };
}

const nothing = { se: null, df: null, critical: null, low: null, high: null, p: null };

function whyUntested(own: Side, base: Side): WhyUntested | null {
  if (base.n === 0) return "baseline_no_value";
  if (own.n === 0) return "no_value";
  if (base.n < SEEDS_FOR_INTERVAL) return "baseline_too_few_seeds";
  if (own.n < SEEDS_FOR_INTERVAL) return "too_few_seeds";
  const error = Math.hypot(own.error, base.error);
  return isRounding(error, Math.max(own.magnitude, base.magnitude)) ? "no_spread" : null;
}

/** What a difference of two means is measured by, from the standard error of each and its number of runs. */
export interface Yardstick {
  se: number;
  df: number;
  loading: number;
}

/** se, nu and g of `manyToOne`; of two standard errors at least one is above 0. */
export function yardstick(own: { error: number; n: number }, base: { error: number; n: number }): Yardstick {
  const se = Math.hypot(own.error, base.error);
  const loading = base.error / se;
  const welch = 1 / ((own.error / se) ** 4 / (own.n - 1) + loading ** 4 / (base.n - 1));
  return { se, df: Math.min(welch, 2 * (Math.min(own.n, base.n) - 1)), loading };
}

/**
 * Several cells against one baseline on independent runs whose spreads may differ: the comparison behind every claim.
 *
 * With v_i = s_i^2 / n_i (ddof 1): se_i = sqrt(v_i + v_0), loading g_i = sqrt(v_0 / (v_i + v_0)), degrees of freedom
 * nu_i = (v_i + v_0)^2 / (v_i^2 / (n_i - 1) + v_0^2 / (n_0 - 1)), at most 2 (min(n_i, n_0) - 1); p_i = P(max |T| > |d_i| / se_i) and the critical value c_i are
 * those of `manyToOneTail` at nu_i, so each row has its own, and p_i < 1 - level exactly where its interval excludes 0
 * (Hasler & Hothorn 2008, Biometrical J. 50, 793-800, plug-in version; covar.equal = FALSE of the R package SimComp).
 *
 * The upper bound on nu_i is ours, and idle where n_i = n_0: of few runs beside many, the few look calm by chance, and nu_i is
 * then that of the many. Without it, 3 runs a cell beside a baseline of 8 claim something in 9 % of null worlds, with it in 4 %.
 *
 * `baseline` and `others[i]` hold one value per run. Seeds are not paired: numbers that are equal by chance share nothing, and
 * runs that share luck make this wide, never wrong. Values that are not finite or above 1e150 are left out. A cell with fewer
 * than 3 on a side, or without spread on both, has its difference only and is not in the family.
 * Throws RangeError for a level outside (0, 1).
 */
export function manyToOne(
  baseline: readonly number[],
  others: readonly (readonly number[])[],
  level = 0.95,
): TestedFamily<ManyToOneRow> {
  requireLevel(level);
  const base = sideOf(baseline);
  const sides = others.map((values) => {
    const own = sideOf(values);
    const untested = whyUntested(own, base);
    return { own, untested, measure: untested ? null : yardstick(own, base) };
  });
  const family = sides.flatMap(({ measure }) => (measure ? [measure.loading] : []));
  const shared = family.length > 0 ? manyToOneTail(family) : null;
  const rows = sides.map(({ own, untested, measure }): ManyToOneRow => {
    const value = own.mean === null || base.mean === null ? null : own.mean - base.mean;
    if (measure === null || value === null || shared === null)
      return { value, ...nothing, loading: null, untested };
    const { se, df, loading } = measure;
    const critical = shared.critical(level, df);
    const p = shared.tail(Math.abs(value) / se, df);
    const half = critical * se;
    return { value, se, df, critical, low: value - half, high: value + half, p, loading, untested };
  });
  return { rows, comparisons: family.length, level };
}

export interface PairedRow extends TestedDifference {
  /** Seeds with a value on both sides; the difference is over these alone. */
  n: number;
}

/**
 * Cells against a baseline by the differences within seeds: mean +- t(n - 1) s_d / sqrt(n), Bonferroni over the tested rows for
 * interval and p alike (Student 1908; valid whatever the spreads).
 *
 * Only where the plan said before the first run that the runs of a seed share something, such as a checkpoint. Without that
 * it finds less than `manyToOne`; choosing between the two by looking at the result claims too much.
 * `baseline` and `others[i]` are values by seed. Fewer than 3 common seeds or equal differences: the difference only.
 */
export function pairedByPlan(
  baseline: ReadonlyMap<number, number>,
  others: readonly ReadonlyMap<number, number>[],
  level = 0.95,
): TestedFamily<PairedRow> {
  requireLevel(level);
  const usable = (value: number | undefined): value is number => value !== undefined && isUsable(value);
  const sides = others.map((values) => {
    const differences: number[] = [];
    let magnitude = 0;
    for (const [seed, own] of values) {
      const base = baseline.get(seed);
      if (!usable(own) || !usable(base)) continue;
      differences.push(own - base);
      magnitude = Math.max(magnitude, Math.abs(own), Math.abs(base));
    }
    const side = sideOf(differences);
    const few = side.n < SEEDS_FOR_INTERVAL;
    const untested: WhyUntested | null = few
      ? "too_few_common_seeds"
      : isRounding(side.error, magnitude)
        ? "no_spread"
        : null;
    return { side, untested };
  });
  const comparisons = sides.filter(({ untested }) => untested === null).length;
  const family = bonferroni(Math.max(1, comparisons), level);
  const rows = sides.map(({ side: { n, mean: value, error: se }, untested }): PairedRow => {
    if (untested !== null || value === null) return { value, ...nothing, n, untested };
    const critical = studentTQuantile(0.5 + family.level / 2, n - 1);
    const p = family.adjust(2 * studentTCdf(-Math.abs(value) / se, n - 1));
    const half = critical * se;
    return { value, se, df: n - 1, critical, low: value - half, high: value + half, p, n, untested };
  });
  return { rows, comparisons, level };
}
