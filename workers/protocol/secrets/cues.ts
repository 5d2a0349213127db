/**
 * Cues are the first characters of something that a text is looked through for, as `"gh[opusr]_"`. Four characters are compared; those behind `|` where there is one
 * (`"lo|cal-"`). Sets are in brackets, `\s` is white space. A place may be none: patterns decide.
 */

/** What cues are of: patterns that are tried at each place, and, as `seen`, patterns that go over the whole text. */
export interface Cues {
  kind: string;
  /** Those in one list share a bit: a beginning of one with the rest of another is a place too. Short ones are best alone. */
  cues: readonly (readonly string[])[];
  /** Capital letters count as small ones. */
  isLoose?: boolean;
}

/** Many cues, some in each list. */
export const inLists = (cues: readonly string[], lists: number): string[][] =>
  Array.from({ length: lists }, (_, at) => cues.filter((_, k) => k % lists === at));

export interface FirstLook {
  /** Where cues of a kind begin, ascending. */
  places(kind: string): readonly number[];
  seen(kind: string): boolean;
}

export const CLASSES = 64;
const SIZE = CLASSES * CLASSES;
/** Letters have a class each; digits, blanks, line breaks and others share one. */
const [DIGIT, BLANK, BREAK, ASKS, HIGH] = [52, 53, 54, 55, 56];
export const LEAD = 57;
export const OTHER = 63;
const ALONE = "_-.@=";

function classOfCode(code: number): number {
  const text = String.fromCharCode(code);
  if (/[a-z]/.test(text)) return code - 97;
  if (/[A-Z]/.test(text)) return code - 65 + 26;
  if (/\d/.test(text)) return DIGIT;
  if (ALONE.includes(text)) return 58 + ALONE.indexOf(text);
  if (text === " " || text === "\t") return BLANK;
  if (/\s/.test(text) && code < 128) return BREAK;
  if (text === "?" || text === "&") return ASKS;
  // How letters of other alphabets begin in bytes.
  if (code === 0xe5 || code === 0xd0) return LEAD;
  return code < 128 ? OTHER : HIGH;
}

export const CLASS = Uint8Array.from({ length: 256 }, (_, code) => classOfCode(code));
/** The classes of each character that a cue compares, and how many stand before them. */
function unitsOf(cue: string, isLoose: boolean): { offset: number; units: (readonly number[])[] } {
  const units: (readonly number[])[] = [];
  let offset = 0;
  for (const [unit] of cue.matchAll(/\[[^\]]*\]|\\s|[\s\S]/g)) {
    if (unit === "|") offset = units.length;
    else units.push(classesOf(unit, isLoose));
  }
  return { offset, units: units.slice(offset, offset + 4) };
}

function classesOf(unit: string, isLoose: boolean): readonly number[] {
  if (unit === "\\s") return [BLANK, BREAK, HIGH, LEAD];
  const isIn = new RegExp(`^(?:${unit.length > 1 ? unit : `[${unit}]`})$`, isLoose ? "i" : "");
  const found = new Set<number>();
  for (let code = 0; code < 256; code++) if (isIn.test(String.fromCharCode(code))) found.add(CLASS[code]);
  return [...found];
}

/** By classes of two neighbors: bits of cues that have them as their first two characters, or as the next two. */
interface Pairs<Bits> {
  first: Bits;
  next: Bits;
}

export interface Tables {
  exact: Pairs<Int32Array>;
  /** For texts of which every second pair is looked at: cues that begin with it, or between its characters. */
  coarse: Pairs<Int32Array>;
  /** By bit of `exact`: which kind it is of, and how far behind its beginning a cue is found. */
  kindOf: number[];
  offsetOf: number[];
}

const EVERY: readonly number[] = Array.from({ length: CLASSES }, (_, at) => at);
type Set = readonly number[];

function mark(
  { first, next }: Pairs<Int32Array | Uint8Array>,
  [a, b, c, d]: readonly Set[],
  bits: number,
): void {
  for (const [table, one, other] of [
    [first, a, b],
    [next, c, d],
  ] as const)
    for (const x of one) for (const y of other) table[x * CLASSES + y] |= bits;
}

/** Throws where there are too many, which is seen at the first start. */
export function tablesOf(all: readonly Cues[]): Tables {
  const exact = { first: new Int32Array(SIZE), next: new Int32Array(SIZE) };
  const coarse = { first: new Int32Array(SIZE), next: new Int32Array(SIZE) };
  const [kindOf, offsetOf]: [number[], number[]] = [[], []];
  for (const [kind, { cues, isLoose = false }] of all.entries())
    for (const sharing of cues) {
      const read = sharing.map((cue) => unitsOf(cue, isLoose));
      const bit = 1 << kindOf.length;
      for (const [a, b = EVERY, c = EVERY, d = EVERY] of read.map(({ units }) => units)) {
        mark(exact, [a, b, c, d], bit);
        mark(coarse, [a, b, c, d], bit);
        mark(coarse, [EVERY, a, b, c], bit);
      }
      if (new Set(read.map(({ offset }) => offset)).size > 1)
        throw new Error(`${sharing.join(", ")} begin at different places.`);
      kindOf.push(kind);
      offsetOf.push(read[0].offset);
    }
  if (kindOf.length > 32) throw new Error(`${kindOf.length} lists of cues; 32 are told apart.`);
  return { exact, coarse, kindOf, offsetOf };
}

/** What a pattern (sticky) finds that begins at some of the places, as `matchAll` of the same would: ascending, none within another. */
export function* matchesAt(
  pattern: RegExp,
  text: string,
  places: readonly number[],
): Generator<RegExpExecArray> {
  let reached = 0;
  for (const at of places) {
    if (at < reached) continue;
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) continue;
    reached = at + match[0].length;
    yield match;
  }
}
