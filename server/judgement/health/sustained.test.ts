import { expect, test } from "vitest";
import { heldSince, IN_A_ROW } from "./sustained.ts";

const x = [10, 20, 30, 40, 50];

test("a level that is held as many steps as are asked for is held since the first of them, and one less is not", () => {
  expect(IN_A_ROW).toBe(3);
  expect(heldSince(x, [0, 0, 5, 5, 6], 5)).toBe(30);
  expect(heldSince(x, [0, 0, 0, 5, 6], 5)).toBeNull();
});

test("a level that was left at the last step, or is nobody's, is not held", () => {
  expect(heldSince(x, [5, 5, 5, 5, 4.9], 5)).toBeNull();
  expect(heldSince([], [], 5)).toBeNull();
});
