/** A stretch cut into parts of equal width. Exact enough for a reader, and finite also from -1e308 to 1e308. */
export interface EqualParts {
  /** The part that x lies in, from 0; what lies outside counts to the nearest. */
  partOf(x: number): number;
  middleOf(part: number): number;
}

/** Cuts the stretch from `low` to `high`; one without a width counts as 1 wide per part. */
export function equalParts(low: number, high: number, parts: number): EqualParts {
  const width = (high - low) / parts || 1;
  const within = (part: number) => Math.max(0, Math.min(parts - 1, Math.floor(part) || 0));
  if (width < Infinity)
    return {
      partOf: (x) => within((x - low) / width),
      middleOf: (part) => low + (part + 0.5) * width,
    };
  // Of halves the difference is a number.
  const half = high / 2 - low / 2;
  return {
    partOf: (x) => within(((x / 2 - low / 2) / half) * parts),
    middleOf: (part) => low * (1 - (part + 0.5) / parts) + high * ((part + 0.5) / parts),
  };
}

/** Index, from `start` on, of the first element that is not below `wanted`; the length where all are. `ascending` is sorted. */
export function lowerBound(ascending: Float64Array, wanted: number, start = 0): number {
  let low = start;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A power of two, so that numbers keep all their bits: the sum of 2^60 of the largest still is a number. */
const MUCH_SMALLER = 2 ** 64;

interface Values {
  value: Float64Array;
}

function scaledMean(blocks: Iterable<Values>, scale: number): number {
  let sum = 0;
  let lost = 0;
  let n = 0;
  for (const { value } of blocks)
    for (let i = 0; i < value.length; i++) {
      const v = value[i] / scale;
      if (v - v !== 0) continue;
      const after = sum + v;
      lost += Math.abs(sum) >= Math.abs(v) ? sum - after + v : v - after + sum;
      sum = after;
      n += 1;
    }
  return ((sum + lost) / n) * scale;
}

/** Mean of the finite values where their sum is too large for float64; NaN where there is none. Sums after Neumaier (1974). */
export const meanOfLarge = (blocks: Iterable<Values>): number => scaledMean(blocks, MUCH_SMALLER);

/** Mean of the finite values; NaN where there is none. Sums after Neumaier (1974), whatever range the sum is in. */
export function finiteMean(value: Float64Array): number {
  const mean = scaledMean([{ value }], 1);
  return mean - mean === 0 ? mean : meanOfLarge([{ value }]);
}
