/** A mean after a value that weighs `share` of all has come to it; two finite ones never make an infinite one. */
export function stepToMean(mean: number, value: number, share: number): number {
  const next = mean + share * (value - mean);
  return Number.isFinite(next) ? next : mean * (1 - share) + value * share;
}
