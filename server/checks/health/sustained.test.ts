import { expect, test } from "vitest";
import { IN_A_ROW, SmoothedLevel } from "./sustained.ts";

/** Since when values are held at 5, unsmoothed: a span of 1 gives all weight to the newest. */
function heldSince(values: number[]): number | null {
  const level = new SmoothedLevel(1, [5]);
  values.forEach((value, i) => level.add(10 * (i + 1), value));
  return level.heldSince(5);
}

test("a level that is held as many steps as are asked for is held since the first of them, and one less is not", () => {
  expect(IN_A_ROW).toBe(3);
  expect(heldSince([0, 0, 5, 5, 6])).toBe(30);
  expect(heldSince([0, 0, 0, 5, 6])).toBeNull();
});

test("a level that was left at the last step, or is nobody's, is not held", () => {
  expect(heldSince([5, 5, 5, 5, 4.9])).toBeNull();
  expect(heldSince([])).toBeNull();
});

test("the mean begins at the first value and gives the newest 2 / (span + 1)", () => {
  const level = new SmoothedLevel(3, []);
  const seen = [1, 0, 0].map((value, i) => {
    level.add(i, value);
    return level.now;
  });
  expect(seen).toEqual([1, 0.5, 0.25]);
});
