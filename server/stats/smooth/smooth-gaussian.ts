import { meanOfHuge, type Smoother } from "./smooth.ts";

/** Beyond this many sigma a weight is below 0.04 % of the largest. */
const TRUNCATE = 4;
/** So many answered questions are let go at once. */
const KEPT = 1024;

/**
 * Mean of the values around a point, weighted with exp(-k^2 / 2 sigma^2) over k points to both sides and cut at 4 sigma; at the
 * ends of a series the weights of the values that exist add up to one. A value is only worked out where it is asked for, so a
 * wide kernel costs in proportion to the buckets of a window, not to the points of the series.
 */
export function gaussianMean(sigma: number): Smoother {
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
