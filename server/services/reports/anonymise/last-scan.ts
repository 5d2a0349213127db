import { type PrivateWord, type WordKind, wordFinder } from "./find-words.ts";
import { type SentText, textsOfCsv, textsOfMarkdown, textsOfPage } from "./read-sent.ts";
import { findShape } from "./shapes.ts";

/** Something private in what was about to be sent, and where. */
export interface Leak {
  place: string;
  found: string;
  /** What it names; null where it has the form of a path, a host or an address and nobody knows whose. */
  names: WordKind | null;
}

export type SentForm = "html" | "md" | "csv";
const TEXTS: Record<SentForm, (sent: string) => Iterable<SentText>> = {
  html: textsOfPage,
  md: textsOfMarkdown,
  csv: textsOfCsv,
};

/** A part of an address written with %; itself where that is not well formed. */
function unescapedAddress(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Other ways to read a text: as an address, as JSON, and without the marks of hidden characters inside a word. */
function readings(text: string): string[] {
  const all = [
    text,
    text.includes("%") ? unescapedAddress(text) : text,
    text.includes("\\")
      ? text.replace(/\\u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
      : text,
    text.includes("\\u{") ? text.replace(/\\u\{[\da-f]{1,6}\}/gi, "") : text,
    text.replace(/[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu, ""),
    text.normalize("NFKC"),
  ];
  return [...new Set(all)];
}

const isRemovedMark = (text: string) => /^[(\s]*removed[)\s]*$/.test(text);

/**
 * Reads what is about to be sent, as sent, and answers the first private name in it with its place; null where it holds none.
 * It knows nothing of how names were taken out, so that a mistake there ends here. Pure.
 */
export function findLeak(sent: string, form: SentForm, words: readonly PrivateWord[]): Leak | null {
  const find = wordFinder(words);
  for (const { place, text, isJoined } of TEXTS[form](sent)) {
    if (isRemovedMark(text)) continue;
    for (const reading of readings(text)) {
      const [hit] = find(reading);
      if (hit) return { place, found: reading.slice(hit.start, hit.end), names: hit.word.names };
      const shape = isJoined ? null : findShape(reading);
      if (shape !== null) return { place, found: shape, names: null };
    }
  }
  return null;
}

const KINDS: Record<WordKind, string> = {
  host: "the host",
  user: "the user",
  person: "the person",
  folder: "the folder",
  device: "the device",
  project: "the project",
  machine: "the machine",
  value: "what a client recorded as",
  run: "the run or experiment",
};

const LONGEST = 80;

/** A leak as its author is told it: "block 3, table row 2, cell 1 names the host gpu07". */
export function leakText({ place, found, names }: Leak): string {
  const what = found.length > LONGEST ? `${found.slice(0, LONGEST)}…` : found;
  return `${place} names ${names === null ? "a path, a host or an address:" : KINDS[names]} ${what}`;
}
