/** Rewards of one group count as equal when their range is within this share of the largest magnitude among them. */
export const RELATIVE_TOLERANCE = 1e-9;

/**
 * True where the rewards of a group carry no signal: max - min <= 1e-9 * max |reward|.
 * The rule is relative, so scaling every reward by the same factor never changes the answer; 1e-9 is far above the
 * rounding of a sum of doubles and far below any difference a reward means. A group with NaN is never called equal.
 */
export function isZeroVariance(rewards: ArrayLike<number>): boolean {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < rewards.length; i++) {
    if (Number.isNaN(rewards[i])) return false;
    if (rewards[i] < low) low = rewards[i];
    if (rewards[i] > high) high = rewards[i];
  }
  return high - low <= RELATIVE_TOLERANCE * Math.max(Math.abs(low), Math.abs(high));
}
