import { SEEDS_FOR_INTERVAL } from "../../wording/seeds.ts";
import { isRounding } from "../moments.ts";
import { requireLevel } from "../estimate.ts";
import { studentTCdf } from "../special/student-t-cdf.ts";
import { studentTQuantile } from "../special/student-t-quantile.ts";
import { summary, type Summary } from "../summary.ts";

/** Difference of two independent means. */
export interface WelchResult {
  /** mean(a) - mean(b), in the values' unit; null where a side has no finite value. */
  value: number | null;
  /** Null together with `high`, `p` and `df`. */
  low: number | null;
  high: number | null;
  p: number | null;
  /** Welch-Satterthwaite degrees of freedom. */
  df: number | null;
}

/**
 * Difference of means of two independent samples whose variances may differ, with Welch's t interval and two-sided p: what
 * `manyToOne` must say of one cell alone where both sides have as many runs.
 *
 * df = (va + vb)^2 / (va^2 / (na - 1) + vb^2 / (nb - 1)), va = sd_a^2 / na (B. L. Welch 1947, Biometrika 34, 28-35).
 *
 * Interval and p are null when a side has fewer than 3 values, neither side has a spread, or numbers leave the range of a
 * double. Non-finite values are left out. Throws RangeError for a level outside (0, 1).
 */
export function welch(a: readonly number[], b: readonly number[], level = 0.95): WelchResult {
  requireLevel(level);
  const first = summary(a);
  const second = summary(b);
  const value = first.mean === null || second.mean === null ? null : first.mean - second.mean;
  const without = {
    value: value !== null && Number.isFinite(value) ? value : null,
    low: null,
    high: null,
    p: null,
    df: null,
  };
  if (value === null || first.n < SEEDS_FOR_INTERVAL || second.n < SEEDS_FOR_INTERVAL) return without;
  const { variance: va, magnitude: ma } = meanVariance(first);
  const { variance: vb, magnitude: mb } = meanVariance(second);
  const error = Math.hypot(Math.sqrt(va), Math.sqrt(vb));
  if (isRounding(error, Math.max(ma, mb))) return without;
  const share = va / (va + vb);
  const df = 1 / ((share * share) / (first.n - 1) + ((1 - share) * (1 - share)) / (second.n - 1));
  if (!Number.isFinite(error) || !Number.isFinite(value) || !Number.isFinite(df)) return without;
  const half = studentTQuantile(0.5 + level / 2, df) * error;
  if (!Number.isFinite(value - half) || !Number.isFinite(value + half)) return without;
  const p = 2 * studentTCdf(-Math.abs(value) / error, df);
  return { value, low: value - half, high: value + half, p, df };
}

function meanVariance({ n, sd, min, max }: Summary): { variance: number; magnitude: number } {
  return { variance: (sd ?? 0) ** 2 / n, magnitude: Math.max(Math.abs(min ?? 0), Math.abs(max ?? 0)) };
}
