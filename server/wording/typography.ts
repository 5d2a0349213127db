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

/** Puts a comma between groups of three digits of the integer part: "6214.5" becomes "6,214.5". */
export function groupThousands(digits: string): string {
  const [integer, fraction] = digits.split(".");
  const grouped = integer.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/**
 * A number and its unit, "12 ms" or "95.0 %": a thin space that no line breaks at. Nothing where there is no unit, or where no
 * number was measured that could have one.
 */
export function withUnit(written: string, unit: string): string {
  return unit === "" || written === NOT_MEASURED ? written : `${written}${THIN}${unit}`;
}

/** Words as the beginning of a sentence; n stays small, it is a symbol. */
export const beginSentence = (words: string): string =>
  /^n \d/.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1);

const NUMBER_AND_WORD =
  /(\d) (?=%|(?:seeds?|runs?|means?|points?|steps?|problems?|lines?|intervals?|ms|s|min|h)\b)/g;

/** A number stays on the line of its unit, and the "n" before a number on its line. */
export const keepUnits = (text: string): string =>
  text.replace(NUMBER_AND_WORD, "$1\u00a0").replace(/\bn (?=\d)/g, "n\u00a0");

/**
 * A text for a door that cannot show the spaces of typography: a plain space for each thin or no-break one, and nothing else is
 * changed. Such doors are the terminal, which counts columns, and the text cells of a CSV, which programs compare. Pages,
 * pictures of charts, HTML and Markdown show the text as it was written.
 */
export const asPlainText = (text: string): string => text.replace(/[\u202f\u00a0]/g, " ");

/** Of a metric of held-out problems: "Held-out solved". */
export const heldOut = (title: string): string => `Held-out ${title === "Solved" ? "solved" : title}`;
