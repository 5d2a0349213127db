import { expect, test } from "vitest";
import { placeAfter } from "./run-links.ts";

test("arrow keys go from run to run and stop at the ends, Home and End go there at once", () => {
  expect([placeAfter("ArrowRight", 1, 5), placeAfter("ArrowDown", 4, 5)]).toEqual([2, 4]);
  expect([placeAfter("ArrowLeft", 1, 5), placeAfter("ArrowUp", 0, 5)]).toEqual([0, 0]);
  expect([placeAfter("Home", 3, 5), placeAfter("End", 1, 5)]).toEqual([0, 4]);
  expect([placeAfter("Enter", 1, 5), placeAfter("End", 0, 0)]).toEqual([null, null]);
});
