import { SEEDS_FOR_INTERVAL } from "../../wording/seeds.ts";
import { findRoot } from "../special/find-root.ts";
import { keepFinite } from "../moments.ts";
import { requireLevel } from "../estimate.ts";
import { binomialTail } from "../special/binomial-tail.ts";
import { median } from "../../numbers/middle.ts";

/** What the seeds of one cell show without an assumption on how they scatter. */
export interface MinToMax {
  n: number;
  nonFinite: number;
  low: number | null;
  high: number | null;
  /**
   * Probability that low to high holds the median run of this configuration, 1 - 2^(1 - n): the median lies outside only if all
   * n fall on one side of it. Holds for any continuous distribution; with ties it is at least that.
   */
  holdsMedian: number | null;
  missing: "no_value" | "too_few_seeds" | "all_equal" | null;
}

/** The extremes of one value per seed, and what they promise; none below 3 seeds and where all are equal. */
export function minToMax(values: readonly number[]): MinToMax {
  const { finite, nonFinite } = keepFinite(values);
  const n = finite.length;
  const none = (missing: MinToMax["missing"]) => ({
    n,
    nonFinite,
    low: null,
    high: null,
    holdsMedian: null,
    missing,
  });
  if (n === 0) return none("no_value");
  const low = Math.min(...finite);
  const high = Math.max(...finite);
  if (low === high && n > 1) return none("all_equal");
  if (n < SEEDS_FOR_INTERVAL) return none("too_few_seeds");
  return { n, nonFinite, low, high, holdsMedian: 1 - 2 ** (1 - n), missing: null };
}

/** A count out of n runs with exact bounds on its rate. */
export interface ExactRate {
  count: number;
  n: number;
  low: number;
  high: number;
  /** One-sided upper bound at `level`: with count 0 it is 1 - (1 - level)^(1 / n). */
  atMost: number;
  level: number;
}

/**
 * The rate behind `count` of `n` with Clopper and Pearson's interval (1934, Biometrika 26, 404-413): it covers at least at its
 * level for every n. Throws RangeError unless 0 <= count <= n are whole with n >= 1.
 */
export function exactRate(count: number, n: number, level = 0.95): ExactRate {
  requireLevel(level);
  if (!Number.isInteger(count) || !Number.isInteger(n) || count < 0 || n < 1 || count > n)
    throw new RangeError(`A rate is a count out of at least one, got ${count} of ${n}.`);
  /** The rate at which `count` or fewer are as rare as `tail`. */
  const upper = (tail: number) =>
    count === n ? 1 : findRoot((p) => binomialTail(n - count, n, 1 - p) - tail, 0, 1);
  const half = (1 - level) / 2;
  const low = count === 0 ? 0 : findRoot((p) => binomialTail(count, n, p) - half, 0, 1);
  return { count, n, low, high: upper(half), atMost: upper(1 - level), level };
}

/** What counts as a collapsed run, in the metric's unit. */
export interface CollapseRule {
  /** A run has collapsed when it is worse than the median of the cell's other runs by more than this. */
  distance: number;
  better: "higher" | "lower";
}

/**
 * The rule for shares from 0 to 1: more than 20 points below the others. Healthy seeds of one configuration lie within 5 points
 * or so on a few hundred problems, so that this is far from their spread; it is a convention, to be printed with the count.
 */
export const SHARE_COLLAPSE: CollapseRule = { distance: 0.2, better: "higher" };

/** The rule of a metric; null for what is no share, of which nobody said how far a run has to fall. */
export const collapseRuleOf = ({
  unit,
  better,
}: {
  unit: string;
  better: CollapseRule["better"] | null;
}): CollapseRule | null =>
  unit === "share" ? { ...SHARE_COLLAPSE, better: better ?? SHARE_COLLAPSE.better } : null;

export interface Collapsed extends ExactRate {
  /** Places of the collapsed runs among the values that were given. */
  which: number[];
  rule: CollapseRule;
}

/**
 * How many runs of a cell collapsed, with the rate this allows. Each run is held against the median of the others, so one bad
 * run among three is seen and the good ones are not; of a cell in which more than half fell together the fallen have nobody
 * to be below. A diverged run (not finite) has collapsed. Null below 3 runs: with two, nobody knows which one is odd.
 * Throws RangeError for a distance that is not positive.
 */
export function collapsed(values: readonly number[], rule: CollapseRule, level = 0.95): Collapsed | null {
  if (!(rule.distance > 0))
    throw new RangeError(`The distance of a collapse is a positive number, got ${rule.distance}.`);
  if (values.length < SEEDS_FOR_INTERVAL) return null;
  const sign = rule.better === "higher" ? 1 : -1;
  const which = values.flatMap((own, i) => {
    if (!Number.isFinite(own)) return [i];
    const others = values.filter((value, other) => other !== i && Number.isFinite(value));
    return others.length > 0 && sign * (median(others) - own) > rule.distance ? [i] : [];
  });
  return { ...exactRate(which.length, values.length, level), which, rule };
}
