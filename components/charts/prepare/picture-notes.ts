import { wrapText } from "./wrap-text.ts";

/** What is said under a chart, in a saved picture: lines of text in px from its top. */
export interface PictureNotes {
  height: number;
  lines: { y: number; text: string }[];
}

export const NOTES_SIZE = 11;
const LINE = 15;
const BASELINE = 12;
const BELOW = 6;

/** Every word that stands under the chart, as wide as the picture: what is left out there must not be missing here. */
export function pictureNotes(text: string, width: number): PictureNotes {
  const lines = wrapText(text, NOTES_SIZE, width);
  return {
    height: lines.length === 0 ? 0 : lines.length * LINE + BELOW,
    lines: lines.map((line, index) => ({ y: index * LINE + BASELINE, text: line })),
  };
}
