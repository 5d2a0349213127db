const RELATIVE_ROUNDING = 1e-12;

/**
 * Whether a spread is nothing but the rounding of double arithmetic: at most 1e-12 of the largest magnitude involved.
 * Values that differ by less were equal before they were computed, and an interval from them would claim certainty.
 */
export function isRounding(spread: number, magnitude: number): boolean {
  return spread <= RELATIVE_ROUNDING * magnitude;
}
