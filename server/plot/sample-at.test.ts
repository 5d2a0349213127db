import { expect, test } from "vitest";
import { sampleAt, smoothedIn } from "./read-out.ts";
import { readWindow } from "./samples.ts";
import { bucketWindow, rawWindow } from "./testing.ts";

const raw = (...xs: number[]) => readWindow(rawWindow(xs.map((x): [number, number] => [x, 1]))).line.samples;

test("the nearest sample speaks for an x, up to half way to its neighbour", () => {
  expect([0, 4, 6, 12, 20].map((x) => sampleAt(raw(0, 10, 20), x))).toEqual([0, 0, 1, 1, 2]);
});

test("nothing speaks beyond the ends of a line", () => {
  expect([-1, 21].map((x) => sampleAt(raw(0, 10, 20), x))).toEqual([-1, -1]);
  expect(sampleAt(raw(), 0)).toBe(-1);
});

test("a bucket speaks for all of its stretch, also where the middle of another is nearer", () => {
  const { samples } = readWindow(bucketWindow(Array(30).fill(1), 10)).line;
  expect([0, 9, 10, 29].map((x) => sampleAt(samples, x))).toEqual([0, 0, 1, 2]);
  const uneven = {
    ...samples,
    x: Float64Array.of(50, 102),
    from: Float64Array.of(0, 101),
    to: Float64Array.of(100, 103),
  };
  expect(sampleAt({ ...uneven }, 99)).toBe(0);
});

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
