import * as fc from "fast-check";
import { expect, test } from "vitest";
import { filterLines, showAllLines, soloLine, toggleLine } from "./legend.ts";

const KEYS = ["a", "b", "c", "d"];

test("a click hides a line, another brings it back", () => {
  expect(toggleLine([], "b")).toEqual(["b"]);
  expect(toggleLine(["a", "b"], "b")).toEqual(["a"]);
});

test("a line alone hides the others, and asked for again brings all back", () => {
  expect(soloLine([], KEYS, "b")).toEqual(["a", "c", "d"]);
  expect(soloLine(["a", "c", "d"], KEYS, "b")).toEqual([]);
  expect(soloLine(["b"], KEYS, "b")).toEqual(["a", "c", "d"]);
});

test("the two clicks of a double click cancel out before it counts", () => {
  fc.assert(
    fc.property(fc.subarray(KEYS), fc.constantFrom(...KEYS), (hidden, key) => {
      expect(toggleLine(toggleLine(hidden, key), key).toSorted()).toEqual(hidden.toSorted());
    }),
  );
});

test("what is hidden elsewhere stays hidden", () => {
  expect(soloLine(["x"], KEYS, "a")).toEqual(["x", "b", "c", "d"]);
  expect(showAllLines(["x", "a"], KEYS)).toEqual(["x"]);
});

test("a filter finds lines by all of its words in any order", () => {
  const lines = ["dgro-s1", "grpo-s1", "dgro-s2"].map((name) => ({ name }));
  expect(filterLines(lines, "S1 dgro").map((line) => line.name)).toEqual(["dgro-s1"]);
  expect(filterLines(lines, "  ")).toHaveLength(3);
});
