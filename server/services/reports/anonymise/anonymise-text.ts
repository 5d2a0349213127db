import { RAW_NETWORK_PATH, SHAPES, type Shape } from "./shapes.ts";

export const REMOVED = "(removed)";

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const withoutShape = (text: string, { pattern, isPrivate }: Shape): string =>
  text.replace(pattern, (found: string) => (!isPrivate || isPrivate(found) ? REMOVED : found));

/** A function that takes out every known name and everything shaped like a path, a host, a person or a remote. Pure. */
export function textAnonymiser(words: string[]): (text: string) => string {
  const known =
    words.length === 0
      ? null
      : new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words.map(escapePattern).join("|")})(?![\\p{L}\\p{N}_])`, "giu");
  return (text) => {
    const shaped = SHAPES.reduce(withoutShape, text);
    return known ? shaped.replace(known, REMOVED) : shaped;
  };
}

/** Takes network paths out of Markdown before it is read, because reading turns their backslashes into something else. Pure. */
export const anonymiseSource = (markdown: string): string => markdown.replace(RAW_NETWORK_PATH, REMOVED);
