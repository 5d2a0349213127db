import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findHidden, isVisible, markText, writeOut } from "./visible-text.ts";

describe("nothing is hidden in", () => {
  test.each([
    ["words of any script", "Größe 損失 מודל μέγεθος รุ่น"],
    ["blanks that have a width", "a\u00a0b\u2009c\u3000d"],
    ["a letter and its accent", "e\u0301"],
    ["a Persian verb, joined and not", "می\u200cروم"],
    ["Persian with a vowel sign before the joiner", "خانهٔ\u200cما"],
    ["Hindi with a joiner in the word", "क्\u200dष"],
    ["Malayalam with one at its end", "അവന്\u200d പോയി"],
    ["Sinhala", "ශ්\u200dරී"],
    ["emoji of several people and skins", "👩🏽\u200d🔬 👨\u200d👩\u200d👧 🐈\u200d⬛"],
    ["emoji with their selector", "❤\ufe0f 🏳\ufe0f\u200d🌈 🕵\ufe0f\u200d♂\ufe0f 1\ufe0f\u20e3"],
    ["flags, those in tags too", "🇩🇪 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"],
    ["a form of a Han character", "葛\u{e0100}城"],
    ["Mongolian with its selector", "ᠨ\u180b"],
  ])("%s", (_, text) => {
    expect(findHidden(text)).toBeNull();
    expect(writeOut(text)).toBe(text);
  });
});

describe("what is hidden is named with its place, counted in characters", () => {
  test.each([
    ["a\u200bb", 2, "U+200B (zero width space)"],
    ["😀😀\u200b", 3, "U+200B (zero width space)"],
    ["👩\u200d🔬\u200d", 4, "U+200D (zero width joiner)"],
    ["می\u200c\u200cروم", 3, "U+200C (zero width non-joiner)"],
    ["می\u200c", 3, "U+200C (zero width non-joiner)"],
    ["a\u200db", 2, "U+200D (zero width joiner)"],
    ["a\ufe0f", 2, "U+FE0F (invisible)"],
    ["❤\ufe0f\ufe0f", 3, "U+FE0F (invisible)"],
    ["🏴\u{e0073}\u{e0065}\u{e0063}\u{e007f}", 2, "U+E0073 (invisible)"],
    ["ab\u061c", 3, "U+061C (turns the direction of text)"],
    ["\u202eab", 1, "U+202E (right-to-left override)"],
    ["a\u0007", 2, "U+0007 (control character)"],
    ["a\ud83d", 2, "U+D83D (half of a character)"],
    ["\ufffaa", 1, "U+FFFA (invisible)"],
  ])("%j", (text, place, words) => {
    expect(findHidden(text)).toEqual({ place, words });
  });
});

test("a text of blanks, of invisible characters or of marks alone shows nothing", () => {
  for (const text of ["", " ", "\u3000\u00a0", "\u200b", "\u2800", "\u3164", "\u0301", "\n"])
    expect(isVisible(text), JSON.stringify(text)).toBe(false);
  for (const text of ["a", " a ", "\u200ba", "é", "損", "👩‍🔬", "-"]) expect(isVisible(text)).toBe(true);
});

test("written out, nothing is hidden any more, and what could be seen stands as it was", () => {
  const unit = fc.oneof(
    fc.string({ unit: "binary", maxLength: 3 }),
    fc.constantFrom("a", "می", "\u200c", "\u200d", "👩", "🔬", "\ufe0f", "\n", "\ud800", "क्", "\u202e"),
  );
  fc.assert(
    fc.property(
      fc.array(unit, { maxLength: 12 }).map((parts) => parts.join("")),
      (text) => {
        const written = writeOut(text);
        expect(findHidden(written)).toBeNull();
        if (findHidden(text) === null) expect(written).toBe(text);
      },
    ),
    { numRuns: 500 },
  );
});

test("graphemes of today's emoji hide nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }), (one) => {
      fc.pre(/\p{Extended_Pictographic}/u.test(one));
      expect(findHidden(one)).toBeNull();
    }),
    { numRuns: 300 },
  );
});

describe("a text that is shown", () => {
  test.each([
    ["a\u00a0b", "a\\u{a0}b"],
    ["seed\u20031", "seed\\u{2003}1"],
    ["\u2800x", "\\u{2800}x"],
    ["a\u3000b", "a\\u{3000}b"],
    ["ab\u202egol\u0000", "ab\\u{202e}gol\\u{0}"],
    ["a\u{e0041}b\u3164", "a\\u{e0041}b\\u{3164}"],
    ["x\r\ny\tz", "x\\u{d}\ny\tz"],
  ])("marks %j", (text, shown) => expect(markText(text)).toBe(shown));

  test.each([
    "12\u202fms of 3\u00a0seeds, n\u00a03, 95\u202f%, 1.2\u202fk\u202ftok/s, 2\u202fh 5\u202fmin, (NaN\u202fs)",
    "\u202f",
    "日本語\u3000テスト",
    "👩‍🔬 می‌روم naïve – “x” … − ≤ → ✓",
  ])("leaves what is as it should be: %j", (text) => expect(markText(text)).toBe(text));

  test("is the same when it is marked again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(markText(markText(text))).toBe(markText(text));
      }),
    );
  });
});
