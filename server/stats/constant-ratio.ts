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

/** Half a unit of the last of so many decimals, or the error of single precision where that is larger. */
function errorOf(value: number, decimals: number): number {
  const printed = decimals < MOST_DECIMALS ? 0.5 * 10 ** -decimals : 0;
  return Math.max(printed, Math.abs(value) * RELATIVE_ERROR);
}

/** The factors that fit all pairs so far, if the one series has `a` decimals at most and the other `b`. */
interface Lane {
  a: number;
  b: number;
  low: number;
  high: number;
  n: number;
  /** The first different values of the one series, as many as are asked for. */
  values: number[];
}

const LANES = Array.from({ length: (MOST_DECIMALS + 1) ** 2 }, (_, i) => ({
  a: Math.floor(i / (MOST_DECIMALS + 1)),
  b: i % (MOST_DECIMALS + 1),
}));

/** Narrows a lane by a pair; false where no factor is left. */
function narrow(lane: Lane, x: number, y: number): boolean {
  const [ex, ey] = [errorOf(x, lane.a), errorOf(y, lane.b)];
  const [sizeX, sizeY] = [Math.abs(x), Math.abs(y)];
  const [nearX, nearY] = [sizeX <= ex, sizeY <= ey];
  if (nearX && nearY) return true;
  if (nearX || nearY || Math.sign(x) !== Math.sign(y)) return false;
  lane.low = Math.max(lane.low, (sizeY - ey) / (sizeX + ex));
  lane.high = Math.min(lane.high, (sizeY + ey) / (sizeX - ex));
  lane.n++;
  if (lane.values.length < FEWEST_VALUES && !lane.values.includes(x)) lane.values.push(x);
  return lane.low <= lane.high;
}

/**
 * Looks for the factor r with b[i] = r a[i] for all i up to the rounding of both series, pair by pair. Each pair allows the
 * factors between (|b| - h_b) / (|a| + h_a) and (|b| + h_b) / (|a| - h_a), with h half a unit of the series' last decimal; r lies
 * in all of them. How many decimals a series has is known at its end only, so the factors are kept for each number that it may be.
 */
export class RatioSearch {
  #pairs = 0;
  #a = 0;
  #b = 0;
  #lanes: Lane[] = LANES.map(({ a, b }) => ({
    a,
    b,
    low: 0,
    high: Number.POSITIVE_INFINITY,
    n: 0,
    values: [],
  }));

  /** A pair of which one is not finite says nothing. */
  add(a: number, b: number): void {
    if (!Number.isFinite(a) || !Number.isFinite(b)) return;
    this.#pairs++;
    if (this.#lanes.length === 0) return;
    if (this.#a < MOST_DECIMALS) this.#a = Math.max(this.#a, decimals(a));
    if (this.#b < MOST_DECIMALS) this.#b = Math.max(this.#b, decimals(b));
    let left = 0;
    for (const lane of this.#lanes)
      if (lane.a >= this.#a && lane.b >= this.#b && narrow(lane, a, b)) this.#lanes[left++] = lane;
    this.#lanes.length = left;
  }

  /** No factor fits, whatever pairs come next. */
  get isOver(): boolean {
    return this.#lanes.length === 0;
  }

  /**
   * Null where the pairs do not share a factor, where that factor may be 1, for fewer than 5 finite pairs or 3 different values
   * of a (constants always have a ratio), and where one of a pair alone is too close to zero.
   */
  get found(): ConstantRatio | null {
    const lane = this.#lanes.find(({ a, b }) => a === this.#a && b === this.#b);
    if (!lane || this.#pairs < FEWEST_POINTS) return null;
    const { low, high, n, values } = lane;
    if (n < FEWEST_POINTS || values.length < FEWEST_VALUES || (low <= 1 && high >= 1)) return null;
    return { ratio: (low + high) / 2, low, high, n };
  }

  copy(): RatioSearch {
    const copy = new RatioSearch();
    copy.#pairs = this.#pairs;
    copy.#a = this.#a;
    copy.#b = this.#b;
    copy.#lanes = this.#lanes.map((lane) => ({ ...lane, values: [...lane.values] }));
    return copy;
  }
}
