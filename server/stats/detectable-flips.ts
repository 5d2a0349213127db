import { findRoot } from "./find-root.ts";
import { POWER } from "./plan.ts";
import { requireLevel } from "./require-level.ts";
import { normalQuantile } from "./special/normal-quantile.ts";

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
