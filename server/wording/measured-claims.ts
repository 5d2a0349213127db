import type { Measured } from "../contracts/finding.ts";
import { toDigits } from "../numbers/round.ts";
import { writePlace } from "./charts/axes.ts";
import { writeShare, writeValue } from "./quantities.ts";

const FACTOR_DIGITS = 4;

/** "74.9 to 84.5 %", or the one number that both are as they are printed. */
function writeRange(kind: Measured["kind"], low: number, high: number): string {
  const write = (value: number) =>
    kind === "share" ? writeValue(value, "share") : writePlace(toDigits(value, FACTOR_DIGITS));
  const last = kind === "share" ? writeShare(high) : write(high);
  return write(low) === write(high) ? last : `${write(low)} to ${last}`;
}

/** A claim of one thing, or of several that differ in nothing but its number: then with the range of that. */
export function writeMeasured(same: readonly Measured[]): string {
  const [{ before, kind, after }] = same;
  const values = same.map(({ value }) => value);
  return `${before}${writeRange(kind, Math.min(...values), Math.max(...values))}${after}`;
}
