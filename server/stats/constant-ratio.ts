import { toDecimals } from "../numbers/round.ts";

/** One factor that turns a series into another, within the rounding of their digits. */
export interface ConstantRatio {
  /** Middle of the factors that fit every point. */
  ratio: number;
  low: number;
  high: number;
  /** Points that were compared. */
  n: number;
}

/** With fewer points, or fewer different values, one factor can fit by chance. */
const FEWEST_POINTS = 5;
const FEWEST_VALUES = 3;
/** Digits beyond these are those of the arithmetic, not of a measurement: a relative error of float32 is 6e-8. */
const RELATIVE_ERROR = 1e-6;
const MOST_DECIMALS = 6;

/** Decimals a number is printed with; one with more than six is taken as not rounded. */
function decimals(value: number): number {
  for (let digits = 0; digits < MOST_DECIMALS; digits++)
    if (toDecimals(value, digits) === value) return digits;
  return MOST_DECIMALS;
}

/** Half a unit of the last decimal that any of the values has, or the error of single precision where that is larger. */
function halfUnit(values: readonly number[]): (value: number) => number {
  const most = Math.max(...values.map(decimals));
  const printed = most < MOST_DECIMALS ? 0.5 * 10 ** -most : 0;
  return (value) => Math.max(printed, Math.abs(value) * RELATIVE_ERROR);
}

/**
 * The factor r with b[i] = r a[i] for all i up to the rounding of both series, or null. Each point allows the factors between
 * (|b| - h_b) / (|a| + h_a) and (|b| + h_b) / (|a| - h_a), with h half a unit of the series' last decimal; r lies in all of them.
 *
 * Null where the points do not share a factor, where that factor may be 1, for fewer than 5 finite points or 3 different
 * values of a (constants always have a ratio), and where a point is too close to zero on one side only.
 */
export function constantRatio(a: readonly number[], b: readonly number[]): ConstantRatio | null {
  const pairs = a.flatMap((value, i) =>
    Number.isFinite(value) && Number.isFinite(b[i]) ? [[value, b[i]] as const] : [],
  );
  if (pairs.length < FEWEST_POINTS) return null;
  const errorA = halfUnit(pairs.map(([value]) => value));
  const errorB = halfUnit(pairs.map(([, value]) => value));
  let [low, high, n] = [0, Number.POSITIVE_INFINITY, 0];
  const values = new Set<number>();
  for (const [x, y] of pairs) {
    const [ex, ey] = [errorA(x), errorB(y)];
    const [nearX, nearY] = [Math.abs(x) <= ex, Math.abs(y) <= ey];
    if (nearX && nearY) continue;
    if (nearX || nearY || Math.sign(x) !== Math.sign(y)) return null;
    low = Math.max(low, (Math.abs(y) - ey) / (Math.abs(x) + ex));
    high = Math.min(high, (Math.abs(y) + ey) / (Math.abs(x) - ex));
    if (low > high) return null;
    values.add(x);
    n++;
  }
  if (n < FEWEST_POINTS || values.size < FEWEST_VALUES || (low <= 1 && high >= 1)) return null;
  return { ratio: (low + high) / 2, low, high, n };
}
