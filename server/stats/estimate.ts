/**
 * A number with its interval. Plain data, never NaN: what could not be computed is null, and `method` says why.
 */
export interface Estimate {
  value: number | null;
  /** Both bounds are null where no interval is honest: too few values, or no spread to build one from. */
  low: number | null;
  high: number | null;
  /** Units that carry the interval (values, problems, clusters); non-finite ones are not among them. */
  n: number;
  /** NaN and infinite inputs that were left out. */
  nonFinite: number;
  /** Confidence level of the interval, 0 to 1. */
  level: number;
  /** How the interval was made, or why there is none, in words that fit into a table's footnote. */
  method: string;
}

/** Throws RangeError unless `level` is a confidence level: a number inside (0, 1). */
export function requireLevel(level: number): void {
  if (!(level > 0 && level < 1)) {
    throw new RangeError(`A confidence level lies between 0 and 1, for example 0.95; got ${level}.`);
  }
}
