/** Up to so many keys a comparator is no slower than counting in 65,536 places. */
const FEW = 8192;
/** Keys are sorted by so many bits at once, the lowest first. */
const DIGIT_BITS = 16;
const RADIX = 2 ** DIGIT_BITS;
/** Keys between two steps: a fraction of a millisecond. */
const PIECE = 2 ** 15;

type Stepwise<T> = Generator<void, T, void>;

/** The four digits, lowest first, of integers that stand in the order of the keys; both zeros are one. */
function* digitsOf(keys: Float64Array): Stepwise<Uint16Array[]> {
  const columns = Array.from({ length: 64 / DIGIT_BITS }, () => new Uint16Array(keys.length));
  const [lowest, lower, higher, highest] = columns;
  const bits = new DataView(new ArrayBuffer(8));
  for (let i = 0; i < keys.length; i++) {
    if (i % PIECE === 0) yield;
    bits.setFloat64(0, keys[i] + 0);
    const upper = bits.getInt32(0);
    // The bits of a negative number grow as it falls.
    const flipped = upper >> 31;
    const low = bits.getInt32(4) ^ flipped;
    const high = upper ^ (flipped | 0x80_00_00_00);
    lowest[i] = low;
    lower[i] = low >>> DIGIT_BITS;
    higher[i] = high;
    highest[i] = high >>> DIGIT_BITS;
  }
  return columns;
}

/** Where the keys of each digit begin; null where all have the same, as the low ones of integers are. */
function startsOf(digits: Uint16Array): Uint32Array | null {
  const starts = new Uint32Array(RADIX);
  for (let i = 0; i < digits.length; i++) starts[digits[i]]++;
  if (starts[digits[0]] === digits.length) return null;
  let start = 0;
  for (let digit = 0; digit < RADIX; digit++) {
    const count = starts[digit];
    starts[digit] = start;
    start += count;
  }
  return starts;
}

/**
 * The indices of the keys in ascending order, those of equal keys as they stood: what a stable sort with a comparator gives, a
 * million in a sixth of its time and in steps. No key is NaN.
 */
export function* stableOrder(keys: Float64Array): Stepwise<Uint32Array> {
  let order = new Uint32Array(keys.length);
  for (let i = 0; i < order.length; i++) order[i] = i;
  if (keys.length <= FEW) return order.sort((a, b) => keys[a] - keys[b]);
  let sorted = new Uint32Array(keys.length);
  for (const digits of yield* digitsOf(keys)) {
    const starts = startsOf(digits);
    yield;
    if (!starts) continue;
    for (let k = 0; k < order.length; k++) {
      if (k % PIECE === 0) yield;
      sorted[starts[digits[order[k]]]++] = order[k];
    }
    [order, sorted] = [sorted, order];
  }
  return order;
}
