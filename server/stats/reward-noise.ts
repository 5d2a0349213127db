import { evaluate, type Piece, uniformSumDensity } from "./uniform-sum-density.ts";

/** Nodes on (-1, 1) and weights of a Gauss-Legendre rule. */
interface QuadratureRule {
  node: Float64Array;
  weight: Float64Array;
}

/**
 * The n-point Gauss-Legendre rule: exact for polynomials of degree 2n - 1 on (-1, 1). Nodes are the zeros of the Legendre
 * polynomial, by Newton's method from cos(pi (i + 3/4) / (n + 1/2)) (DLMF 3.5(v)).
 */
function gaussLegendre(n: number): QuadratureRule {
  const node = new Float64Array(n);
  const weight = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let x = Math.cos((Math.PI * (i + 0.75)) / (n + 0.5));
    let slope = 0;
    for (let step = 0; step < 8; step++) {
      const { value, derivative } = legendre(n, x);
      slope = derivative;
      x -= value / derivative;
    }
    node[i] = x;
    weight[i] = 2 / ((1 - x * x) * slope * slope);
  }
  return { node, weight };
}

function legendre(n: number, x: number): { value: number; derivative: number } {
  let before = 1;
  let value = x;
  for (let k = 2; k <= n; k++) [before, value] = [value, ((2 * k - 1) * x * value - (k - 1) * before) / k];
  return { value, derivative: (n * (x * value - before)) / (x * x - 1) };
}

/** The spread that a reward's injected noise alone would show, in reward points. */
export interface RewardNoise {
  /** Standard deviation over all episodes together. */
  pooledSd: number;
  /** Expected mean of the within-group sample standard deviations (ddof 1); below `pooledSd`, because a root is concave. */
  withinGroupSd: number;
  groupSize: number;
  method: string;
}

/** Each further jitter doubles the pieces of the density: five take up to 0.2 s of CPU, eight would take 9 s. */
const MOST_JITTERS = 5;
/** A jitter this much narrower than the widest only adds its variance; the error is below 1e-8. */
const NARROW = 1e-4;
const LOG_STEP = 0.35;
const RULE = gaussLegendre(12);
/** exp(-x^2) is below 1e-17 from here on. */
const REACH = 6.3;

/**
 * Noise floor of a reward with independent uniform jitters U(-a, a), one per half-width `a`, for groups of `groupSize`.
 *
 * Pooled: sqrt(sum a^2 / 3). Within groups, exactly for the sum's true (not normal) distribution: with V the sample variance,
 * E sqrt(V) = (1 / 2 sqrt(pi)) integral (1 - E exp(-t V)) t^(-3/2) dt, and with s = t / (G - 1)
 * E exp(-t V) = sqrt(s G / pi) integral (E exp(-s (X - m)^2))^G dm   (the Gaussian identity that undoes the square of the mean).
 * At G = 4: 1.0928 for U(-2, 2) alone and 1.3456 for half-widths 2, 1, 1/2, 1, where the pooled values are 1.1547 and 1.4434.
 * Absolute error below 1e-8 of the pooled value. A factor on the whole reward multiplies both.
 *
 * Half-widths of 0 are no jitter; none at all gives zeros. Throws RangeError for a negative or non-finite half-width, more
 * than 5 of them, or a group size that is not a whole number of at least 2.
 */
export function rewardNoise(halfWidths: readonly number[], groupSize: number): RewardNoise {
  if (!Number.isInteger(groupSize) || groupSize < 2) {
    throw new RangeError(`A group has at least 2 completions, got ${groupSize}.`);
  }
  if (halfWidths.length > MOST_JITTERS || !halfWidths.every((a) => Number.isFinite(a) && a >= 0)) {
    throw new RangeError(
      `Jitters are at most ${MOST_JITTERS} finite half-widths of at least 0, got ${halfWidths.join(", ")}.`,
    );
  }
  const widest = Math.max(0, ...halfWidths);
  const method = `uniform noise only: root of the summed variances pooled, expected sample sd in groups of ${groupSize}`;
  if (widest === 0) return { pooledSd: 0, withinGroupSd: 0, groupSize, method: "no noise is added" };
  const scaled = halfWidths.map((a) => a / widest);
  const wide = scaled.filter((a) => a > NARROW);
  const variance = (widths: readonly number[]) => widths.reduce((sum, a) => sum + (a * a) / 3, 0);
  const narrowFactor = Math.sqrt(variance(scaled) / variance(wide));
  const withinGroupSd = widest * narrowFactor * expectedSampleSd(wide, groupSize);
  return { pooledSd: widest * Math.sqrt(variance(scaled)), withinGroupSd, groupSize, method };
}

/** E sqrt(V), as sqrt(m) plus the integral of exp(-t m) - E exp(-t V), m = E V, so that the integrand vanishes at both ends. */
function expectedSampleSd(halfWidths: readonly number[], groupSize: number): number {
  const density = uniformSumDensity(halfWidths);
  const mean = halfWidths.reduce((sum, a) => sum + (a * a) / 3, 0);
  let total = 0;
  for (let u = Math.log(1e-6); u < Math.log(1e12); u += LOG_STEP) {
    const t = Math.exp(u) / mean;
    const laplace = laplaceOfVariance(density, t, groupSize);
    const term = (Math.exp(-t * mean) - laplace) / Math.sqrt(t);
    total += term;
    if (t * mean > 40 && Math.abs(term) < 1e-12) break;
  }
  return Math.sqrt(mean) + (total * LOG_STEP) / (2 * Math.sqrt(Math.PI));
}

/** E exp(-t V) for the sample variance V of `groupSize` draws. */
function laplaceOfVariance(density: Piece[], t: number, groupSize: number): number {
  const s = t / (groupSize - 1);
  const root = Math.sqrt(s);
  const top = density[density.length - 1].to + REACH / (root * Math.sqrt(groupSize));
  const knots = density.map((piece) => piece.to).filter((knot) => knot >= 0);
  const cuts = knots.flatMap((knot) =>
    [-1, -0.5, -0.2, 0, 0.2, 0.5, 1].map((share) => knot + (share * REACH) / root),
  );
  const edges = [0, ...cuts.filter((cut) => cut > 0 && cut < top), top].sort((x, y) => x - y);
  const longest = Math.max(3 / (root * Math.sqrt(groupSize)), top / 24);
  let total = 0;
  for (let i = 1; i < edges.length; i++) {
    const length = edges[i] - edges[i - 1];
    if (length < 1e-13 * top) continue;
    total += integrate(
      edges[i - 1],
      edges[i],
      Math.ceil(length / longest),
      (m) => smear(density, s, m) ** groupSize,
    );
  }
  return 2 * Math.sqrt((s * groupSize) / Math.PI) * total;
}

/** E exp(-s (X - m)^2) for X with the given density. */
function smear(density: Piece[], s: number, m: number): number {
  const reach = REACH / Math.sqrt(s);
  let total = 0;
  for (const { from, to, coefficients } of density) {
    const low = Math.max(from, m - reach);
    const high = Math.min(to, m + reach);
    if (low >= high) continue;
    const panels = Math.ceil(((high - low) * Math.sqrt(s)) / 3);
    total += integrate(
      low,
      high,
      panels,
      (x) => evaluate(coefficients, x - from) * Math.exp(-s * (x - m) * (x - m)),
    );
  }
  return total;
}

function integrate(low: number, high: number, panels: number, f: (x: number) => number): number {
  const half = (high - low) / panels / 2;
  let total = 0;
  for (let panel = 0; panel < panels; panel++) {
    const middle = low + (2 * panel + 1) * half;
    for (let i = 0; i < RULE.node.length; i++) total += RULE.weight[i] * f(middle + half * RULE.node[i]);
  }
  return total * half;
}
