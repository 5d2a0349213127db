/**
 * Names come from outside and are read by people: two that look alike are one to a reader, and a link whose words nobody sees
 * is no link. So a name holds only characters that can be seen, and this file says which those are.
 */

/** Most texts: visible ASCII with single spaces. The patterns below take 20 ms to build, which a page would wait for. */
const ORDINARY = /^[!-~]+(?: [!-~]+)*$/;

/** Scripts that are written with joiners (U+200C, U+200D) between their letters, as Persian and the Indic ones. */
const JOINING = [
  "Arab",
  "Syrc",
  "Mong",
  "Nkoo",
  "Adlm",
  "Deva",
  "Beng",
  "Guru",
  "Gujr",
  "Orya",
  "Taml",
  "Telu",
]
  .concat(["Knda", "Mlym", "Sinh", "Mymr", "Khmr", "Tibt"])
  .map((script) => `\\p{scx=${script}}`)
  .join("");
/** Signs that take the vowel of the letter before them; a joiner behind one also says how the end of a word is drawn. */
const VIRAMA = "\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca";
const EMOJI = "\\p{Extended_Pictographic}[\\ufe0e\\ufe0f\\u{1f3fb}-\\u{1f3ff}]?";

/** Invisible characters in the places where they change what is seen; everywhere else they are hidden. */
const SEEN_TOGETHER = [
  // The flags of England, Scotland and Wales are spelled in tags; any other word in them would be a hidden text.
  "\\u{1f3f4}\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}",
  `${EMOJI}(?:\\u200d${EMOJI})*`,
  "[0-9#*]\\ufe0f?\\u20e3",
  "\\p{Unified_Ideograph}[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]",
  "[\\u1820-\\u18aa][\\u180b-\\u180d\\u180f]",
  `(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}])`,
  `(?<=[${VIRAMA}])[\\u200c\\u200d]`,
];
/** What has no picture, ends a line, turns the direction of the text around it, or is half of a character. */
const HIDDEN =
  "[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Bidi_Control}\\p{Default_Ignorable_Code_Point}\\u{fff9}-\\u{fffb}]";

/** One of the two groups holds what was found; built when it is first needed. */
let pattern: RegExp | null = null;
const eitherPattern = (): RegExp =>
  (pattern ??= new RegExp(`(?<seen>${SEEN_TOGETHER.join("|")})|(?<hidden>${HIDDEN})`, "gu"));

/** A character that is not blank, not hidden and does not need another one to stand on. */
const SOMETHING = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{M}\p{Cc}\p{Cs}\u2800]/u;

const NAMES: Record<number, string> = {
  0x00: "null character",
  0x09: "tab",
  0x0a: "line break",
  0x0d: "line break",
  0x1b: "escape",
  0xad: "soft hyphen",
  0x200b: "zero width space",
  0x200c: "zero width non-joiner",
  0x200d: "zero width joiner",
  0x200e: "left-to-right mark",
  0x200f: "right-to-left mark",
  0x2028: "line separator",
  0x2029: "paragraph separator",
  0x202d: "left-to-right override",
  0x202e: "right-to-left override",
  0x2060: "word joiner",
  0xfeff: "byte order mark",
};

/** A character that nobody sees, or that changes how the text around it is read. */
export interface HiddenCharacter {
  /** "U+200B (zero width space)" */
  words: string;
  /** Which character of the text it is, from 1. */
  place: number;
}

function wordsOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const kind = /\p{Cc}/u.test(character)
    ? "control character"
    : /\p{Cs}/u.test(character)
      ? "half of a character"
      : /\p{Bidi_Control}/u.test(character)
        ? "turns the direction of text"
        : "invisible";
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")} (${NAMES[code] ?? kind})`;
}

/** The first hidden character of a text; null where all of it can be seen. */
export function findHidden(text: string): HiddenCharacter | null {
  if (ORDINARY.test(text)) return null;
  for (const { index, groups } of text.matchAll(eitherPattern()))
    if (groups?.hidden !== undefined)
      return { words: wordsOf(groups.hidden), place: Array.from(text.slice(0, index)).length + 1 };
  return null;
}

/** Whether there is anything to see in a text. */
export const isVisible = (text: string): boolean => ORDINARY.test(text) || SOMETHING.test(text);

/** A text in which every hidden character is written out, `loss\u{202e}gol`, so that it cannot turn or break what is around it. */
export function writeOut(text: string): string {
  if (ORDINARY.test(text)) return text;
  return text.replace(eitherPattern(), (found: string, ...rest: unknown[]) => {
    const { hidden } = rest.at(-1) as { hidden?: string };
    return hidden === undefined ? found : escaped(found);
  });
}

/** The spaces of typography, as behind a number and before its unit. */
const FINE_BLANK = /[\u00a0\u2009\u202f]/g;
/** One of these where no number, no n of a count and no unit of one stands before it: it only looks like a space. */
const STRANGE_BLANK =
  /(?<!^|(?:^|[\s([])(?:n|[-+\u2212]?(?:inf|NaN)|\S{0,20}\d\S{0,20})|\d[\u00a0\u2009\u202f]\S{1,6})[\u00a0\u2009\u202f]/g;
/** Texts in which each character has a picture of its own or is a plain space, line break or tab. */
const SEEN =
  /^[\n\t -~\u00a1-\u00ac\u00ae-\u02ff\u0370-\u05ff\u2010-\u2027\u2030-\u205e\u2070-\u20cf\u2190-\u23ff\u2500-\u25ff]*$/;

/** Other blanks than the space. A wide one between letters as wide is as it should be. */
let blankPattern: RegExp | null = null;
function otherBlanks(): RegExp {
  const wide = "[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\u3001-\\u303f\\uff00-\\uffef]";
  const all = `[\\u1680\\u2000-\\u2008\\u200a\\u205f\\u2800]|(?<!${wide})\\u3000(?!${wide})`;
  return (blankPattern ??= new RegExp(all, "gu"));
}

/**
 * A text of others as it may be shown: every hidden character, and every blank that looks like a space and is none, is
 * written out, `a\u{a0}b`. Line breaks and tabs stay. Doing it again changes nothing.
 */
export function markText(text: string): string {
  if (SEEN.test(text)) return text;
  const marked = text.replace(STRANGE_BLANK, escaped);
  if (SEEN.test(marked.replace(FINE_BLANK, ""))) return marked;
  return marked
    .replace(otherBlanks(), escaped)
    .split(/([\n\t])/)
    .map((part, i) => (i % 2 === 1 || part === "" ? part : writeOut(part)))
    .join("");
}

/** `\u{200b}` */
export const escaped = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`;
