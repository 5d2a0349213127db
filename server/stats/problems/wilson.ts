import { writeLevel } from "../../wording/quantities.ts";
import { type Estimate, requireLevel } from "../estimate.ts";
import { normalQuantile } from "../special/normal-quantile.ts";

/**
 * Bounds of Wilson's interval around a share of `n` items; `n` need not be whole, as where a sample of unequal weights counts as
 * so many. 0 starts at exactly 0 and 1 ends at exactly 1.
 */
export function wilsonBounds(share: number, n: number, level = 0.95): { low: number; high: number } {
  const z = normalQuantile(0.5 + level / 2);
  const shrink = 1 / (1 + (z * z) / n);
  const centre = (share + (z * z) / (2 * n)) * shrink;
  const half = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n)) * shrink;
  return {
    low: Math.min(share, Math.max(0, centre - half)),
    high: Math.max(share, Math.min(1, centre + half)),
  };
}

/**
 * Wilson score interval for a share of independent yes/no items, `successes` of `n`. Shares are 0 to 1.
 *
 * (p + z^2/2n +- z sqrt(p (1 - p)/n + z^2/4n^2)) / (1 + z^2/n)   (E. B. Wilson 1927, JASA 22, 209-212)
 *
 * Only for independent items, one per problem: on items that come in clusters, or pooled over seeds, it covers far less than
 * it says; those take `clusterBootstrap` and `meanInterval`. 0 of n starts at exactly 0 and n of n ends at exactly 1.
 * n = 0 gives nulls. Throws RangeError unless 0 <= successes <= n are whole numbers and level is inside (0, 1).
 */
export function wilson(successes: number, n: number, level = 0.95): Estimate {
  requireLevel(level);
  if (!Number.isInteger(successes) || !Number.isInteger(n) || successes < 0 || successes > n) {
    throw new RangeError(`A share needs whole numbers 0 <= successes <= n, got ${successes} of ${n}.`);
  }
  if (n === 0) {
    return { value: null, low: null, high: null, n, nonFinite: 0, level, method: "no value: no items" };
  }
  const share = successes / n;
  const { low, high } = wilsonBounds(share, n, level);
  const method = `Wilson score interval, ${writeLevel(level)}, items independent`;
  return { value: share, low, high, n, nonFinite: 0, level, method };
}
