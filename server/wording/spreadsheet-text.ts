/** A text that a spreadsheet may run: behind blanks and what nobody sees, one of these, also as wide as it is in Chinese and Japanese. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@|%＝＋－＠]|^[\t\r]/u;

/** A text as a field of CSV may have it: what a spreadsheet would run as a formula gets an apostrophe, which makes it a text. Pure. */
export const spreadsheetText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
