/** A number with this many significant digits. Twelve leave out what arithmetic adds: 0.1 + 0.2 is 0.3. */
export const toDigits = (value: number, digits: number): number => Number(value.toPrecision(digits));

/** The digits that a double has for certain. */
const CERTAIN = 15;

/**
 * A number with this many decimals, rounded as its decimal digits say, a half away from zero: 5.935, which is stored as
 * 5.93499…, becomes 5.94. Where more digits are asked for than a double has for certain, it is rounded as it is stored.
 */
export function toDecimals(value: number, decimals: number): number {
  const whole = Math.max(1, Math.floor(Math.log10(Math.abs(value))) + 1);
  if (whole + decimals >= CERTAIN) return Number(value.toFixed(decimals));
  const [mantissa, power = "0"] = Math.abs(value).toPrecision(CERTAIN).split("e");
  const rounded = Math.round(Number(`${mantissa}e${Number(power) + decimals}`));
  return Math.sign(value) * Number(`${rounded}e${-decimals}`);
}

/** How many significant digits a number has, and the power of ten of the first of them. */
export function digitsOf(value: number): { count: number; power: number } {
  const [mantissa, power] = Math.abs(value).toExponential().split("e");
  return { count: mantissa.replace(".", "").length, power: Number(power) };
}

/** A coordinate in px, as a path of a drawing has it: to a tenth. */
export const toPixel = (value: number): number => toDecimals(value, 1);

/** A place in per cent of a width, as SVG and CSS take it: 0.435 is "43.50%". */
export const percentOfWidth = (share: number): string => `${(share * 100).toFixed(2)}%`;
