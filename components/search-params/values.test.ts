import { expect, test } from "vitest";
import { LAST_PAGE } from "#server/contracts/ask-limits.ts";
import { cutText, parseAsName, parseAsPage, parseAsText } from "./values.ts";

test("a text of the address is cut where nothing longer can be asked for, never inside a character", () => {
  expect(cutText("abc", 3)).toBe("abc");
  expect(cutText("abcd", 3)).toBe("abc");
  expect(cutText("ab😀", 3)).toBe("ab");
  expect(parseAsText(3).parse("abcd")).toBe("abc");
  expect(parseAsText(3).parse("")).toBeNull();
});

test("a name that is empty or too long names nothing", () => {
  expect(["", "  ", "abcd", "abc"].map((text) => parseAsName(3).parse(text))).toEqual([
    null,
    null,
    null,
    "abc",
  ]);
});

test("what is no page is none", () => {
  const pages = [
    "0",
    "7",
    String(LAST_PAGE),
    String(LAST_PAGE + 1),
    "99999999999999999999",
    "-1",
    "1.5",
    "2e3",
    "",
  ];
  expect(pages.map((text) => parseAsPage.parse(text))).toEqual([
    0,
    7,
    LAST_PAGE,
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});
