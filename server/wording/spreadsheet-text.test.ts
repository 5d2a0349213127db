import { expect, test } from "vitest";
import { spreadsheetText } from "./spreadsheet-text.ts";

test.each(["=1", "+1", "-x", "@SUM(1)", "|calc", "%0", " =1", "\t=1", "\u200b=1", "\ufeff=1", "＝1", "\r1"])(
  "%j becomes a text",
  (text) => expect(spreadsheetText(text)).toBe(`'${text}`),
);

test.each(["lr 1e-3", "a=1", "seed 0", "", "(=1)"])("%j stays", (text) => {
  expect(spreadsheetText(text)).toBe(text);
});
