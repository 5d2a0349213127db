import { CLASS, CLASSES, LEAD, OTHER, tablesOf, type FirstLook } from "./cues.ts";
import { ADDRESS_CUES } from "./secret-addresses.ts";
import { COMMAND_CUES } from "./secret-commands.ts";
import { FORM_CUES } from "./secret-forms.ts";
import { MENTION_CUES } from "./secret-names.ts";

const ALL = [...FORM_CUES, MENTION_CUES, ...ADDRESS_CUES, ...COMMAND_CUES];
const { exact, coarse, kindOf, offsetOf } = tablesOf(ALL);
// Of a module, so that they are constants of the loop.
const [EXACT_FIRST, EXACT_NEXT, COARSE_FIRST, COARSE_NEXT] = [
  exact.first,
  exact.next,
  coarse.first,
  coarse.next,
];
const KINDS = new Map(ALL.map(({ kind }, at) => [kind, at]));
const IS_MIXED = ALL.map((_, kind) => new Set(offsetOf.filter((_, bit) => kindOf[bit] === kind)).size > 1);
const FORM_BITS = kindOf.reduce((bits, kind, bit) => (kind < FORM_CUES.length ? bits | (1 << bit) : bits), 0);
const PAIR = CLASSES * CLASSES - 1;
const NONE: readonly number[] = [];

/** What is no byte is as a letter of another alphabet. */
const classOf = (code: number): number => (code < 256 ? CLASS[code] : LEAD);
/** Behind the end stands what is of no cue. */
const classAt = (text: string, at: number): number =>
  at < text.length ? classOf(text.charCodeAt(at)) : OTHER;

/** Places by kind; those that were never found have no list. */
type Places = (number[] | undefined)[];

function take(places: Places, bits: number, at: number): void {
  for (let left = bits; left !== 0; left &= left - 1) {
    const bit = 31 - Math.clz32(left & -left);
    const place = at - offsetOf[bit];
    if (place >= 0) (places[kindOf[bit]] ??= []).push(place);
  }
}

/** Takes what begins with the earlier pair, or between its characters; the later one begins at `at`. */
function check(look: Looked, earlier: number, pair: number, at: number): void {
  const { text, places, wanted } = look;
  take(places, EXACT_FIRST[earlier] & EXACT_NEXT[pair] & wanted, at - 2);
  const middle = EXACT_FIRST[((earlier << 6) | (pair >> 6)) & PAIR] & wanted;
  if (middle !== 0) take(places, middle & EXACT_NEXT[((pair << 6) | classAt(text, at + 2)) & PAIR], at - 1);
}

interface Looked {
  text: string;
  places: Places;
  /** Bits of the cues that are looked for. */
  wanted: number;
}

/**
 * One look through a text that finds where a secret may begin, so that each pattern is tried only there. It looks at every second
 * pair of characters; its time grows with the text alone. Without `isWhole` for forms alone.
 */
export function firstLook(text: string, isWhole: boolean): FirstLook {
  const places: Places = [];
  const { length } = text;
  const wanted = isWhole ? -1 : FORM_BITS;
  const look = { text, places, wanted };
  const even = length & ~1;
  let before = 0;
  let earlier = 0;
  for (let at = 0; at < even; at += 2) {
    const pair = (classOf(text.charCodeAt(at)) << 6) | classOf(text.charCodeAt(at + 1));
    if ((before & COARSE_NEXT[pair]) !== 0) check(look, earlier, pair, at);
    before = COARSE_FIRST[pair] & wanted;
    earlier = pair;
  }
  for (let at = even; at < length + 3; at += 2) {
    const pair = (classAt(text, at) << 6) | classAt(text, at + 1);
    check(look, earlier, pair, at);
    earlier = pair;
  }
  const placesOf = (kind: string): number[] | undefined => places[KINDS.get(kind)!];
  return {
    seen: (kind) => placesOf(kind) !== undefined,
    places(kind) {
      const found = placesOf(kind);
      return found && IS_MIXED[KINDS.get(kind)!] ? found.toSorted((a, b) => a - b) : (found ?? NONE);
    },
  };
}
