import { mean, standardDeviation } from "./moments.ts";

/** Added to the batch's standard deviation, and the share of beta that the noise branch multiplies its normals with. */
const EPSILON = 1e-8;
const NOISE_SHARE = 0.1;

const WARM_UP_STEPS = 100;
const DECAY_STEPS = 1000;
const HIGHEST_BETA = 2;
const LOWEST_BETA = 0.5;

export interface RescaleOptions {
  beta: number;
  /** Compared with the standard deviation, whatever its name says. */
  minVariance: number;
  /** What is subtracted; null for the mean of these rewards. */
  baseline: number | null;
}

export interface Rescaled {
  rewards: number[];
  baseline: number;
  /** The rewards were so equal that noise was added in place of scaling. */
  isNoisy: boolean;
}

/**
 * The rewards of a whole draw as a public implementation of DGRO rescales them before GRPO, with s their sample standard
 * deviation (ddof 1): r' = (r - b) beta / (s + 1e-8) + b where s > minVariance, else r' = r + N(0, 1) * 0.1 beta.
 * Being affine, the first is undone by a later division by each group's deviation, up to that division's epsilon.
 * A single reward has no deviation and takes the noise branch. `normal` gives standard normal numbers.
 */
export function rescaleRewards(
  rewards: readonly number[],
  { beta, minVariance, baseline: given }: RescaleOptions,
  normal: () => number,
): Rescaled {
  const baseline = given ?? mean(rewards);
  const spread = standardDeviation(rewards, 1);
  if (spread > minVariance) {
    const factor = beta / (spread + EPSILON);
    return { rewards: rewards.map((r) => (r - baseline) * factor + baseline), baseline, isNoisy: false };
  }
  return { rewards: rewards.map((r) => r + normal() * NOISE_SHARE * beta), baseline, isNoisy: true };
}

/** One step of the exponential moving average b + gain (m - b) that the same implementation calls a Kalman baseline. */
export function movingBaseline(previous: number, drawMean: number, gain: number): number {
  return previous + gain * (drawMean - previous);
}

/**
 * Its schedule of beta at a train step from 1: linear from 0 to 2 over 100 steps, then half a cosine from 2 to 0.5 over
 * 1000, then 0.5. Published beside the code but never connected there.
 */
export function scheduledBeta(trainStep: number): number {
  if (trainStep <= WARM_UP_STEPS) return (HIGHEST_BETA * trainStep) / WARM_UP_STEPS;
  const done = Math.min(1, (trainStep - WARM_UP_STEPS) / DECAY_STEPS);
  return LOWEST_BETA + ((HIGHEST_BETA - LOWEST_BETA) * (1 + Math.cos(Math.PI * done))) / 2;
}
