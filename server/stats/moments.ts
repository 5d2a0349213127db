import { SEEDS_FOR_INTERVAL } from "../wording/seeds.ts";
import { countOf, writeCount } from "../wording/counts.ts";
import { writeLevel } from "../wording/quantities.ts";
import { type Estimate, requireLevel } from "./estimate.ts";
import { studentTCdf } from "./special/student-t-cdf.ts";
import { studentTQuantile } from "./special/student-t-quantile.ts";

const RELATIVE_ROUNDING = 1e-12;

/**
 * Whether a spread is nothing but the rounding of double arithmetic: at most 1e-12 of the largest magnitude involved.
 * Values that differ by less were equal before they were computed, and an interval from them would claim certainty.
 */
export function isRounding(spread: number, magnitude: number): boolean {
  return spread <= RELATIVE_ROUNDING * magnitude;
}

interface TestedMean extends Estimate {
  /** Two-sided p of Student's t against a mean of 0; null where there is no interval. */
  p: number | null;
}

/**
 * Mean of independent values with Student's interval and test, mean +- t(n - 1) sd / sqrt(n), from their moments: what
 * `meanInterval` says of the values themselves. With one difference per problem it is the paired t test (Student 1908).
 *
 * Bounds and p are null below 3 values and where all values are equal up to rounding.
 * Throws RangeError for a level outside (0, 1).
 */
export function meanFromMoments({ n, mean, sd }: Moments, level = 0.95): TestedMean {
  requireLevel(level);
  const without = (why: string): TestedMean => ({
    value: mean,
    low: null,
    high: null,
    p: null,
    n,
    nonFinite: 0,
    level,
    method: why,
  });
  if (mean === null) return without("no value: no values");
  if (sd === null || n < SEEDS_FOR_INTERVAL)
    return without(`mean only: an interval needs ${SEEDS_FOR_INTERVAL} values, here are ${writeCount(n)}`);
  if (isRounding(sd, Math.abs(mean)))
    return without(
      `mean only: all ${countOf(n, "value")} are equal, so there is no spread to build an interval from`,
    );
  const error = sd / Math.sqrt(n);
  const half = studentTQuantile(0.5 + level / 2, n - 1) * error;
  const p = Math.min(1, 2 * studentTCdf(-Math.abs(mean / error), n - 1));
  const method = `mean with t interval, ${writeLevel(level)}, ${writeCount(n - 1)} degrees of freedom`;
  return { value: mean, low: mean - half, high: mean + half, p, n, nonFinite: 0, level, method };
}

/** Splits off NaN and infinities: the finite values in their order, and how many others there were. */
export function keepFinite(values: readonly number[]): { finite: number[]; nonFinite: number } {
  const finite = values.filter((value) => Number.isFinite(value));
  return { finite, nonFinite: values.length - finite.length };
}

/** What a sum of values, of their squares and their extremes say; the database adds these up without handing out rows. */
export interface Sums {
  n: number;
  sum: number;
  squares: number;
  min: number | null;
  max: number | null;
}

/** Sums of several parts of a sample as those of the whole. */
export function addSums(parts: readonly Sums[]): Sums {
  const total: Sums = { n: 0, sum: 0, squares: 0, min: null, max: null };
  for (const { n, sum, squares, min, max } of parts) {
    total.n += n;
    total.sum += sum;
    total.squares += squares;
    if (min !== null) total.min = Math.min(min, total.min ?? min);
    if (max !== null) total.max = Math.max(max, total.max ?? max);
  }
  return total;
}

/** Location and spread of a sample that is not at hand any more. */
export interface Moments {
  n: number;
  /** Null without values. */
  mean: number | null;
  /** Sample standard deviation (ddof 1); null below 2 values. */
  sd: number | null;
}

/**
 * Mean and sample standard deviation (ddof 1) from sums, in the values' unit. Equal values have a deviation of exactly 0.
 * The subtraction loses digits where the mean is far larger than the spread: meant for steps, shares and their differences,
 * whose mean and spread are of one size.
 */
export function moments({ n, sum, squares, min, max }: Sums): Moments {
  if (n === 0) return { n, mean: null, sd: null };
  if (min === max) return { n, mean: min, sd: n < 2 ? null : 0 };
  const mean = sum / n;
  return { n, mean, sd: n < 2 ? null : Math.sqrt(Math.max(0, squares - sum * mean) / (n - 1)) };
}
