import type { Smoothing } from "../../contracts/charts/smoothing.ts";
import { gaussianMean } from "./smooth-gaussian.ts";
import { runningMean } from "./smooth-running-mean.ts";

/** A mean after a value that weighs `share` of all has come to it; two finite ones never make an infinite one. */
export function stepToMean(mean: number, value: number, share: number): number {
  const next = mean + share * (value - mean);
  return Number.isFinite(next) ? next : mean * (1 - share) + value * share;
}

/**
 * Weighted mean of values whose plain sum leaves the range of a double: a step from the mean so far for each value, by
 * products that are no larger than the values. It lies between the least and the greatest of them, which rounding alone could
 * leave. `values` yields a value and its weight above 0, at least one of them.
 */
export function meanOfHuge(values: Iterable<readonly [value: number, weight: number]>): number {
  let [mean, total, least, greatest] = [0, 0, Infinity, -Infinity];
  for (const [value, weight] of values) {
    total += weight;
    mean = mean * (1 - weight / total) + value * (weight / total);
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
    mean = Math.max(least, Math.min(greatest, mean));
  }
  return mean;
}

/**
 * Exponential moving mean without the pull of its start: after t points the weights of all of them add up to one, since the
 * sum is divided by 1 - weight^t (bias correction, Kingma & Ba 2015, algorithm 1). The same as pandas' `ewm(adjust=True)`.
 * Written as a step from the mean so far, so that equal values keep exactly their own.
 */
function exponentialMean(weight: number): Smoother {
  let mean = 0;
  let forgotten = 1;
  return {
    push(value) {
      forgotten *= weight;
      mean = stepToMean(mean, value, (1 - weight) / (1 - forgotten));
    },
    ask: (take) => take(mean),
    end: () => {},
  };
}

/** Smooths a series that passes by once, point by point; holds a bounded stretch of it, whatever its length. */
export interface Smoother {
  /** Takes the next value, which is finite. */
  push(value: number): void;
  /** Asks for the smoothed value at the point pushed last. It is given at once, or as soon as enough later points are known. */
  ask(take: (smoothed: number) => void): void;
  /** Nothing follows: gives what is still asked. */
  end(): void;
}

/** A smoother for one series; null where nothing is smoothed. */
export function createSmoother(smoothing: Smoothing): Smoother | null {
  switch (smoothing.kind) {
    case "none":
      return null;
    case "ema":
      return exponentialMean(smoothing.weight);
    case "gaussian":
      return gaussianMean(smoothing.sigma);
    case "mean":
      return runningMean(smoothing.width);
  }
}
