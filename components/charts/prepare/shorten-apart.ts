import { shortenText, textWidth } from "./text-width.ts";

/** What stays before the first character that differs, so that it can be read in its word. */
const CONTEXT = 2;

/**
 * Cuts texts so that each is at most `width` px wide. Texts that would read the same are cut again, to where they begin to
 * differ.
 */
export function shortenApart(texts: readonly string[], fontSize: number, width: number): string[] {
  const short = texts.map((text) => shortenText(text, fontSize, width));
  return texts.map((text, index) => {
    const like = texts.filter((_, other) => short[other] === short[index]);
    if (new Set(like).size < 2) return short[index];
    const from = Math.max(0, sharedStart(like) - CONTEXT);
    return cutEnd(from > 0 ? `…${text.slice(from)}` : text, fontSize, width);
  });
}

/** How many characters all texts have in common at their beginning. */
function sharedStart([first, ...others]: readonly string[]): number {
  let end = 0;
  while (end < first.length && others.every((other) => other[end] === first[end])) end++;
  return end;
}

function cutEnd(text: string, fontSize: number, width: number): string {
  if (textWidth(text, fontSize) <= width) return text;
  let end = text.length - 1;
  while (end > CONTEXT + 2 && textWidth(`${text.slice(0, end)}…`, fontSize) > width) end--;
  return `${text.slice(0, end)}…`;
}
