const MAX_STEPS = 200;

/**
 * A zero of a continuous function between `low` and `high`, where its signs differ.
 *
 * False position with the weights of Anderson & Bjorck (1973), which never leaves the bracket and converges faster than
 * linearly; one step in three bisects if the last three did not halve the bracket, and no step is shorter than half the
 * tolerance, so that the bracket closes around a zero once it is found. Ends when the bracket is `tolerance` (1 + |x|) wide or
 * the function is exactly 0. Throws RangeError where the signs agree or the function has no value.
 */
export function findRoot(f: (x: number) => number, low: number, high: number, tolerance = 1e-14): number {
  let a = low;
  let b = high;
  let fa = f(a);
  let fb = f(b);
  if (fa === 0) return a;
  if (fb === 0) return b;
  if (!(fa < 0 !== fb < 0) || Number.isNaN(fa) || Number.isNaN(fb)) {
    throw new RangeError(`No sign change between ${low} (${fa}) and ${high} (${fb}).`);
  }
  let widthBefore = Math.abs(b - a);
  for (let step = 1; step <= MAX_STEPS; step++) {
    const width = Math.abs(b - a);
    const close = tolerance * (1 + Math.abs(b));
    if (width <= close) break;
    const slow = step % 3 === 0 && width > 0.5 * widthBefore;
    if (step % 3 === 0) widthBefore = width;
    const x = slow ? a + (b - a) / 2 : nextPoint(a, b, fa, fb, close / 2);
    const fx = f(x);
    if (Number.isNaN(fx)) throw new RangeError(`The function has no value at ${x}.`);
    if (fx === 0) return x;
    if (fx < 0 !== fb < 0) {
      a = b;
      fa = fb;
    } else {
      const weight = 1 - fx / fb;
      fa *= weight > 0 ? weight : 0.5;
    }
    b = x;
    fb = fx;
  }
  return b;
}

/** Where the secant through both ends crosses 0, at least `shortest` away from b. */
function nextPoint(a: number, b: number, fa: number, fb: number, shortest: number): number {
  const secant = b - (fb * (b - a)) / (fb - fa);
  if (!Number.isFinite(secant)) return a + (b - a) / 2;
  return Math.abs(secant - b) < shortest ? b + Math.sign(a - b) * shortest : secant;
}
