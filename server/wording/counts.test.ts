import { describe, expect, test } from "vitest";
import {
  countInWords,
  countOf,
  listAnd,
  listFirst,
  listOr,
  ordinal,
  plural,
  writeCount,
  writeOf,
  writePart,
} from "./counts.ts";
import { seedsBehind, withoutInterval, writeSeeds } from "./seeds.ts";

const thin = (text: string) => text.replaceAll("~", "\u202f");

describe("counts", () => {
  test("keep all digits below a million", () => {
    expect([57, 6214, 999_499, 1_310_000, -3, 0.2].map((v) => writeCount(v))).toEqual([
      "57",
      "6,214",
      "999,499",
      thin("1.31~M"),
      "−3",
      "0",
    ]);
  });

  test("agree with their word", () => {
    expect([countOf(1, "run"), countOf(0, "run"), countOf(6214, "run")]).toEqual([
      "1 run",
      "0 runs",
      "6,214 runs",
    ]);
    expect([countOf(1, "entry", "entries"), countOf(2, "entry", "entries")]).toEqual([
      "1 entry",
      "2 entries",
    ]);
    expect([plural(1, "is", "are"), plural(2, "is", "are")]).toEqual(["is", "are"]);
    expect([writeOf(3, 1500), writeOf(1, 1, "run"), writeOf(3, 15, "run"), writePart(3, 5)]).toEqual([
      "3 of 1,500",
      "1 of 1 run",
      "3 of 15 runs",
      "3/5",
    ]);
  });

  test("small ones are words in prose, places have their ending", () => {
    expect([0, 3, 9, 10, 1200].map(countInWords)).toEqual(["no", "three", "nine", "10", "1,200"]);
    expect([1, 2, 3, 4, 11, 12, 13, 21, 1103, 112].map(ordinal)).toEqual([
      "1st",
      "2nd",
      "3rd",
      "4th",
      "11th",
      "12th",
      "13th",
      "21st",
      "1,103rd",
      "112th",
    ]);
  });

  test("lists have their last member after a word", () => {
    expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(listAnd)).toEqual(["", "a", "a and b", "a, b and c"]);
    expect(listOr(["a", "b", "c"])).toBe("a, b or c");
    expect([listFirst(["a", "b", "c"], 2), listFirst(["a", "b"], 2)]).toEqual(["a, b and 1 more", "a, b"]);
  });
});

test("seeds are counted, and few of them are the reason of a missing interval", () => {
  expect([writeSeeds(1), writeSeeds(3), seedsBehind(3, 3), seedsBehind(2, 3)]).toEqual([
    "1 seed",
    "3 seeds",
    "n 3 seeds",
    "n 2 to 3 seeds",
  ]);
  expect([1, 2, 3].map(withoutInterval)).toEqual([
    "1 seed, no interval",
    "2 seeds, no interval",
    "no interval",
  ]);
});
