/** What a private word is a name of, as an author is told it. */
export type WordKind =
  "host" | "user" | "person" | "folder" | "device" | "project" | "machine" | "value" | "run";

/** A word that must not leave with an anonymous report. */
export interface PrivateWord {
  text: string;
  names: WordKind;
  /** What stands in its place; where it is left out, a note that something was removed. */
  as?: string;
}

/** A private word in a text, from and up to which character. */
export interface FoundWord {
  start: number;
  end: number;
  word: PrivateWord;
}

/** Words of every sentence: as a name of a host or a user they are met only where a name stands, as in `will@` or "host: a". */
const OF_SENTENCES = new Set(
  `the and for but not nor yet all any one two six ten are was has had can may did its his her him she who how why out off
   our own new old few now per via too let set get got see say use way day end top low max min sum log run add bad big far
   will must than then them they this that with from into over only also been both each here more most much none same
   some such very what when were well your less last long next once upon just like made make many mean even ever half
   full high hand part page test time task left line list plan rate real show step take true false turn unit user
   word work year about above after again below being could every first other shall since still their there these those
   under until where which while whose would`.split(/\s+/),
);

const LETTERS_OR_DIGITS = /\p{L}[\p{L}\p{M}]*|\p{N}+/gu;
const isWordly = (char: string) => /[\p{L}\p{N}\p{M}]/u.test(char);
const isDigit = (char: string) => /\p{N}/u.test(char);
const HUMP = /(?<=\p{Ll})(?=\p{Lu})/gu;
const MOST_HUMPS = 6;
/** From here on a word is also met between letters and digits, as "alice" in "alice07" and "aliceRun". */
const TELLING = 4;

/** Lower case without a change of length, so that places stay what they are. */
function folded(text: string): string {
  const low = text.toLowerCase();
  if (low.length === text.length) return low;
  return Array.from(text, (char) =>
    char.toLowerCase().length === char.length ? char.toLowerCase() : char,
  ).join("");
}

/** Whether a word would be met in numbers and prose that have nothing to do with it. */
function isWeak(text: string): boolean {
  const low = text.toLowerCase();
  return /^[\d.,\s+-]*$/.test(low) || /^\p{L}{0,2}$/u.test(low) || OF_SENTENCES.has(low);
}

const LABEL =
  /(?:^|[^\p{L}])(?:host(?:name)?|node|machine|user(?:name)?|login|owner|author|account|ssh)(["'`]?\s*[:=]\s*|\s+)["'`(]?$/iu;
const LABEL_LENGTH = 24;

/** Whether a weak word stands where only a name stands. */
function isNamePlace(text: string, start: number, end: number, known: string): boolean {
  const word = text.slice(start, end);
  const [before, after] = [text[start - 1] ?? "", text[end] ?? ""];
  if (/[@~\\]/.test(before) || after === "@") return true;
  if (after === ":" && /[/\\]/.test(text[end + 1] ?? "")) return true;
  if (word.length === 2 && !OF_SENTENCES.has(word.toLowerCase()) && !/\d/.test(word)) {
    const isJoined = /[-_/]/.test(before) ? /[\p{L}\p{N}]/u.test(text[start - 2] ?? "") : false;
    if (isJoined || (/[-_/]/.test(after) && /[\p{L}\p{N}]/u.test(text[end + 1] ?? ""))) return true;
  }
  const isWhole = text.trim() === word && /\p{L}/u.test(word) && !OF_SENTENCES.has(word);
  if (isWhole && (word.length > 1 || word === known)) return true;
  const [, between] = LABEL.exec(text.slice(Math.max(0, start - LABEL_LENGTH), start)) ?? [];
  // "host a" may go on as a sentence; "host a, lr 0.1" and "host: a" are a name and its value.
  return between !== undefined && (/[:=]/.test(between) || /^(?:[,;)"'`|]|\s*$)/.test(text.slice(end)));
}

/** The forms in which a word may stand inside an address, a JSON text or a file of another normal form. */
function formsOf(text: string): string[] {
  const url = encodeURIComponent(text);
  const all = [text, text.normalize("NFC"), text.normalize("NFD"), url, url.replaceAll("%20", "+")];
  return [...new Set([...all, JSON.stringify(text).slice(1, -1), text.replaceAll("/", "\\/")])];
}

interface Form {
  folded: string;
  /** Characters before its first letter or digit. */
  lead: number;
  isTelling: boolean;
  isWeak: boolean;
  word: PrivateWord;
}

/** Forms of all words by their first letters or digits; in each list the longest first. */
function indexOf(words: readonly PrivateWord[]): Map<string, Form[]> {
  const index = new Map<string, Form[]>();
  for (const word of words)
    for (const text of formsOf(word.text)) {
      const form = folded(text);
      const first = form.match(LETTERS_OR_DIGITS)?.[0];
      if (first === undefined) continue;
      const entry = {
        folded: form,
        lead: form.indexOf(first),
        isTelling: form.length >= TELLING,
        isWeak: isWeak(word.text),
        word,
      };
      const list = index.get(first);
      if (list) list.push(entry);
      else index.set(first, [entry]);
    }
  for (const list of index.values()) list.sort((a, b) => b.folded.length - a.folded.length);
  return index;
}

/** Whether a word may end, or begin, between these two characters. */
function isEdge(left: string, right: string, isTelling: boolean): boolean {
  if (left === "" || right === "" || !isWordly(left) || !isWordly(right)) return true;
  if (!isTelling) return false;
  return isDigit(left) !== isDigit(right) || (/\p{Ll}/u.test(left) && /\p{Lu}/u.test(right));
}

/** Stretches of letters or digits with the places inside them at which a word may end: "aliceRun" may end after "alice". */
function startsOf(run: string, at: number): { start: number; ends: number[] }[] {
  const humps = /\p{Ll}\p{Lu}/u.test(run) ? Array.from(run.matchAll(HUMP), (hump) => hump.index) : [];
  const edges = [0, ...humps, run.length];
  return edges.slice(0, -1).map((edge, i) => ({
    start: at + edge,
    ends: [...new Set([...edges.slice(i + 1, i + 1 + MOST_HUMPS), run.length])].map((end) => at + end),
  }));
}

/**
 * A function that finds private words in a text: in any case, whole, and also encoded as in an address or in JSON. The work
 * grows with the length of the text, whatever the number of words. Pure.
 */
export function wordFinder(words: readonly PrivateWord[]): (text: string) => FoundWord[] {
  const index = indexOf(words);
  if (index.size === 0) return () => [];
  return (text) => {
    const low = folded(text);
    const found: FoundWord[] = [];
    let reached = 0;
    const fits = (form: Form, at: number): FoundWord | null => {
      const start = at - form.lead;
      const end = start + form.folded.length;
      if (start < reached || !low.startsWith(form.folded, start)) return null;
      if (!isEdge(text[start - 1] ?? "", text[start], form.isTelling)) return null;
      if (!isEdge(text[end - 1], text[end] ?? "", form.isTelling)) return null;
      return form.isWeak && !isNamePlace(text, start, end, form.word.text)
        ? null
        : { start, end, word: form.word };
    };
    for (const match of text.matchAll(LETTERS_OR_DIGITS))
      for (const { start, ends } of startsOf(match[0], match.index)) {
        if (start < reached) continue;
        const forms = ends.flatMap((end) => index.get(low.slice(start, end)) ?? []);
        let best: FoundWord | null = null;
        for (const form of forms) {
          const one = fits(form, start);
          if (one && one.end > (best?.end ?? 0)) best = one;
        }
        if (best === null) continue;
        found.push(best);
        reached = best.end;
      }
    return found;
  };
}
