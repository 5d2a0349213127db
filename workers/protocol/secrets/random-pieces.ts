import type { Span } from "./secret-forms.ts";
import { isRandom, isSecretAccessKey } from "./secret-values.ts";

/** What stands before the digest of some content. */
const DIGEST =
  /(?:sha\d{1,3}|md5|digest|checksum|etag|integrity|base64)["']?\s?[-:=,]\s?["']?(?:[a-z0-9]+-)?$/i;

const IS_DIGEST = /^(?:sha\d{1,3}|md5)-/i;

const SHORTEST = 30;
const LONGEST = 300;
const ACCESS_KEY_LENGTH = 40;

/** How pictures, archives, arrays and sounds begin in base64. */
const PACKED = /^(?:iVBORw0KGg|\/9j\/|R0lGOD|UklGR|JVBERi0|UEsDB|H4sIA|KLUv\/|k05VTVBZ|gAS[VX]|T2dnUw|SUQz)/;
/** Widths at which base64 is broken into lines. */
const WIDTHS: ReadonlySet<number> = new Set([60, 64, 72, 76]);
/** A line break as it is or as `\n` in a text. */
const BREAK = /^(?:\r?\n|(?:\\r)?\\n)[ \t]{0,16}$/;
/** A next line that is all base64. */
const NEXT_LINE = /(?:\r?\n|(?:\\r)?\\n)[ \t]{0,16}[A-Za-z0-9+/]{4,76}={0,2}(?=\r?\n|["'\\]|$)/y;

/** Says of the long pieces of a text, asked in their order, which are packed data and no keys: pictures, also on several lines. */
function packedPieces(text: string): (from: number, to: number) => boolean {
  /** The line of packed data before, which goes on where it is a full one. */
  let last: Span | null = null;
  return (from, to) => {
    NEXT_LINE.lastIndex = to;
    const isFull = WIDTHS.has(to - from);
    const goesOn =
      last !== null &&
      from - last[1] < 24 &&
      to - from <= last[1] - last[0] &&
      BREAK.test(text.slice(last[1], from));
    const isPacked = goesOn || PACKED.test(text.slice(from, from + 12)) || (isFull && NEXT_LINE.test(text));
    last = isPacked && isFull ? [from, to] : null;
    return isPacked;
  };
}

/** Long random texts that are no hash of content, no id, no path and no packed data. */
export function findRandom(text: string, pieces: readonly Span[]): Span[] {
  const found: Span[] = [];
  const isPacked = packedPieces(text);
  for (const [start, to] of pieces) {
    if (to - start < SHORTEST) continue;
    // Of `\n` the letter looks as if it began the piece.
    const at = text[start] === "n" && text[start - 1] === "\\" ? start + 1 : start;
    if (isPacked(at, to) || to - at > LONGEST || IS_DIGEST.test(text.slice(at, at + 8))) continue;
    if (DIGEST.test(text.slice(Math.max(0, at - 40), at))) continue;
    let from = at;
    for (const part of text.slice(at, to).split("=")) {
      if (
        part.length === ACCESS_KEY_LENGTH &&
        isSecretAccessKey(part, lineAround(text, from, from + part.length))
      )
        found.push([from, from + part.length]);
      else found.push(...randomWithin(text, part, from, at));
      from += part.length + 1;
    }
  }
  return found;
}

/** What stands on both sides in the same line. */
const lineAround = (text: string, from: number, to: number): string =>
  [
    text
      .slice(Math.max(0, from - 120), from)
      .split("\n")
      .at(-1),
    text.slice(to, to + 120).split("\n", 1)[0],
  ].join(" ");

function randomWithin(text: string, part: string, at: number, begun: number): Span[] {
  const found: Span[] = [];
  let from = at;
  for (const piece of part.split("/")) {
    if (isRandom(piece) && !DIGEST.test(text.slice(begun, from).slice(-40)))
      found.push([from, from + piece.length]);
    from += piece.length + 1;
  }
  return found;
}
