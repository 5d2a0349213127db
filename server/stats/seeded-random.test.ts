import { expect, test } from "vitest";
import { seededRandom } from "./seeded-random.ts";

test("seed 42 gives the words of an independent implementation", () => {
  // Python with unbounded integers; its raw state 1, 2, 3, 4 gives 11520, 0, 5927040, 70819200, as published for xoshiro128**.
  const random = seededRandom(42);
  expect(Array.from({ length: 5 }, random)).toEqual([
    2837322924, 544945897, 479756282, 3500138142, 339756180,
  ]);
});

test("words are spread evenly over 64 bins, and neighbouring seeds are unrelated", () => {
  const random = seededRandom(7);
  const bins = Array.from({ length: 64 }, () => 0);
  for (let i = 0; i < 64_000; i++) bins[Math.floor((random() / 2 ** 32) * 64)]++;
  const chiSquare = bins.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
  expect(chiSquare).toBeLessThan(63 + 4 * Math.sqrt(126));

  const [a, b] = [seededRandom(1), seededRandom(2)];
  let product = 0;
  for (let i = 0; i < 10_000; i++) product += (a() / 2 ** 32 - 0.5) * (b() / 2 ** 32 - 0.5);
  expect(Math.abs(product / 10_000)).toBeLessThan(4 / 12 / 100);
});

test("seeds beyond 32 bits count in full, fractions are refused", () => {
  expect(seededRandom(2 ** 40)()).not.toBe(seededRandom(2 ** 41)());
  expect(() => seededRandom(1.5)).toThrow("whole number");
});
