import { expect, test } from "vitest";
import { NOTES_SIZE, pictureNotes } from "./picture-notes.ts";
import { textWidth } from "./text-width.ts";

const NOTE = "Outliers clipped: at least 1 point above 1.50. 21 points are NaN, +Inf or −Inf. n 3 seeds.";

test("a saved picture says all that stands under its chart, in lines as wide as it is", () => {
  const { lines, height } = pictureNotes(NOTE, 200);
  expect(lines.map(({ text }) => text).join(" ")).toBe(NOTE);
  for (const { text, y } of lines) {
    expect(textWidth(text, NOTES_SIZE)).toBeLessThanOrEqual(200);
    expect(y).toBeLessThan(height);
  }
  expect(lines[1].y - lines[0].y).toBeGreaterThan(NOTES_SIZE);
});

test("without a note there is no room for one", () => {
  expect(pictureNotes("", 200)).toEqual({ height: 0, lines: [] });
});
