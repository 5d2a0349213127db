import { array, assert, constantFrom, property } from "fast-check";
import { expect, test } from "vitest";
import { diffWords } from "./diff-words.ts";
import { markFound } from "./mark-text.ts";

const differing = (left: string, right: string) =>
  diffWords(left, right).map((runs) => runs.filter(({ isSame }) => !isSame).map(({ text }) => text));

test("what both say is told from what one says alone, word by word", () => {
  expect(differing("So 144 are sold and gone.", "So 144 are remaining.")).toEqual([
    ["sold and gone"],
    ["remaining"],
  ]);
  expect(differing("half of 96 is 48", "half of 144 is 72")).toEqual([
    ["96", "48"],
    ["144", "72"],
  ]);
  expect(differing("the same", "the same")).toEqual([[], []]);
  expect(differing("", "all of it")).toEqual([[], ["all of it"]]);
});

test("words are those of their language", () => {
  expect(differing("答案是四十二", "答案是四十一")[0].join("").length).toBeLessThan(4);
});

test("both texts are read whole from their stretches, whatever they are", () => {
  const words = array(constantFrom("a", "b", " ", "\n", "é", "😀", "."), { maxLength: 40 });
  assert(
    property(words, words, (a, b) => {
      const [left, right] = diffWords(a.join(""), b.join(""));
      expect(left.map(({ text }) => text).join("")).toBe(a.join(""));
      expect(right.map(({ text }) => text).join("")).toBe(b.join(""));
      const same = (runs: typeof left) =>
        runs.filter(({ isSame }) => isSame).reduce((n, { text }) => n + text.length, 0);
      expect(Math.abs(same(left) - same(right))).toBeLessThanOrEqual(a.length + b.length);
    }),
  );
});

test("two long texts without a common word cost no table without end", () => {
  const long = (word: string) => `${word} `.repeat(4000);
  const [left] = diffWords(long("x"), long("y"));
  expect(left.some(({ isSame }) => !isSame)).toBe(true);
});

test("what was searched for is marked whatever its case, over stretches that differ too", () => {
  const [left] = diffWords("Half of the Remaining rolls", "Half of the other rolls");
  const marked = markFound(left, "the remaining");
  expect(marked.filter(({ isFound }) => isFound)).toEqual([
    { text: "the ", isSame: true, start: 8, isFound: true },
    { text: "Remaining", isSame: false, start: 12, isFound: true },
  ]);
  expect(marked.map(({ text }) => text).join("")).toBe("Half of the Remaining rolls");
  expect(markFound([{ text: "none", isSame: true }], "")).toEqual([
    { text: "none", isSame: true, start: 0, isFound: false },
  ]);
});
