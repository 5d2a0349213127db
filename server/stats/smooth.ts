import type { Smoothing } from "../contracts/smoothing.ts";
import { exponentialMean } from "./smooth-ema.ts";
import { gaussianMean } from "./smooth-gaussian.ts";
import { runningMean } from "./smooth-running-mean.ts";

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
