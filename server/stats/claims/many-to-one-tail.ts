import { findRoot } from "../special/find-root.ts";
import { requireLevel } from "../estimate.ts";
import { logGamma } from "../special/log-gamma.ts";
import { normalCdf } from "../special/normal-cdf.ts";
import { studentTQuantile } from "../special/student-t-quantile.ts";

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

/**
 * The joint distribution of t statistics that share a baseline.
 *
 * T_i = (g_i Z + r_i E_i) / S with independent standard normals Z (the baseline's luck) and E_i, r_i = sqrt(1 - g_i^2), and
 * S = sqrt(chi-square(df) / df); so two of them have correlation g_i g_l. Then
 *
 *     P(max |T_i| > c) = E_S F(c S)
 *     F(x) = 1 - integral phi(z) prod_i [Phi((x - g_i z) / r_i) - Phi((-x - g_i z) / r_i)] dz
 *
 * (Dunnett 1955, JASA 50, 1096; Hasler & Hothorn 2008, Biometrical J. 50, 793). F is one function of one number for a whole
 * table, whatever the degrees of freedom of a row, so it is computed once on a lattice of ln x and every tail is a sum over it.
 */
export interface ManyToOneTail {
  comparisons: number;
  /** P(max |T_i| > c), absolute error below 1e-12, small tails with their digits. Throws RangeError for c < 0 or NaN, df below 1. */
  tail: (c: number, df: number) => number;
  /** The c with tail(c, df) = 1 - level, error below 1e-10. */
  critical: (level: number, df: number) => number;
}

const INVERSE_SQRT_TWO_PI = 0.3989422804014327;
/** Where the normal density is below 1e-16 of its height. */
const FARTHEST_Z = 8.6;
/** F is 1 to the last digit below the first of these logarithms of x, and 0 above the second. */
const [LOWEST, HIGHEST] = [-45, Math.log(39)];
const NEGLIGIBLE = 1e-17;
/** A correlation of 1 leaves no density to integrate over; a baseline with all the spread comes close to it. */
export const LARGEST_LOADING = Math.sqrt(0.995);

/**
 * The tail for given loadings `g`, one per comparison, each from 0 to 1 (above sqrt(0.995) they are taken as that).
 * `g = sqrt(1/2)` throughout is Dunnett's balanced design. Throws RangeError for no or more than 1000 comparisons.
 */
export function manyToOneTail(loadings: readonly number[]): ManyToOneTail {
  const comparisons = loadings.length;
  if (comparisons < 1 || comparisons > 1000 || !loadings.every((g) => g >= 0 && g <= 1)) {
    throw new RangeError(
      `Comparisons with a baseline are 1 to 1000, each with a loading from 0 to 1; got ${comparisons} (${loadings.join(", ")}).`,
    );
  }
  const beyondAny = beyondAnyAt(comparisons === 1 ? [0] : loadings);
  const lattices = new Map<number, Float64Array>();

  /** F at exp(j step), computed when it is first asked for. */
  const latticeOf = (step: number): ((j: number) => number) => {
    const first = Math.floor(LOWEST / step);
    let values = lattices.get(step);
    if (!values) {
      values = new Float64Array(Math.ceil(HIGHEST / step) - first + 1).fill(Number.NaN);
      lattices.set(step, values);
    }
    const known = values;
    return (j) => {
      const at = j - first;
      if (at < 0) return 1;
      if (Number.isNaN(known[at])) known[at] = beyondAny(Math.exp(j * step));
      return known[at];
    };
  };

  const tail = (c: number, df: number): number => {
    if (!(c >= 0)) throw new RangeError(`A critical value is a number of at least 0, got ${c}.`);
    requireDf(df);
    if (c === 0) return 1;
    const step = chiStep(df);
    const beyond = latticeOf(step);
    const logC = Math.log(c);
    const constant = Math.log(2 * step) + (df / 2) * Math.log(df / 2) - logGamma(df / 2);
    /** Weight of S = exp(j step) / c, the trapezoid rule in ln S. */
    const term = (j: number) => {
      const u = j * step - logC;
      return Math.exp(constant + df * u - (df / 2) * Math.exp(2 * u)) * beyond(j);
    };
    const middle = Math.floor(Math.min(logC, HIGHEST) / step);
    let total = 0;
    for (let j = middle + 1; j * step < HIGHEST; j++) {
      const more = term(j);
      total += more;
      if (more <= NEGLIGIBLE * total) break;
    }
    for (let j = middle; ; j--) {
      const more = term(j);
      total += more;
      if (j * step < 0 && more <= NEGLIGIBLE * total) break;
    }
    return Math.min(1, total);
  };

  const critical = (level: number, df: number): number => {
    requireLevel(level);
    requireDf(df);
    const single = studentTQuantile(0.5 + level / 2, df);
    if (comparisons === 1) return single;
    const widest = studentTQuantile(0.5 + bonferroni(comparisons, level).level / 2, df);
    const excess = (c: number) => Math.log(tail(c, df) / (1 - level));
    return findRoot(excess, single * (1 - 1e-9), widest * (1 + 1e-9), 1e-11);
  };
  return { comparisons, tail, critical };
}

function requireDf(df: number): void {
  if (!(df >= 1) || !Number.isFinite(df))
    throw new RangeError(`Degrees of freedom are a finite number of at least 1, got ${df}.`);
}

/**
 * The step in ln S: the width 1 / sqrt(2 df) of its density, and at low df the strip in which that is analytic, allow 0.1 or
 * less (Trefethen & Weideman 2014, SIAM Review 56). Halved rather than scaled, so that rows of a table share their lattice.
 */
function chiStep(df: number): number {
  let step = 0.1;
  while (step > 0.39 / Math.sqrt(df)) step /= 2;
  return step;
}

/** F of the docstring above. The step in z follows the widths r_i / g_i of the factors; for Dunnett it is 0.8 / sqrt(k + 1). */
function beyondAnyAt(loadings: readonly number[]): (x: number) => number {
  const times = new Map<number, number>();
  for (const g of loadings) {
    const capped = Math.min(g, LARGEST_LOADING);
    times.set(capped, (times.get(capped) ?? 0) + 1);
  }
  const factors = [...times]
    .map(([g, count]) => ({ slope: g / Math.sqrt(1 - g * g), perX: 1 / Math.sqrt(1 - g * g), count }))
    .sort((a, b) => b.slope - a.slope);
  const sharpness = factors.reduce((sum, { slope, count }) => sum + count * slope * slope, 1);
  const step = 0.8 / Math.sqrt(sharpness);
  const points = Math.ceil(FARTHEST_Z / step) + 1;
  const weight = Array.from({ length: points }, (_, j) => {
    const z = j * step;
    return (j === 0 ? 1 : 2) * step * INVERSE_SQRT_TWO_PI * Math.exp(-0.5 * z * z);
  });
  return (x) => {
    let total = 0;
    for (let j = 0; j < points; j++) {
      const z = j * step;
      let beyond = 0;
      for (const { slope, perX, count } of factors) {
        const reach = perX * x;
        const shift = slope * z;
        const own = Math.min(1, normalCdf(shift - reach) + normalCdf(-reach - shift));
        const anyOfThem = count === 1 ? own : -Math.expm1(count * Math.log1p(-own));
        beyond += (1 - beyond) * anyOfThem;
        if (own === 1) break;
      }
      total += weight[j] * beyond;
    }
    return total;
  };
}

const balanced = new Map<number, ManyToOneTail>();

/** Dunnett's balanced many-to-one design: all correlations 1/2. Kept, since every table of one size asks the same. */
export function balancedTail(comparisons: number): ManyToOneTail {
  if (!Number.isInteger(comparisons) || comparisons < 1 || comparisons > 1000)
    throw new RangeError(`Dunnett compares 1 to 1000 cells with a baseline, got ${comparisons}.`);
  let found = balanced.get(comparisons);
  if (!found) {
    found = manyToOneTail(Array.from({ length: comparisons }, () => Math.SQRT1_2));
    balanced.set(comparisons, found);
  }
  return found;
}
