const NUMBER_AND_WORD =
  /(\d) (?=%|(?:seeds?|runs?|means?|points?|steps?|problems?|lines?|intervals?|ms|s|min|h)\b)/g;

/** A number stays on the line of its unit, and the "n" before a number on its line. */
export const keepUnits = (text: string): string =>
  text.replace(NUMBER_AND_WORD, "$1\u00a0").replace(/\bn (?=\d)/g, "n\u00a0");
