/**
 * Decimals that an interval of this half-width supports: its half-width to two significant digits. Digits beyond the
 * interval are decoration, so the estimate and both bounds carry the same number.
 */
export function intervalDecimals(low: number, high: number): number {
  const half = Math.abs(high - low) / 2;
  if (!Number.isFinite(half) || half === 0) return 1;
  return Math.min(6, Math.max(0, 1 - Math.floor(Math.log10(half))));
}
