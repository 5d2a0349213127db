import { expect, test } from "vitest";
import { parseNumber } from "./parse-number.ts";

test.each([
  ["450", 450],
  [" 1e-5 ", 1e-5],
  ["6,214", 6214],
  ["−0.5", -0.5],
  [".28", 0.28],
  ["2.", 2],
  ["1E3", 1000],
])("%s is the number %d", (text, value) => expect(parseNumber(text)).toBe(value));

test.each(["", "1e-", "abc", "1,5", "1 000 steps", "--1", "0x10", "Infinity", "1.2.3"])(
  "%s is no number",
  (text) => expect(parseNumber(text)).toBeNull(),
);
