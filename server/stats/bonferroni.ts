import { requireLevel } from "./require-level.ts";

/**
 * Bonferroni's correction for a family of comparisons, for the interval and the p alike: each interval is made at
 * 1 - (1 - level) / comparisons, and each p becomes min(1, comparisons * p) (Dunn 1961, JASA 56, 52-64).
 * Holds for any dependence between the comparisons. Throws RangeError unless `comparisons` is a whole number of at least 1.
 */
export function bonferroni(
  comparisons: number,
  level = 0.95,
): { level: number; adjust: (p: number) => number } {
  requireLevel(level);
  if (!Number.isInteger(comparisons) || comparisons < 1) {
    throw new RangeError(`A family has at least 1 comparison, got ${comparisons}.`);
  }
  return { level: 1 - (1 - level) / comparisons, adjust: (p) => Math.min(1, comparisons * p) };
}
