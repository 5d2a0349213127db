import { writeCount } from "../wording/counts.ts";
import { leftOutValues } from "../wording/feet.ts";
import { writeNumber } from "../wording/numbers.ts";
import { writeLevel } from "../wording/quantities.ts";
import { isRounding } from "./is-rounding.ts";
import { requireLevel } from "./require-level.ts";
import { studentTCdf } from "./special/student-t-cdf.ts";
import { studentTQuantile } from "./special/student-t-quantile.ts";
import { summary, type Summary } from "./summary.ts";

/** Difference of two independent means. */
export interface WelchResult {
  /** mean(a) - mean(b), in the values' unit; null where a side has no finite value. */
  value: number | null;
  low: number | null;
  high: number | null;
  p: number | null;
  /** Welch-Satterthwaite degrees of freedom; null without an interval. */
  df: number | null;
  nA: number;
  nB: number;
  nonFinite: number;
  level: number;
  method: string;
}

const FEWEST = 3;

/**
 * Difference of means of two independent samples whose variances may differ, with Welch's t interval and two-sided p.
 *
 * df = (va + vb)^2 / (va^2 / (na - 1) + vb^2 / (nb - 1)), va = sd_a^2 / na (B. L. Welch 1947, Biometrika 34, 28-35).
 *
 * Interval and p are null when a side has fewer than 3 values or neither side has a spread. Non-finite values are left out
 * and counted. Throws RangeError for a level outside (0, 1).
 */
export function welch(a: readonly number[], b: readonly number[], level = 0.95): WelchResult {
  requireLevel(level);
  const first = summary(a);
  const second = summary(b);
  const nonFinite = first.nonFinite + second.nonFinite;
  const value = first.mean === null || second.mean === null ? null : first.mean - second.mean;
  const shape = { nA: first.n, nB: second.n, nonFinite, level };
  const leftOut = leftOutValues(nonFinite);
  const without = (why: string): WelchResult => ({
    ...shape,
    value: value !== null && Number.isFinite(value) ? value : null,
    low: null,
    high: null,
    p: null,
    df: null,
    method: why + leftOut,
  });
  if (value === null) return without("no value: one side has no finite values");
  if (first.n < FEWEST || second.n < FEWEST) {
    return without(
      `difference only: an interval needs ${FEWEST} values a side, here are ${writeCount(first.n)} and ${writeCount(second.n)}`,
    );
  }
  const { variance: va, magnitude: ma } = meanVariance(first);
  const { variance: vb, magnitude: mb } = meanVariance(second);
  const error = Math.hypot(Math.sqrt(va), Math.sqrt(vb));
  if (isRounding(error, Math.max(ma, mb))) {
    return without("difference only: the values do not vary on either side, so there is no yardstick");
  }
  const share = va / (va + vb);
  const df = 1 / ((share * share) / (first.n - 1) + ((1 - share) * (1 - share)) / (second.n - 1));
  const tooLarge = "difference only: the numbers leave the range of a double";
  if (!Number.isFinite(error) || !Number.isFinite(value) || !Number.isFinite(df)) return without(tooLarge);
  const half = studentTQuantile(0.5 + level / 2, df) * error;
  const p = 2 * studentTCdf(-Math.abs(value) / error, df);
  if (!Number.isFinite(value - half) || !Number.isFinite(value + half)) return without(tooLarge);
  const method = `Welch t, ${writeLevel(level)}, ${writeNumber(df)} degrees of freedom${leftOut}`;
  return { ...shape, value, low: value - half, high: value + half, p, df, method };
}

function meanVariance({ n, sd, min, max }: Summary): { variance: number; magnitude: number } {
  return { variance: (sd ?? 0) ** 2 / n, magnitude: Math.max(Math.abs(min ?? 0), Math.abs(max ?? 0)) };
}
