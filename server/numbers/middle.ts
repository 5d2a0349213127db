/** Sum over number of values; NaN for none. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean of finite values; null for none, and where one is not finite. */
export const finiteMean = (values: readonly number[]): number | null =>
  values.length > 0 && values.every((value) => Number.isFinite(value)) ? mean(values) : null;

const ascending = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

/** The value in the middle, of two their mean; NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const half = (sorted.length - 1) / 2;
  return sorted.length === 0 ? NaN : (sorted[Math.floor(half)] + sorted[Math.ceil(half)]) / 2;
}

/** The value in the middle, of two the higher one; undefined for none. */
export const upperMedian = (values: readonly number[]): number => ascending(values)[values.length >> 1];

/** The value in the middle, of two the lower one; undefined for none. */
export const lowerMedian = (values: readonly number[]): number => ascending(values)[(values.length - 1) >> 1];
