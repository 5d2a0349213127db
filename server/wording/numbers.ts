import { toDecimals, toDigits } from "../numbers/round.ts";
import { groupThousands, MINUS, NOT_MEASURED, THIN, withTrueMinus } from "./typography.ts";

/** From here on a number has a letter, and from `WITH_EXPONENT` on, where nobody reads letters, its power of ten. */
const WITH_LETTER = 1e6;
const WITH_EXPONENT = 1e15;
/** Below this a number has its power of ten. */
const SMALL = 1e-3;
const LETTERS: [size: number, letter: string][] = [
  [1e12, "T"],
  [1e9, "B"],
  [1e6, "M"],
];
/** Significant digits of a number that stands alone. */
const DIGITS = 3;
/** Numbers with more digits before the point are printed with an exponent by JavaScript itself. */
const LONGEST_WHOLE = 1e21;
/** Smaller powers of ten are not exact. */
const LEAST = 1e-300;
const MOST_DECIMALS = 6;

/** `NaN`, `inf`, `−inf`, or the dash of a value that is not there; null when the value is an ordinary number. */
export function writeNotANumber(value: number | null | undefined): string | null {
  if (value === null || value === undefined) return NOT_MEASURED;
  if (Number.isNaN(value)) return "NaN";
  if (value === Infinity) return "inf";
  return value === -Infinity ? `${MINUS}inf` : null;
}

/** A finite number with this many decimals, rounded as its decimal digits say. Zero has no sign. */
export function writeDecimals(value: number, decimals: number): string {
  const text = (toDecimals(value, decimals) + 0).toFixed(decimals);
  return withTrueMinus(groupThousands(text));
}

/** Decimals that leave a number of this magnitude its three significant digits; none where it has more before the point. */
export function decimalsOf(magnitude: number): number {
  if (magnitude === 0 || !Number.isFinite(magnitude)) return 0;
  return Math.max(0, DIGITS - 1 - Math.floor(Math.log10(magnitude)));
}

/**
 * Decimals that an interval of this half-width supports: its half-width to two significant digits. Digits beyond the interval
 * are decoration, so the estimate and both bounds carry the same number. Null where it has no width to go by.
 */
export function supportedDecimals(halfWidth: number): number | null {
  if (!Number.isFinite(halfWidth) || halfWidth <= 0) return null;
  return Math.min(MOST_DECIMALS, Math.max(0, 1 - Math.floor(Math.log10(halfWidth))));
}

/**
 * A number with three significant digits: 0.847, 88.6, 6,214, 1.31 M, 1.8e-4. Integer digits are never rounded away below a
 * million: 1,234.5 is 1,235 and not 1,230. Cells of a column that should line up share their `decimals` instead.
 */
export function writeNumber(value: number | null | undefined, decimals?: number): string {
  const special = writeNotANumber(value);
  if (special !== null) return special;
  const number = value as number;
  const magnitude = Math.abs(number);
  if (decimals !== undefined && magnitude < WITH_LETTER) return writeDecimals(number, decimals);
  if (magnitude === 0) return "0";
  const large = writeLarge(number);
  if (large !== null) return large;
  return magnitude < SMALL ? withExponent(number) : writeDecimals(number, decimalsOf(magnitude));
}

/** A magnitude of a million or more with three digits and its letter or its power of ten; null below. */
export function writeLarge(value: number): string | null {
  // Compare the rounded value, else 999,999.9 would print as 1,000,000.
  const rounded = Math.abs(toDigits(value, DIGITS));
  if (rounded >= WITH_EXPONENT) return withExponent(value);
  const letter = LETTERS.find(([limit]) => rounded >= limit);
  if (letter === undefined) return null;
  const [size, name] = letter;
  return `${writeDecimals(value / size, decimalsOf(rounded / size))}${THIN}${name}`;
}

/** 1.80e-4 is written 1.8e-4, and 1.00e-5 as 1e-5. */
function withExponent(value: number): string {
  const [digits, power] = value.toExponential(14).split("e");
  const mantissa = toDecimals(Number(digits), DIGITS - 1);
  const isNext = Math.abs(mantissa) === 10;
  return withTrueMinus(`${isNext ? mantissa / 10 : mantissa}e${Number(power) + (isNext ? 1 : 0)}`);
}

/** How numbers that stand together are written: one letter or power of ten for all, and the decimals they share. */
export interface Alike {
  size: number;
  suffix: string;
  decimals: number;
}

/**
 * An estimate with an interval of this half-width, of which no number is larger than `largest`; null at the very end of what a
 * number can be, where there are no digits to share.
 */
export function alikeWithin(largest: number, halfWidth: number): Alike | null {
  if (largest > 0 && largest < LEAST) return null;
  const scale = scaleOf(largest);
  const decimalsAt = (size: number) => supportedDecimals(halfWidth / size) ?? decimalsOf(largest / size);
  const decimals = decimalsAt(scale.size);
  // Behind a letter these would be more digits than it saves.
  if (scale.size >= WITH_LETTER && largest < WITH_EXPONENT && decimals > DIGITS)
    return { size: 1, suffix: "", decimals: decimalsAt(1) };
  return { ...scale, decimals };
}

function scaleOf(largest: number): Omit<Alike, "decimals"> {
  if (largest === 0 || !Number.isFinite(largest) || (largest >= SMALL && largest < WITH_LETTER))
    return { size: 1, suffix: "" };
  const letter = LETTERS.find(([limit]) => largest >= limit);
  if (letter !== undefined && largest < WITH_EXPONENT)
    return { size: letter[0], suffix: `${THIN}${letter[1]}` };
  const exponent = Math.floor(Math.log10(largest));
  return { size: Number(`1e${exponent}`), suffix: `e${exponent}` };
}

/** One of several numbers that are written alike; what is not a number is its word. */
export function writeAlike(value: number | null | undefined, { size, suffix, decimals }: Alike): string {
  const special = writeNotANumber(value);
  if (special !== null) return special;
  const digits = writeDecimals((value as number) / size, decimals);
  return /[1-9]/.test(digits) ? digits + suffix : digits;
}

/** All digits of a whole number, for what is a place or a limit and not an amount: step 1,048,576 is no other step. */
export function writeWhole(value: number | null | undefined): string {
  const special = writeNotANumber(value);
  if (special !== null) return special;
  if (!Number.isInteger(value) || Math.abs(value as number) >= LONGEST_WHOLE) return writeNumber(value);
  return withTrueMinus(groupThousands((value as number).toFixed(0)));
}

/** A sign before what is not nothing: "+6.1", "−0.3", "0.0". */
export const withSign = (written: string): string =>
  /^[1-9.,0]*[1-9]|^inf/.test(written) ? `+${written}` : written;
