import { shortenText, textWidth } from "./text-width.ts";

/** A text in lines of at most `width` px, broken at spaces; a word that is wider is cut in its middle. */
export function wrapText(text: string, fontSize: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && textWidth(longer, fontSize) <= width) lines[lines.length - 1] = longer;
    else lines.push(shortenText(word, fontSize, width));
  }
  return lines;
}
