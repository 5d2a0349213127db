import type { Scores } from "./masked-softmax.ts";

/**
 * Index drawn from the first `count` weights by inverting their running sum at `threshold` in [0, sum of weights).
 * Entries of weight 0 are never drawn, also where rounding leaves the sum at or below the threshold.
 */
export function sampleIndex(weights: Scores, count: number, threshold: number): number {
  let remaining = threshold;
  let last = -1;
  for (let i = 0; i < count; i++) {
    if (weights[i] === 0) continue;
    last = i;
    remaining -= weights[i];
    if (remaining < 0) break;
  }
  return last;
}

/**
 * Position, from `offset` on, of the highest of `count` scores where the mask allows, the first among equals; -1 where
 * nothing is allowed or every score is NaN.
 */
export function bestAllowed(scores: Scores, mask: Uint8Array, offset: number, count: number): number {
  let best = -1;
  let highest = -Infinity;
  for (let i = 0; i < count; i++) {
    if (mask[offset + i] !== 0 && scores[offset + i] > highest) {
      highest = scores[offset + i];
      best = i;
    }
  }
  return best;
}
