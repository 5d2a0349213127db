/** The part of a command that a search looks at. */
export interface Searchable {
  /** Its verb, or the name of where it goes; where it is empty, the subject is the name. */
  label: string;
  /** The thing it is about: a run, a page. */
  subject?: string;
  keywords?: string;
}

/** The query is all that a command reads, or the whole name of its run: nothing that only contains it comes before. */
const WHOLE = 1000;
const START = 100;
const WORD = 60;
const INSIDE = 30;
const SCATTERED = 5;
/** Every word begins one of the name: before what has some of them in its name and the others elsewhere. */
const NAMED = 500;
/** A hit counts by where it is: in the name, in what that is about, in words that are not read. */
const WEIGHTS = [1, 0.9, 0.5];
/** Fewer letters than this lie scattered in almost any text. */
const SCATTERED_LETTERS = 3;
/** Over more than so many letters for each of its own a word is not what was meant: "stop" lies in "sft/entropy". */
const SCATTERED_OVER = 2;

function isScattered(text: string, word: string): boolean {
  const first = text.indexOf(word[0]);
  let from = first;
  for (const letter of word) {
    from = text.indexOf(letter, from) + 1;
    if (from === 0) return false;
  }
  return from - first <= SCATTERED_OVER * word.length;
}

/** How well one word fits a text: at its start, at the start of a word, inside, as scattered letters, or not (0). */
function fit(text: string, word: string): number {
  if (text.startsWith(word)) return START;
  const at = text.indexOf(word);
  if (at > 0) return /[\s\-_/.]/.test(text[at - 1]) ? WORD : INSIDE;
  if (word.length < SCATTERED_LETTERS) return 0;
  // Within one word of the text: over a whole title almost any letters lie in order, and Enter would do what nobody asked for.
  return text.split(/\s+/).some((part) => isScattered(part, word)) ? SCATTERED : 0;
}

/**
 * The commands that contain every word of the query, best first; equal ones keep their order. A word may fit the verb or the
 * subject: "stop dg" finds "Stop dgro-s3". What is named so comes before what is of it: an experiment before its runs. An empty query keeps everything.
 */
export function rankCommands<Item extends Searchable>(items: Item[], query: string): Item[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  return items
    .map((item) => {
      const { label, subject = "", keywords = "" } = item;
      const texts = [label || subject, label && subject, keywords].map((text) => text.toLowerCase());
      const fits = words.map((word) => texts.map((text, i) => (text ? WEIGHTS[i] * fit(text, word) : 0)));
      const best = fits.map((ofWord) => Math.max(...ofWord));
      const meant = words.join(" ");
      const whole = texts[0] === meant || texts.slice(0, 2).join(" ").trim() === meant ? WHOLE : 0;
      const named = fits.every(([inName]) => inName >= WORD) ? NAMED : 0;
      return { item, score: best.includes(0) ? 0 : best.reduce((sum, value) => sum + value, whole + named) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}
