import { expect, test } from "vitest";
import { textWidth } from "./text-width.ts";
import { wrapText } from "./wrap-text.ts";

test("a text is broken at spaces into lines that fit, and loses no word", () => {
  const text = "Outliers clipped: at least 1 point above 1.50. 21 points are NaN, +Inf or -Inf.";
  const lines = wrapText(text, 11, 180);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(textWidth(line, 11)).toBeLessThanOrEqual(180);
  expect(lines.join(" ")).toBe(text);
});

test("a word wider than the line is cut in its middle, and no text is no line", () => {
  const [line, ...others] = wrapText("a".repeat(200), 11, 120);
  expect(others).toEqual([]);
  expect(line).toContain("…");
  expect(textWidth(line, 11)).toBeLessThanOrEqual(120);
  expect(wrapText("  ", 11, 120)).toEqual([]);
});
