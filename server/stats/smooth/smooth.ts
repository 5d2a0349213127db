import type { Smoothing } from "../../contracts/charts/smoothing.ts";

/** Beyond this many sigma a weight is below 0.04 % of the largest. */
const TRUNCATE = 4;
/** So many answered questions are let go at once. */
const KEPT = 1024;

/**
 * Mean of the values around a point, weighted with exp(-k^2 / 2 sigma^2) over k points to both sides and cut at 4 sigma; at the
 * ends of a series the weights of the values that exist add up to one. A value is only worked out where it is asked for, so a
 * wide kernel costs in proportion to the buckets of a window, not to the points of the series.
 */
function gaussianMean(sigma: number): Smoother {
  const reach = Math.max(1, Math.floor(TRUNCATE * sigma + 0.5));
  const size = 2 * reach + 1;
  const weights = Float64Array.from({ length: reach + 1 }, (_, k) => Math.exp(-0.5 * (k / sigma) ** 2));
  /** The last values, each at its number modulo the size. */
  const kept = new Float64Array(size);
  let count = 0;
  const asked: { at: number; take: (smoothed: number) => void }[] = [];
  let next = 0;

  function* weighed(at: number, from: number, to: number): Generator<[number, number]> {
    for (let i = from; i <= to; i++) {
      const weight = weights[Math.abs(i - at)];
      // Far out a narrow kernel weighs nothing, which would leave nothing to divide by.
      if (weight > 0) yield [kept[i % size], weight];
    }
  }
  const smoothedAt = (at: number): number => {
    const from = Math.max(0, at - reach);
    const to = Math.min(count - 1, at + reach);
    let sum = 0;
    let total = 0;
    for (let i = from, place = from % size; i <= to; i++) {
      const weight = weights[Math.abs(i - at)];
      sum += weight * kept[place];
      total += weight;
      if (++place === size) place = 0;
    }
    return Number.isFinite(sum) ? sum / total : meanOfHuge(weighed(at, from, to));
  };
  const give = (known: number) => {
    while (next < asked.length && asked[next].at <= known) {
      asked[next].take(smoothedAt(asked[next].at));
      next++;
    }
    if (next >= KEPT) {
      asked.splice(0, next);
      next = 0;
    }
  };
  return {
    push(value) {
      kept[count % size] = value;
      count++;
      give(count - 1 - reach);
    },
    ask(take) {
      asked.push({ at: count - 1, take });
    },
    end() {
      give(count - 1);
    },
  };
}

/**
 * Mean of the last `width` values, of fewer at the start. Sums are never taken back by subtraction, so a huge value leaves no
 * trace once it is out of reach: a newer part is summed as it grows, an older part is kept as sums from each place to its end.
 */
function runningMean(width: number): Smoother {
  const newer = new Float64Array(width);
  const sumsToEnd = new Float64Array(width);
  /** The last values, for when their sum is no number; each at its number modulo the width. */
  const kept = new Float64Array(width);
  let count = 0;
  let newerCount = 0;
  let newerSum = 0;
  let olderStart = 0;
  let olderEnd = 0;

  /** What was newer becomes older. */
  const turnOver = () => {
    let sum = 0;
    for (let i = newerCount - 1; i >= 0; i--) sumsToEnd[i] = sum += newer[i];
    olderStart = 0;
    olderEnd = newerCount;
    newerCount = 0;
    newerSum = 0;
  };
  return {
    push(value) {
      if (olderEnd - olderStart + newerCount === width) {
        if (olderStart === olderEnd) turnOver();
        olderStart++;
      }
      kept[count++ % width] = value;
      newer[newerCount++] = value;
      newerSum += value;
    },
    ask(take) {
      const olderSum = olderStart < olderEnd ? sumsToEnd[olderStart] : 0;
      const sum = olderSum + newerSum;
      const held = Math.min(count, width);
      take(Number.isFinite(sum) ? sum / held : meanOfHuge(Array.from(kept.subarray(0, held), (v) => [v, 1])));
    },
    end: () => {},
  };
}

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
