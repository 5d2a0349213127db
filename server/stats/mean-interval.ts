import { SEEDS_FOR_INTERVAL } from "../wording/seeds.ts";
import { countOf, writeCount } from "../wording/counts.ts";
import { leftOutValues } from "../wording/charts/feet.ts";
import { writeLevel } from "../wording/quantities.ts";
import { isRounding } from "./moments.ts";
import { studentTQuantile } from "./special/student-t-quantile.ts";
import { summary } from "./summary.ts";
import { type Estimate, requireLevel } from "./estimate.ts";

/** A band asks for the same few quantiles at each of its x, and one costs as much as a hundred means. */
const known = new Map<string, number>();
const MOST_KNOWN = 256;

function criticalOf(level: number, df: number): number {
  const key = `${level} ${df}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  const critical = studentTQuantile(0.5 + level / 2, df);
  known.set(key, critical);
  return critical;
}

/**
 * Mean of independent values with Student's interval, mean +- t(n - 1) sd / sqrt(n) (sd with ddof 1), in the values' unit.
 *
 * For one value per seed, or one per problem where the problems are independent. Bounds are null below 3 values and where all
 * values are equal up to rounding (no spread: a zero-width interval would claim certainty). Non-finite values are left out
 * and counted. Throws RangeError for a level outside (0, 1).
 */
export function meanInterval(values: readonly number[], level = 0.95): Estimate {
  requireLevel(level);
  const { n, nonFinite, mean, sd, min, max } = summary(values);
  const leftOut = leftOutValues(nonFinite);
  const without = (why: string): Estimate => ({
    value: mean,
    low: null,
    high: null,
    n,
    nonFinite,
    level,
    method: why + leftOut,
  });
  if (mean === null || sd === null || min === null || max === null) {
    return without(n === 0 ? "no value: no finite values" : "value only: 1 value has no spread");
  }
  if (n < SEEDS_FOR_INTERVAL)
    return without(`mean only: an interval needs ${SEEDS_FOR_INTERVAL} values, here are ${writeCount(n)}`);
  if (isRounding(sd, Math.max(Math.abs(min), Math.abs(max)))) {
    return without(
      `mean only: all ${countOf(n, "value")} are equal, so there is no spread to build an interval from`,
    );
  }
  const half = (criticalOf(level, n - 1) * sd) / Math.sqrt(n);
  const method = `mean with t interval, ${writeLevel(level)}, ${writeCount(n - 1)} degrees of freedom${leftOut}`;
  const low = mean - half;
  const high = mean + half;
  if (!Number.isFinite(low) || !Number.isFinite(high))
    return without("mean only: the interval leaves the range of a double");
  return { value: mean, low, high, n, nonFinite, level, method };
}
