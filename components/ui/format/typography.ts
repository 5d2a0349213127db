/** Thin no-break space: between a number and its unit, so that they stay on one line. */
export const THIN = "\u202f";
/** The true minus, as wide as a plus. */
export const MINUS = "−";
/** What stands for a number that was not measured. Never 0. */
export const NOT_MEASURED = "–";

/** Replaces the hyphen that JavaScript prints before a negative number; the one of an exponent stays. */
export function withTrueMinus(text: string): string {
  return text.startsWith("-") ? MINUS + text.slice(1) : text;
}
