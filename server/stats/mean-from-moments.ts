import { SEEDS_FOR_INTERVAL } from "../wording/seeds.ts";
import { countOf, writeCount } from "../wording/counts.ts";
import { writeLevel } from "../wording/quantities.ts";
import type { Estimate } from "./estimate.ts";
import { isRounding } from "./is-rounding.ts";
import type { Moments } from "./moments.ts";
import { requireLevel } from "./require-level.ts";
import { studentTCdf } from "./special/student-t-cdf.ts";
import { studentTQuantile } from "./special/student-t-quantile.ts";

export interface TestedMean extends Estimate {
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
