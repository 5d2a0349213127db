import { expect, test } from "vitest";
import { nextStop } from "./next-stop.ts";

test("arrows step sample by sample and stop at the ends", () => {
  expect(nextStop("ArrowRight", false, 4, 100)).toBe(5);
  expect(nextStop("ArrowLeft", false, 0, 100)).toBe(0);
  expect(nextStop("ArrowRight", false, 99, 100)).toBe(99);
});

test("with Shift or the page keys a tenth at a time", () => {
  expect(nextStop("ArrowRight", true, 4, 100)).toBe(14);
  expect(nextStop("PageDown", false, 50, 100)).toBe(40);
});

test("from nowhere the cursor enters at the side the key points away from", () => {
  expect(nextStop("ArrowRight", false, -1, 100)).toBe(0);
  expect(nextStop("ArrowLeft", false, -1, 100)).toBe(99);
  expect(nextStop("Home", false, -1, 100)).toBe(0);
  expect(nextStop("End", false, -1, 100)).toBe(99);
});

test("other keys are not taken, nor is any without samples", () => {
  expect(nextStop("Tab", false, 3, 100)).toBeNull();
  expect(nextStop("ArrowRight", false, -1, 0)).toBeNull();
});
