import { array, assert, constantFrom, property, stringMatching } from "fast-check";
import { describe, expect, test } from "vitest";
import { textAnonymiser } from "./anonymise-text.ts";
import { type PrivateWord, wordFinder } from "./find-words.ts";
import { findLeak } from "./last-scan.ts";

const word = (text: string): PrivateWord => ({ text, names: "user" });
const foundIn = (text: string, ...words: string[]) =>
  wordFinder(words.map(word))(text).map(({ start, end }) => text.slice(start, end));

describe("a private word", () => {
  test.each([
    ["in any case", "ALICE and Alice", ["ALICE", "Alice"]],
    ["between marks of names", "run_alice_3, alice-run, x/alice.log", ["alice", "alice", "alice"]],
    ["before a number and a hump", "alice07 aliceRun myAlice", ["alice", "alice", "Alice"]],
    ["encoded", "%61 alice%40x", ["alice"]],
    ["not inside another word", "malice, alices, alicent", []],
  ])("is met %s", (_name, text, found) => expect(foundIn(text, "alice")).toEqual(found));

  test("of several parts is met whole, encoded and escaped, the longest first", () => {
    expect(foundIn("in /mnt/al%2Fx, a b", "a b")).toEqual(["a b"]);
    expect(foundIn("q=a%20b and a+b", "a b")).toEqual(["a%20b", "a+b"]);
    expect(foundIn('"gpu\\"7"', 'gpu"7')).toEqual(['gpu\\"7']);
    expect(foundIn("alice cooper", "alice", "alice cooper")).toEqual(["alice cooper"]);
    expect(foundIn("ju\u0308rgen J\u00dcRGEN", "j\u00fcrgen")).toEqual(["ju\u0308rgen", "J\u00dcRGEN"]);
  });
});

describe("a short or common word", () => {
  test.each([
    ["al", "as in et al. 2024, all of it, 0.al", []],
    [
      "al",
      "al@box, host=al, user al, by ~al, al:/data, al-run-3, run_al",
      ["al", "al", "al", "al", "al", "al", "al"],
    ],
    ["a", "a model of a host a day, A/B and a 3", []],
    ["a", "host: a, a:/x, user a, lr 0.1, root@a", ["a", "a", "a", "a"]],
    ["7", "7 seeds of 0.7 and 7%", []],
    ["7", "host: 7", ["7"]],
    ["will", "it will be, Will@box, user: will", ["Will", "will"]],
  ])("%s is met only where a name stands: %s", (name, text, found) =>
    expect(foundIn(text, name)).toEqual(found),
  );

  test("is met where it is all there is to read", () => {
    expect(foundIn(" al ", "al")).toEqual(["al"]);
    expect(foundIn("A", "a")).toEqual([]);
  });
});

const NAMES = stringMatching(/^[a-z][a-z\d]{3,11}(?:[-. ][a-z]{2,6})?$/).filter(
  (text) => !/^(?:removed|true|false)/.test(text),
);
const AROUND = constantFrom(
  (name: string) => `on ${name}, today`,
  (name: string) => `/home/${name}/runs`,
  (name: string) => `${name}@hall.example.org`,
  (name: string) => `run_${name.toUpperCase()}_7`,
  (name: string) => `see ${encodeURIComponent(name)}&x=1`,
  (name: string) => `C:\\Users\\${name}\\x`,
  (name: string) => `${name}:/scratch/x and ${name}`,
  (name: string) => JSON.stringify({ host: name }),
);

test("whatever it is and wherever it stands, nothing of it is left, and cleaning twice changes nothing", () => {
  assert(
    property(
      array(NAMES, { minLength: 1, maxLength: 6 }),
      array(AROUND, { minLength: 1, maxLength: 6 }),
      (names, around) => {
        const words = names.map(word);
        const text = around.map((put, i) => put(names[i % names.length])).join(" | ");
        const cleaned = textAnonymiser(words)(text);
        expect(wordFinder(words)(cleaned)).toEqual([]);
        expect(textAnonymiser(words)(cleaned)).toBe(cleaned);
        expect(findLeak(cleaned, "md", words)).toBeNull();
        expect(findLeak(text, "md", words)).not.toBeNull();
      },
    ),
  );
});

test("numbers and prose without a private word stay to the letter", () => {
  const prose = stringMatching(/^(?:[\d.]{1,6} |[bcdf]{3,7} |p = 0\.0\d, ){1,9}$/);
  const words = ["al", "a", "7", "will", "quuxhost07"].map(word);
  assert(
    property(prose, (text) => {
      expect(textAnonymiser(words)(text)).toBe(text);
    }),
  );
});
