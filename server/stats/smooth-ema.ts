import { stepToMean } from "./step-to-mean.ts";
import type { Smoother } from "./smooth.ts";

/**
 * Exponential moving mean without the pull of its start: after t points the weights of all of them add up to one, since the
 * sum is divided by 1 - weight^t (bias correction, Kingma & Ba 2015, algorithm 1). The same as pandas' `ewm(adjust=True)`.
 * Written as a step from the mean so far, so that equal values keep exactly their own.
 */
export function exponentialMean(weight: number): Smoother {
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
