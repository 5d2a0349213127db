/**
 * Texts of YAML that stand below their name: `|` and `>` with what may stand around them, a text that begins on the next line, and
 * one in quotes that goes on there. Lines belong to it that are further in than its name.
 */

/** A tag or an anchor: `!!str`, `!vault`, `&key`. */
const TAGS = String.raw`(?:[!&][\w!:./-]{0,60}[ \t]{1,9}){0,2}`;
const CLOSING = String.raw`\\{0,3}["']?[ \t]{0,20}:[ \t]{0,20}`;
const BLOCK = new RegExp(
  String.raw`${CLOSING}${TAGS}[|>][1-9+-]{0,2}[ \t]{0,20}(?:#[^\n\r]{0,200})?(?=\r?\n)`,
  "y",
);
const NEXT_LINE = new RegExp(
  String.raw`${CLOSING}${TAGS.replace("{1,9}", "{0,9}")}(?:#[^\n\r]{0,200})?(?=\r?\n)`,
  "y",
);
/** An entry, an item, a comment or something that is opened is no text. */
const NO_TEXT = /(?:- |[#{[*&!|>]|["']?[\w./-]{1,100}["']?[ \t]{0,9}:(?:[ \t\r\n]|$))/y;

const column = (text: string, from: number): number => from - (text.lastIndexOf("\n", from - 1) + 1);

/** A line and those behind it that are further in than a column, blank ones between them included; within quotes up to their end. */
const linesBeyond = (least: number, character: string): RegExp =>
  new RegExp(
    String.raw`${character}+(?:(?:\r?\n[ \t]{0,200})*?\r?\n[ \t]{${least + 1},200}${character}+)*`,
    "y",
  );

const DEEPEST = 100;

/** Where the text of a name begins and what it is made of; null where it does not stand below it. `from` and `to` are those of the name. */
export function scalarBelow(text: string, from: number, to: number): { from: number; lines: RegExp } | null {
  if (text[to] !== ":" && text[to + 1] !== ":") return null;
  BLOCK.lastIndex = to;
  const isBlock = BLOCK.test(text);
  NEXT_LINE.lastIndex = to;
  if (!isBlock && !NEXT_LINE.test(text)) return null;
  const least = column(text, from);
  if (least > DEEPEST) return null;
  const below = new RegExp(
    String.raw`(?:\r?\n[ \t]{0,200}){0,20}?\r?\n[ \t]{${least + 1},200}(?=[^\s])`,
    "y",
  );
  below.lastIndex = isBlock ? BLOCK.lastIndex : NEXT_LINE.lastIndex;
  if (!below.test(text)) return null;
  const start = below.lastIndex;
  if (isBlock) return { from: start, lines: linesBeyond(least, String.raw`[^\n\r]`) };
  NO_TEXT.lastIndex = start;
  if (NO_TEXT.test(text)) return null;
  const quote = text[start];
  if (quote === '"' || quote === "'") return { from: start + 1, lines: inQuotes(least, quote) };
  return { from: start, lines: /[^\n\r]+/y };
}

const inQuotes = (least: number, quote: string): RegExp => linesBeyond(least, String.raw`[^${quote}\n\r\\]`);

/** What a text in quotes is made of that does not end on its line; null where it does, or the next line is no part of it. */
export function quotedBeyond(text: string, from: number, end: number, quote: string): RegExp | null {
  if (text[end] !== "\n" && text[end] !== "\r") return null;
  const least = column(text, from);
  return least > DEEPEST ? null : inQuotes(least, quote);
}
