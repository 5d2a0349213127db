import { scaledChiNodes, type ChiNodes } from "./scaled-chi-nodes.ts";
import { normalCdf } from "./special/normal-cdf.ts";

const INVERSE_SQRT_TWO_PI = 0.3989422804014327;
/** Where the normal density is below 1e-16 of its height. */
const FARTHEST_Z = 8.6;

/**
 * P(max_i |T_i| > c) for the `comparisons` many-to-one t statistics of a balanced design with `df` degrees of freedom.
 *
 * T_i = (Z_i - Z_0) / (sqrt(2) S), so any two have correlation 1/2 and
 * P = 1 - E_S integral phi(z) [Phi(z + sqrt(2) c S) - Phi(z - sqrt(2) c S)]^comparisons dz   (Dunnett 1955, JASA 50; 1964,
 * Biometrics 20). Both integrals are smooth and taken by the trapezoid rule; the complement is formed inside, so small tails
 * keep their digits. Absolute error below 1e-12. Throws RangeError for c < 0 or NaN, comparisons not a whole number of 1 to
 * 1000, df below 1.
 */
export function dunnettTail(c: number, comparisons: number, df: number): number {
  return dunnettTailOn(scaledChiNodes(df), c, comparisons);
}

/** The same on nodes made once by `scaledChiNodes`, for a whole table. */
export function dunnettTailOn(nodes: ChiNodes, c: number, comparisons: number): number {
  if (!(c >= 0) || !Number.isInteger(comparisons) || comparisons < 1 || comparisons > 1000) {
    throw new RangeError(
      `Dunnett needs c >= 0 and 1 to 1000 comparisons, got c = ${c}, comparisons = ${comparisons}.`,
    );
  }
  const step = 0.8 / Math.sqrt(comparisons + 1);
  const density = normalDensityAt(step);
  let total = 0;
  for (let i = 0; i < nodes.s.length; i++) {
    const reach = Math.SQRT2 * c * nodes.s[i];
    let outside = 0;
    for (let j = 0; j < density.length; j++) {
      const z = j * step;
      const beyondOne = Math.min(1, normalCdf(-(reach + z)) + normalCdf(z - reach));
      const beyondAny = -Math.expm1(comparisons * Math.log1p(-beyondOne));
      outside += density[j] * beyondAny;
    }
    total += nodes.weight[i] * outside;
  }
  return Math.min(1, total * step);
}

/** Normal density at 0, step, 2 step, ...; doubled beyond 0, where it stands for the mirrored point too. */
function normalDensityAt(step: number): number[] {
  const count = Math.ceil(FARTHEST_Z / step) + 1;
  return Array.from({ length: count }, (_, j) => {
    const z = j * step;
    return (j === 0 ? 1 : 2) * INVERSE_SQRT_TWO_PI * Math.exp(-0.5 * z * z);
  });
}
