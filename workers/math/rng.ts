/** A source of uniform numbers in [0, 1). Everything random in the trainer takes one as an argument. */
export type Rng = () => number;

const TWO_POW_32 = 4294967296;

/**
 * mulberry32 (Tommy Ettinger, 2017): 32 bits of state, one multiply-xorshift per number.
 * Good for a single short sequence. For many sequences that must not overlap use `stream`.
 */
export function mulberry32(seed: number): Rng {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / TWO_POW_32;
  };
}

/** sfc32 (Chris Doty-Humphrey, PractRand): 128 bits of state, of which one word is a counter, so no short cycles. */
export function sfc32(a: number, b: number, c: number, counter: number): Rng {
  return () => {
    const out = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + out) | 0;
    return (out >>> 0) / TWO_POW_32;
  };
}

/** The 32-bit finalizer of MurmurHash3: a bijection in which every input bit moves every output bit. */
function scramble(word: number): number {
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return word ^ (word >>> 16);
}

const WARM_UP = 12;

/**
 * An independent stream for (seed, indices): the same numbers whoever asks, in whatever order and on whatever worker.
 * All arguments are integers of magnitude up to 2^53; both 32-bit halves of each are hashed into 128 bits of state.
 */
export function stream(seed: number, ...indices: number[]): Rng {
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = 0xb7e15162;
  let d = 0x1b873593;
  for (let k = -1; k < indices.length; k++) {
    const value = k < 0 ? seed : indices[k];
    const low = value | 0;
    const high = Math.floor(value / TWO_POW_32) | 0;
    a = scramble((a ^ low) + Math.imul(high, 0x27d4eb2f) + 0x165667b1);
    b = scramble((b + Math.imul(low, 0x9e3779b1)) ^ (high + a));
    c = scramble((c ^ Math.imul(low, 0x85ebca77)) + (high ^ b) + 0x3c6ef372);
    d = scramble((d + Math.imul(low, 0xc2b2ae3d)) ^ (high + c));
  }
  const rng = sfc32(a, b, c, d);
  for (let k = 0; k < WARM_UP; k++) rng();
  return rng;
}

/** A number in [low, high). */
export function uniform(rng: Rng, low: number, high: number): number {
  return low + (high - low) * rng();
}

/** A whole number from low to high, both included. */
export function integer(rng: Rng, low: number, high: number): number {
  return low + Math.floor(rng() * (high - low + 1));
}

/** Fisher-Yates in place; returns the same array. */
export function shuffle<T>(rng: Rng, array: T[]): T[] {
  for (let i = array.length - 1; i > 0; i--) {
    const j = Math.floor(rng() * (i + 1));
    const kept = array[i];
    array[i] = array[j];
    array[j] = kept;
  }
  return array;
}

/** A standard normal number (Box and Muller, 1958). Takes two numbers from the stream. */
export function gaussian(rng: Rng): number {
  // 1 - u lies in (0, 1], so the logarithm is finite.
  const radius = Math.sqrt(-2 * Math.log(1 - rng()));
  return radius * Math.cos(2 * Math.PI * rng());
}
