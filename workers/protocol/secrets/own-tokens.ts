import type { Span } from "./secret-forms.ts";

/** Says whether a text is a token that a server of this process has stored; it knows their digests alone. */
export type IsStored = (token: string) => boolean;

const stores = new Set<IsStored>();

/** From now on what a server has stored is a secret wherever it stands, whatever its form. Returns an end of that. */
export function recognizeTokens(isStored: IsStored): () => void {
  stores.add(isStored);
  return () => void stores.delete(isStored);
}

const SHORTEST = 26;
/** Tokens of before have no mark: base64url of 256 bits, and of shared pages 26 letters and digits. */
const UNMARKED = /^(?:[A-Za-z0-9_-]{43}|[0-9a-z]{26})$/;

/** Tokens of a server in this process, by their digests. */
export function findStored(text: string, pieces: readonly Span[]): Span[] {
  if (stores.size === 0) return [];
  const found: Span[] = [];
  for (const [at, to] of pieces) {
    if (to - at < SHORTEST) continue;
    let from = at;
    for (const piece of to - at > 300 ? [] : text.slice(at, to).split(/[/=+]/)) {
      if (UNMARKED.test(piece) && [...stores].some((isStored) => isStored(piece)))
        found.push([from, from + piece.length]);
      from += piece.length + 1;
    }
  }
  return found;
}
