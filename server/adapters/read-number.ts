/** Powers of ten that float64 holds exactly. */
const TENS = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));
/** Up to here a mantissa takes one more digit and stays exact: 10 m + 9 <= 2^53. */
const ROOM = 900_719_925_474_098;
/** So many digits more are held apart; numbers as programs write them have 17 at most. */
const MORE_DIGITS = 6;
/** Veltkamp's constant for float64. */
const SPLIT = 134_217_729;
/** Above the error of the second quotient, in parts of itself. */
const NEARLY_ONE = 1 + 2 ** -45;

const [ZERO, NINE, MINUS, PLUS, POINT, LOWER_E, UPPER_E] = Buffer.from("09-+.eE");

/** `a` times `b` minus its rounded product, exactly: Dekker (1971). */
function lostOf(a: number, b: number, product: number): number {
  const [ca, cb] = [SPLIT * a, SPLIT * b];
  const [ah, bh] = [ca - (ca - a), cb - (cb - b)];
  const [al, bl] = [a - ah, b - bh];
  return al * bl - (product - ah * bh - al * bh - ah * bl);
}

/**
 * (`head` times 10^`digits` plus `tail`) / 10^`k`, correctly rounded; NaN where this cannot be decided, which is where it lies
 * all but halfway between two numbers. The quotient is taken twice, the second time of what the first leaves, and stands where
 * its own error changes nothing (Ziv 1991).
 */
function divided(head: number, digits: number, tail: number, k: number): number {
  const whole = head * TENS[digits];
  const low = lostOf(head, TENS[digits], whole) + tail;
  const high = whole + low;
  const rest = low - (high - whole);
  const quotient = high / TENS[k];
  const product = quotient * TENS[k];
  const left = (high - product - lostOf(quotient, TENS[k], product) + rest) / TENS[k];
  const sum = quotient + left;
  const off = left - (sum - quotient);
  return sum === sum + off * NEARLY_ONE ? sum : NaN;
}

/**
 * Reads the number that JSON text has at `at` into `into[0]`, to the bit as `JSON.parse` does, without making a text of it.
 * Answers the place behind it, or -1 where none stands there.
 */
export function readNumber(bytes: Buffer, at: number, into: Float64Array): number {
  const start = at;
  const isNegative = bytes[at] === MINUS;
  if (isNegative) at += 1;
  let byte = bytes[at];
  if (!(byte >= ZERO && byte <= NINE)) return -1;
  // A number has no zero before its other digits.
  if (byte === ZERO && bytes[at + 1] >= ZERO && bytes[at + 1] <= NINE) return -1;
  let head = 0;
  let tail = 0;
  let digits = 0;
  let places = 0;
  for (let isAfterPoint = false; ; byte = bytes[++at]) {
    if (byte >= ZERO && byte <= NINE) {
      if (head <= ROOM && digits === 0) head = 10 * head + (byte - ZERO);
      else {
        tail = 10 * tail + (byte - ZERO);
        digits += 1;
      }
      if (isAfterPoint) places += 1;
    } else if (byte === POINT && !isAfterPoint) {
      isAfterPoint = true;
      if (!(bytes[at + 1] >= ZERO && bytes[at + 1] <= NINE)) return -1;
    } else break;
  }
  let exponent = 0;
  if (byte === LOWER_E || byte === UPPER_E) {
    byte = bytes[++at];
    const isDown = byte === MINUS;
    if (isDown || byte === PLUS) byte = bytes[++at];
    if (!(byte >= ZERO && byte <= NINE)) return -1;
    for (; byte >= ZERO && byte <= NINE; byte = bytes[++at])
      if (exponent < 10_000) exponent = 10 * exponent + (byte - ZERO);
    if (isDown) exponent = -exponent;
  }
  // Never -0: V8 throws away what it has compiled where an index is that.
  const k = places - exponent;
  let value = NaN;
  if (k >= 0 && k < TENS.length && digits <= MORE_DIGITS)
    value = digits === 0 ? head / TENS[k] : divided(head, digits, tail, k);
  else if (k < 0 && k > -TENS.length && digits === 0) value = head * TENS[-k];
  if (value === value) into[0] = isNegative ? -value : value;
  else into[0] = Number(bytes.toString("latin1", start, at));
  return at;
}
