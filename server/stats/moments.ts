/** What a sum of values, of their squares and their extremes say; the database adds these up without handing out rows. */
export interface Sums {
  n: number;
  sum: number;
  squares: number;
  min: number | null;
  max: number | null;
}

/** Sums of several parts of a sample as those of the whole. */
export function addSums(parts: readonly Sums[]): Sums {
  const total: Sums = { n: 0, sum: 0, squares: 0, min: null, max: null };
  for (const { n, sum, squares, min, max } of parts) {
    total.n += n;
    total.sum += sum;
    total.squares += squares;
    if (min !== null) total.min = Math.min(min, total.min ?? min);
    if (max !== null) total.max = Math.max(max, total.max ?? max);
  }
  return total;
}

/** Location and spread of a sample that is not at hand any more. */
export interface Moments {
  n: number;
  /** Null without values. */
  mean: number | null;
  /** Sample standard deviation (ddof 1); null below 2 values. */
  sd: number | null;
}

/**
 * Mean and sample standard deviation (ddof 1) from sums, in the values' unit. Equal values have a deviation of exactly 0.
 * The subtraction loses digits where the mean is far larger than the spread: meant for steps, shares and their differences,
 * whose mean and spread are of one size.
 */
export function moments({ n, sum, squares, min, max }: Sums): Moments {
  if (n === 0) return { n, mean: null, sd: null };
  if (min === max) return { n, mean: min, sd: n < 2 ? null : 0 };
  const mean = sum / n;
  return { n, mean, sd: n < 2 ? null : Math.sqrt(Math.max(0, squares - sum * mean) / (n - 1)) };
}
