import * as fc from "fast-check";
import { expect, test } from "vitest";
import { maskedParts } from "./masked-parts.ts";

const masked = (text: string) =>
  maskedParts(text).flatMap(({ text: part, isMasked }) => (isMasked ? [part] : []));

test.each([
  ["***", 1],
  ["--wandb_key=*** --lr 1", 1],
  ['{"a": "***", "b": ["***"]}', 2],
  ["uses *** here", 1],
  ["password: ********************", 1],
  ["a\nHF_TOKEN=********\nb", 1],
  ["*** Training starts ***", 0],
  ["  ***** Running training *****  ", 0],
  [`a\n${"*".repeat(80)}\nb`, 0],
  ["a\n***\nb", 1],
  ["*".repeat(40), 1],
  ["a * b ** c", 0],
  ["", 0],
])("%j holds masked secrets: %i", (text, count) => {
  expect(masked(text)).toHaveLength(count);
});

test("parts put together are the text", () => {
  const piece = fc.constantFrom("***", "********", " ", "\n", "a", "=", "*");
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join("");
      expect(
        maskedParts(text)
          .map((part) => part.text)
          .join(""),
      ).toBe(text);
    }),
  );
});
