import { meanOfHuge, type Smoother } from "./smooth.ts";

/**
 * Mean of the last `width` values, of fewer at the start. Sums are never taken back by subtraction, so a huge value leaves no
 * trace once it is out of reach: a newer part is summed as it grows, an older part is kept as sums from each place to its end.
 */
export function runningMean(width: number): Smoother {
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
