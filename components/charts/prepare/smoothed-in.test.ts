import { expect, test } from "vitest";
import { readWindow } from "./read-window.ts";
import { smoothedIn } from "./smoothed-in.ts";
import { bucketWindow, rawWindow } from "./testing.ts";

const behind = readWindow(bucketWindow(Array(40).fill(1), 10)).line;
const at = (...xs: number[]) => readWindow(rawWindow(xs.map((x): [number, number] => [x, 1]))).line;
const found = (...xs: number[]) =>
  [0, 1, 2, 3].map((index) => smoothedIn({ line: at(...xs), behind }, index));

test("the smoothed value of a bucket is the one that stands inside it", () => {
  expect(found(9, 19, 29, 39)).toEqual([0, 1, 2, 3]);
});

test("a bucket without one has none, and of several the last counts", () => {
  expect(found(19, 39)).toEqual([-1, 0, -1, 1]);
  expect(found(4, 9, 14, 20, 39)).toEqual([1, 2, 3, 4]);
});

test("a line that is not smoothed, and no bucket, have none", () => {
  expect(smoothedIn({ line: behind, behind: null }, 0)).toBe(-1);
  expect(smoothedIn({ line: at(9, 19, 29, 39), behind }, -1)).toBe(-1);
});
