/** Rational approximations of erf and erfc by W. J. Cody (1969), Mathematics of Computation 23, 631-637. */
const SMALL_TOP = [
  3.1611237438705655, 113.86415415105016, 377.485237685302, 3209.3775891384694, 0.18577770618460315,
];
const SMALL_BOTTOM = [23.601290952344122, 244.02463793444417, 1282.6165260773723, 2844.236833439171];
const MIDDLE_TOP = [
  0.5641884969886701, 8.883149794388377, 66.11919063714163, 298.6351381974001, 881.952221241769,
  1712.0476126340707, 2051.0783778260716, 1230.3393547979972, 2.1531153547440383e-8,
];
const MIDDLE_BOTTOM = [
  15.744926110709835, 117.6939508913125, 537.1811018620099, 1621.3895745666903, 3290.7992357334597,
  4362.619090143247, 3439.3676741437216, 1230.3393548037495,
];
const LARGE_TOP = [
  0.30532663496123236, 0.36034489994980445, 0.12578172611122926, 0.016083785148742275, 0.0006587491615298378,
  0.016315387137302097,
];
const LARGE_BOTTOM = [
  2.568520192289822, 1.8729528499234673, 0.5279051029514285, 0.06051834131244132, 0.0023352049762686918,
];
const ONE_OVER_SQRT_PI = 0.5641895835477563;
/** 0.46875 sqrt(2), Cody's bound for the first approximation. */
export const CENTRE_UP_TO = 0.66291;
const MIDDLE_UP_TO = 4;

/** Cody's quotient: the last coefficient of `top` leads, and the bottom polynomial is monic. */
function quotient(at: number, top: readonly number[], bottom: readonly number[]): number {
  const last = bottom.length - 1;
  let above = top[top.length - 1] * at;
  let below = at;
  for (let i = 0; i < last; i++) {
    above = (above + top[i]) * at;
    below = (below + bottom[i]) * at;
  }
  return (above + top[last]) / (below + bottom[last]);
}

/** exp(-x^2 / 2) without the rounding error of x^2: x is split at 1/16 so that its head has an exact square. */
function expMinusHalfSquare(x: number): number {
  const head = Math.trunc(x * 16) / 16;
  return Math.exp(-0.5 * head * head) * Math.exp(-0.5 * (x - head) * (x + head));
}

/**
 * Standard normal distribution function, P(Z <= x).
 *
 * Relative error below 1e-14 down to x = -37.5, where the answer is about 5e-308; so the upper tail is `normalCdf(-x)`, never
 * 1 - normalCdf(x). Infinities give 0 and 1; NaN throws RangeError.
 */
export function normalCdf(x: number): number {
  if (Number.isNaN(x)) throw new RangeError("normalCdf was given NaN.");
  const size = Math.abs(x);
  if (size <= CENTRE_UP_TO) return 0.5 + normalCentre(x);
  if (size > 38.5) return x < 0 ? 0 : 1;
  const y = size * Math.SQRT1_2;
  let scaled: number;
  if (y <= MIDDLE_UP_TO) scaled = quotient(y, MIDDLE_TOP, MIDDLE_BOTTOM);
  else {
    const inverse = 1 / (y * y);
    scaled = (ONE_OVER_SQRT_PI - inverse * quotient(inverse, LARGE_TOP, LARGE_BOTTOM)) / y;
  }
  const tail = 0.5 * expMinusHalfSquare(size) * scaled;
  return x < 0 ? tail : 1 - tail;
}

/** Phi(x) - 1/2 with its relative accuracy, also at tiny x. For |x| <= 0.66 only; normalCdf is the one for everything else. */
export function normalCentre(x: number): number {
  const y = x * Math.SQRT1_2;
  return 0.5 * y * quotient(y * y, SMALL_TOP, SMALL_BOTTOM);
}
