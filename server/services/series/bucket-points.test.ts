import { expect, test } from "vitest";
import { bucketPoints } from "./bucket-points.ts";

const EVERYTHING = { from: null, to: null };

/** Values at x 0, 1, 2, ... in buckets. */
function bucketsOf(values: readonly number[], buckets: number) {
  const value = Float64Array.from(values);
  const x = Float64Array.from(values, (_, i) => i);
  return bucketPoints({ x, value, at: x }, EVERYTHING, buckets).block;
}

test("a mean is that of its values though their sum leaves the range of float64 on the way", () => {
  const large = [1.7e308, 1.7e308, -1.7e308, -1.7e308];
  expect([...bucketsOf(large, 1).mean]).toEqual([0]);
  expect([...bucketsOf([...large, 1.7e308, 1.7e308], 1).mean]).toEqual([1.7e308 / 3]);
  expect([...bucketsOf([1, 2, ...large, 3, 5], 4).mean]).toEqual([1.5, 1.7e308, -1.7e308, 4]);
});

test("a mean keeps what is small beside values that cancel each other", () => {
  const ones = Array.from({ length: 1000 }, () => 1);
  const [mean] = bucketsOf([1e16, ...ones, -1e16], 1).mean;
  expect(mean).toBeCloseTo(1000 / 1002, 14);
});

test("a mean is never outside its values, and that of none is NaN", () => {
  const tenths = Array.from({ length: 300 }, () => 0.1);
  expect([...bucketsOf(tenths, 7).mean]).toEqual(Array.from({ length: 7 }, () => 0.1));
  const { mean, nan, posInf } = bucketsOf([NaN, Infinity, 5, NaN], 2);
  expect([[...mean], [...nan], [...posInf]]).toEqual([
    [NaN, 5],
    [1, 1],
    [1, 0],
  ]);
});

test("x from one end of float64 to the other come into buckets, and every one is counted", () => {
  const n = 50;
  const x = Float64Array.from(
    { length: n },
    (_, i) => -1e308 + (i / (n - 1)) * 1e308 + (i / (n - 1)) * 1e308,
  );
  const points = { x, value: x.map((_, i) => i), at: x.map(() => 0) };
  const { block } = bucketPoints(points, { from: null, to: null }, 10);
  expect([...block.n].reduce((sum, count) => sum + count, 0)).toBe(n);
  expect(block.x0.length).toBe(10);
});
