/**
 * Largest sample standard deviation (ddof 1) that `groupSize` values inside [min, max] can have: half of them at each end,
 * (max - min) sqrt(l (G - l) / (G (G - 1))) with l = floor(G / 2) (Popoviciu 1935 gives the even case). In the unit of the values.
 * Throws RangeError for a group size that is not a whole number of at least 2.
 */
export function reachableSd(min: number, max: number, groupSize: number): number {
  if (!Number.isInteger(groupSize) || groupSize < 2)
    throw new RangeError(`A group has at least 2 completions, got ${groupSize}.`);
  const low = Math.floor(groupSize / 2);
  return (max - min) * Math.sqrt((low * (groupSize - low)) / (groupSize * (groupSize - 1)));
}

/** One stretch of a piecewise polynomial: coefficients in powers of (x - from), lowest first. */
export interface Piece {
  from: number;
  to: number;
  coefficients: number[];
}

/** Knots closer than this share of the support are one knot. */
const SAME_KNOT = 1e-12;

/**
 * Density of a sum of independent uniform variables on (-a, a), one per half-width in `halfWidths` (all > 0, at least one):
 * a symmetric piecewise polynomial. Each further variable turns f into (F(x + a) - F(x - a)) / 2a, F the integral of f.
 */
export function uniformSumDensity(halfWidths: readonly number[]): Piece[] {
  const [first, ...rest] = halfWidths;
  let pieces: Piece[] = [{ from: -first, to: first, coefficients: [1 / (2 * first)] }];
  for (const halfWidth of rest) pieces = smoothed(pieces, halfWidth);
  return pieces;
}

function smoothed(pieces: Piece[], halfWidth: number): Piece[] {
  const integral = cumulative(pieces);
  const width = pieces[pieces.length - 1].to - pieces[0].from;
  const edges = [...pieces.map((piece) => piece.from), pieces[pieces.length - 1].to];
  const knots = edges
    .flatMap((edge) => [edge - halfWidth, edge + halfWidth])
    .sort((x, y) => x - y)
    .filter((knot, i, all) => i === 0 || knot - all[i - 1] > SAME_KNOT * width);
  return knots.slice(1).map((to, i) => {
    const from = knots[i];
    const middle = (from + to) / 2;
    const ahead = recentred(integral, middle + halfWidth, from + halfWidth);
    const behind = recentred(integral, middle - halfWidth, from - halfWidth);
    const coefficients = Array.from(
      { length: Math.max(ahead.length, behind.length) },
      (_, power) => ((ahead[power] ?? 0) - (behind[power] ?? 0)) / (2 * halfWidth),
    );
    return { from, to, coefficients };
  });
}

/** The running integral of a density, as pieces of one degree more. */
function cumulative(pieces: Piece[]): Piece[] {
  let total = 0;
  return pieces.map(({ from, to, coefficients }) => {
    const integral = [total, ...coefficients.map((coefficient, power) => coefficient / (power + 1))];
    total = evaluate(integral, to - from);
    return { from, to, coefficients: integral };
  });
}

/** Coefficients around `centre` of the piece that holds `inside`: 0 to the left of all pieces, 1 to their right. */
function recentred(integral: Piece[], inside: number, centre: number): number[] {
  if (inside <= integral[0].from) return [0];
  const piece = integral.find(({ to }) => inside < to);
  if (!piece) return [1];
  const shifted = [...piece.coefficients];
  const shift = centre - piece.from;
  for (let lowest = 0; lowest < shifted.length - 1; lowest++) {
    for (let power = shifted.length - 2; power >= lowest; power--)
      shifted[power] += shift * shifted[power + 1];
  }
  return shifted;
}

/** Value of a polynomial with the lowest coefficient first. */
export function evaluate(coefficients: readonly number[], x: number): number {
  let value = 0;
  for (let power = coefficients.length - 1; power >= 0; power--) value = value * x + coefficients[power];
  return value;
}
