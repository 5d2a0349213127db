import { escaped, isVisible, writeOut } from "../../workers/protocol/visible-text.ts";

/**
 * A name as a page can show it: hidden characters written out, "loss\u{202e}", and one in which nothing can be seen in quotes,
 * "␣␣". Such names are refused by now, but things that were stored before have them.
 */
export function visibleName(name: string): string {
  if (name === "" || isVisible(name)) return writeOut(name);
  return `"${Array.from(name, (one) => (one === " " ? "␣" : escaped(one))).join("")}"`;
}

/** A text of several lines as a page can show it: line breaks and tabs stay, every other hidden character is written out. */
export const visibleText = (text: string): string =>
  text
    .split(/([\n\t])/)
    .map((part, i) => (i % 2 === 1 || part === "" ? part : writeOut(part)))
    .join("");

/** The same where there is one line: each stretch of blanks is a space. */
export const inOneLine = (text: string): string => visibleText(text).replace(/\s+/g, " ");
