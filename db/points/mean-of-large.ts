/** A power of two, so that numbers keep all their bits: the sum of 2^60 of the largest still is a number. */
const SCALE = 2 ** 64;

/** Mean of the finite values where their sum is too large for float64; NaN where there is none. Sums after Neumaier (1974). */
export function meanOfLarge(blocks: Iterable<{ value: Float64Array }>): number {
  let sum = 0;
  let lost = 0;
  let n = 0;
  for (const { value } of blocks)
    for (let i = 0; i < value.length; i++) {
      const v = value[i] / SCALE;
      if (v - v !== 0) continue;
      const after = sum + v;
      lost += Math.abs(sum) >= Math.abs(v) ? sum - after + v : v - after + sum;
      sum = after;
      n += 1;
    }
  return ((sum + lost) / n) * SCALE;
}
