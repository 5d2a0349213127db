import { groupThousands } from "./group-thousands.ts";
import { NOT_MEASURED, THIN, withTrueMinus } from "./typography.ts";

const LARGE: [limit: number, unit: string][] = [
  [1e12, "T"],
  [1e9, "B"],
  [1e6, "M"],
];

/** From here on nobody reads letters: numbers have their power of ten, as they do on an axis. */
const WITH_EXPONENT = 1e15;

/**
 * A magnitude of a million or more as a mantissa with `digits` significant digits and its letter, or its power of ten from
 * 1e15 on; null below.
 */
export function formatLarge(value: number, digits: number): string | null {
  // Compare the rounded value, else 999,999.9 would print as 1,000,000.
  const rounded = Math.abs(Number(value.toPrecision(digits)));
  if (rounded >= WITH_EXPONENT) return shortExponent(value, digits);
  for (const [limit, unit] of LARGE) {
    if (rounded >= limit) return `${(value / limit).toPrecision(digits)}${THIN}${unit}`;
  }
  return null;
}

/** `NaN`, `inf`, `−inf`, or the dash of a value that is not there; null when the value is an ordinary number. */
export function formatNotANumber(value: number | null | undefined): string | null {
  if (value === null || value === undefined) return NOT_MEASURED;
  if (Number.isNaN(value)) return "NaN";
  if (value === Infinity) return "inf";
  if (value === -Infinity) return "−inf";
  return null;
}

/**
 * A metric with three significant digits: 0.847, 88.6, 6,214, 1.31 M, 1.8e-4. Integer digits are never rounded away
 * below a million: 1,234.5 is 1,235 and not 1,230. A column whose cells should line up fixes their `decimals` instead.
 */
export function formatNumber(value: number | null | undefined, digits = 3, decimals?: number): string {
  const special = formatNotANumber(value);
  if (special !== null) return special;
  const number = value as number;
  const magnitude = Math.abs(number);
  if (decimals !== undefined && magnitude < 1e6)
    return withTrueMinus(groupThousands(positiveZero(number.toFixed(decimals))));
  if (magnitude === 0) return "0";
  const large = formatLarge(number, digits);
  if (large !== null) return withTrueMinus(large);
  if (magnitude < 1e-3) return withTrueMinus(shortExponent(number, digits));
  const needed = Math.max(0, digits - 1 - Math.floor(Math.log10(magnitude)));
  return withTrueMinus(groupThousands(Number(number.toPrecision(15)).toFixed(needed)));
}

/** -0.00 has no sign. */
function positiveZero(text: string): string {
  return Number(text) === 0 ? text.replace("-", "") : text;
}

/** 1.80e-4 is written 1.8e-4, and 1.00e-5 as 1e-5. */
function shortExponent(value: number, digits: number): string {
  const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
  return `${mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa}e${exponent.replace("+", "")}`;
}
