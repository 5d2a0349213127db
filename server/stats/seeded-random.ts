const GOLDEN_GAMMA = 0x9e3779b9;

/** One word of SplitMix32, used to spread a seed over the generator's state. */
function splitMix(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + GOLDEN_GAMMA) | 0;
    let word = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
    return word ^ (word >>> 16);
  };
}

/**
 * A reproducible source of 32-bit words 0 .. 2^32 - 1: xoshiro128** (Blackman & Vigna 2021, ACM TOMS 47:36), its state filled
 * from `seed` by SplitMix32. The same seed gives the same intervals on every machine.
 * Throws RangeError unless the seed is a whole number.
 */
export function seededRandom(seed: number): () => number {
  if (!Number.isSafeInteger(seed)) throw new RangeError(`A seed is a whole number, got ${seed}.`);
  const next = splitMix(seed ^ Math.floor(seed / 2 ** 32));
  let a = next();
  let b = next();
  let c = next();
  let d = next();
  return () => {
    const scrambled = Math.imul(b, 5);
    const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result;
  };
}
