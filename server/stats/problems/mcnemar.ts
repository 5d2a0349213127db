import { writeLevel } from "../../wording/quantities.ts";
import { findRoot } from "../special/find-root.ts";
import { requireLevel } from "../estimate.ts";
import { binomialProbability, binomialTail } from "../special/binomial-tail.ts";
import { normalQuantile } from "../special/normal-quantile.ts";
import { POWER } from "../claims/plan.ts";

/**
 * The smallest true difference of two shares that n problems measured on both sides would show at `level` with probability
 * `power`, where `flips` of them are solved by one side only.
 *
 * Solves sqrt(n) d = z_level sqrt(s) + z_power sqrt(s - d^2) for the differing share s = flips / n (R. J. Connor 1987,
 * Biometrics 43, 207-211: McNemar's test, normal approximation). The flips are taken as the true ones, so the answer is as
 * uncertain as they are. Null where they are too few to carry any difference.
 *
 * Throws RangeError for counts that are not whole, more flips than problems, a level outside (0, 1), or a power that is not
 * between 1 - level and 1.
 */
export function detectableFlips(
  { n, flips }: { n: number; flips: number },
  { level = 0.95, power = POWER }: { level?: number; power?: number } = {},
): number | null {
  requireLevel(level);
  if (!(power > 1 - level && power < 1))
    throw new RangeError(`Power lies between ${1 - level} and 1, for example 0.8; got ${power}.`);
  if (!Number.isInteger(n) || !Number.isInteger(flips) || flips < 0 || flips > n)
    throw new RangeError(`Of whole problems, from none to all flip; got ${flips} of ${n}.`);
  if (flips === 0) return null;
  const share = flips / n;
  const zLevel = normalQuantile(0.5 + level / 2);
  const zPower = normalQuantile(power);
  const excess = (d: number) =>
    Math.sqrt(n) * d - zLevel * Math.sqrt(share) - zPower * Math.sqrt(Math.max(0, share - d * d));
  return excess(share) < 0 ? null : findRoot(excess, 0, share);
}

/** Two evaluations of the same problems, yes or no on each. */
export interface PairedShares {
  /** Share of A minus share of B, (onlyA - onlyB) / n; null for n = 0. */
  value: number | null;
  low: number | null;
  high: number | null;
  /** Exact two-sided McNemar p; 1 where no problem differs, null for n = 0. */
  p: number | null;
  /** Mid-p version: less conservative, and nearer to the interval, which it may contradict too in small samples. */
  pMid: number | null;
  n: number;
  onlyA: number;
  onlyB: number;
  level: number;
  method: string;
}

/**
 * Exact McNemar test of paired yes/no results, with Tango's score interval for the difference of the two shares.
 *
 * p = min(1, 2 sum_{i <= min(b, c)} C(b + c, i) 2^-(b + c)) with b = onlyA, c = onlyB; the mid-p takes off one point
 * probability (Fagerland, Lydersen & Laake 2013, BMC Med. Res. Methodol. 13:91).
 * The interval inverts the score test whose statistic at difference 0 is McNemar's own, (b - c) / sqrt(b + c), with the
 * nuisance share at its maximum likelihood value (T. Tango 1998, Statistics in Medicine 17, 891-908). It needs nothing but
 * b, c and n, stays inside [-1, 1] and has a width even where no problem differs. It excludes 0 exactly where that score
 * statistic passes its normal quantile, so with few differing problems it may exclude 0 while an exact p does not reject: at
 * 4 : 0 the statistic is 2, the mid-p 0.0625 and the exact p 0.125. A caller that shows both has to say that they disagree.
 *
 * Throws RangeError unless the counts are whole, not negative and onlyA + onlyB <= n.
 */
export function mcnemar(onlyA: number, onlyB: number, n: number, level = 0.95): PairedShares {
  requireLevel(level);
  const whole = [onlyA, onlyB, n].every((count) => Number.isInteger(count) && count >= 0);
  if (!whole || onlyA + onlyB > n) {
    throw new RangeError(
      `Paired counts are whole numbers with onlyA + onlyB <= n, got onlyA = ${onlyA}, onlyB = ${onlyB}, n = ${n}.`,
    );
  }
  const counts = { n, onlyA, onlyB, level };
  if (n === 0) {
    return {
      value: null,
      low: null,
      high: null,
      p: null,
      pMid: null,
      ...counts,
      method: "no value: no shared problems",
    };
  }
  const { low, high } = tangoInterval(onlyA, onlyB, n, normalQuantile(0.5 + level / 2));
  const method = `exact McNemar test, two-sided, mid-p beside it; difference with Tango's score interval, ${writeLevel(level)}`;
  return { value: (onlyA - onlyB) / n, low, high, ...testOfEquality(onlyA, onlyB), ...counts, method };
}

function testOfEquality(b: number, c: number): { p: number; pMid: number } {
  const differing = b + c;
  if (b === c) return { p: 1, pMid: 1 };
  const larger = Math.max(b, c);
  const tail = 2 * binomialTail(larger, differing, 0.5);
  const point = binomialProbability(larger, differing, 0.5);
  return { p: Math.min(1, tail), pMid: Math.min(1, tail - point) };
}

/** Where the score statistic of the difference reaches -z and z. */
function tangoInterval(b: number, c: number, n: number, z: number): { low: number; high: number } {
  const estimate = (b - c) / n;
  const excess = (delta: number) => {
    const distance = b - c - n * delta;
    return distance * distance - z * z * n * scoreVariance(delta, b, c, n);
  };
  const inside = 1e-12;
  const low = estimate <= -1 + inside ? -1 : boundBetween(excess, -1, estimate);
  const high = estimate >= 1 - inside ? 1 : boundBetween(excess, 1, estimate);
  return { low, high };
}

/** The score is positive at the outer end and negative next to the estimate, where the distance vanishes. */
function boundBetween(excess: (delta: number) => number, outer: number, estimate: number): number {
  const beside = estimate + Math.sign(outer) * 1e-9;
  if (excess(beside) >= 0) return estimate;
  return findRoot(excess, outer, beside);
}

/** Per-pair variance of (A - B) at a true difference delta: 2 q + delta (1 - delta), q = P(only B) by maximum likelihood. */
function scoreVariance(delta: number, b: number, c: number, n: number): number {
  const linear = (2 * n - b + c) * delta - b - c;
  const constant = -c * delta * (1 - delta);
  const root = Math.sqrt(Math.max(0, linear * linear - 8 * n * constant));
  const onlyB = (root - linear) / (4 * n);
  return Math.max(0, 2 * onlyB + delta * (1 - delta));
}
