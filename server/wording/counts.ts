import { writeDecimals, writeLarge, writeNotANumber } from "./numbers.ts";

/** A count of things: 57, 6,214, 1.31 M. Fractions are rounded. */
export function writeCount(value: number | null | undefined): string {
  const special = writeNotANumber(value);
  if (special !== null) return special;
  const rounded = Math.round(value as number);
  return writeLarge(rounded) ?? writeDecimals(rounded, 0);
}

/** The word that goes with a count: "run" with 1, else "runs"; any two words, as "is" and "are", or whole phrases. */
export const plural = (n: number, one: string, many = `${one}s`): string => (n === 1 ? one : many);

/** A count with its word: "1 run", "6,214 runs", "0 entries". */
export const countOf = (n: number, one: string, many?: string): string =>
  `${writeCount(n)} ${plural(n, one, many)}`;

/** How many there are, where that stands beside a number: "n 400". */
export const writeN = (n: number): string => `n ${writeCount(n)}`;

/** A part of a whole, in words: "3 of 15", "3 of 15 runs". The word goes with the whole. */
export const writeOf = (part: number, whole: number, one?: string, many?: string): string =>
  `${writeCount(part)} of ${one === undefined ? writeCount(whole) : countOf(whole, one, many)}`;

/** A part of a whole in a cell: "3/5". */
export const writePart = (part: number, whole: number): string => `${writeCount(part)}/${writeCount(whole)}`;

/** "a", "a and b", "a, b and c". */
export const listAnd = (parts: readonly string[]): string => listed(parts, "and");
/** "a", "a or b", "a, b or c". */
export const listOr = (parts: readonly string[]): string => listed(parts, "or");

const listed = (parts: readonly string[], word: string): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${word} ${parts[parts.length - 1]}`;

/** The first of many, and how many more there are: "a, b and 3 more". */
export function listFirst(parts: readonly string[], most: number): string {
  const more = parts.length - most;
  return parts.slice(0, most).join(", ") + (more > 0 ? ` and ${writeCount(more)} more` : "");
}

/** "1st", "2nd", "11th", "23rd". */
export function ordinal(n: number): string {
  const ending = n % 100 >= 11 && n % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
  return `${writeCount(n)}${ending}`;
}

const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** A count in running prose: small ones are words, "three", larger ones digits. */
export const countInWords = (n: number): string => WORDS[n] ?? writeCount(n);
