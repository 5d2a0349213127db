import { expect, test } from "vitest";
import { optimalityPreservation } from "./outcome.ts";

test.each([
  [6, 6, 1],
  [9, 6, 0.5],
  [3, 6, 0.5],
  [-3, -6, 0.5],
  [13, 6, 0],
  [Infinity, 6, 0],
  [0, 0, 1],
  [1e-10, 0, 0.9],
  [1, 0, 0],
])("an objective of %d against %d preserves %d", (z, original, expected) => {
  expect(optimalityPreservation(z, original)).toBeCloseTo(expected, 12);
});
