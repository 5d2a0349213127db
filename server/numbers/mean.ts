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
