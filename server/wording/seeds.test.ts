import { expect, test } from "vitest";
import { otherSeedsWords, seedsOfEach } from "./seeds.ts";

const others = (values: number[], leftOut = 0) => ({
  seeds: values.map((value, i) => ({ seed: i + 1, value })),
  leftOut,
});

test("what other seeds say stands beside the difference of one, with how many agree in sign", () => {
  expect(otherSeedsWords(0.33, [0], others([0.38, -0.017]))).toBe(
    "Seed 0: +33.0\u202fpp; seeds 1, 2: +38.0\u202fpp, −1.7\u202fpp; 2 of 3 agree in sign.",
  );
  expect(otherSeedsWords(-0.1, [0], others([-0.2]))).toBe(
    "Seed 0: −10.0\u202fpp; seed 1: −20.0\u202fpp; 2 of 2 agree in sign.",
  );
});

test("where each seed is held against one run alone, that is said first", () => {
  expect(
    otherSeedsWords(0.33, [0], { ...others([0.38, -0.017]), one: { config: "sft", isFirst: true } }),
  ).toBe(
    "Against the one sft run, seed 0: +33.0\u202fpp; seeds 1, 2: +38.0\u202fpp, −1.7\u202fpp; 2 of 3 agree in sign.",
  );
});

test("two seeds held against each other, seeds that were measured otherwise, and no others are told", () => {
  expect(otherSeedsWords(0.1, [0, 2], others([0.2]))).toMatch(/^Seeds 0 against 2: \+10\.0/);
  expect(otherSeedsWords(0.1, [0], others([], 2))).toBe(
    "Seed 0: +10.0\u202fpp. 2 other seeds were measured otherwise.",
  );
  expect(otherSeedsWords(0.1, [0], others([]))).toBeNull();
  expect(otherSeedsWords(null, [0], others([0.2]))).toBeNull();
  expect(otherSeedsWords(0.1, [0], null)).toBeNull();
});

test("configurations with different numbers of seeds are not said to have the same", () => {
  expect([seedsOfEach([3, 3]), seedsOfEach([2, 3]), seedsOfEach([1]), seedsOfEach([])]).toEqual([
    "3 seeds each",
    "2 to 3 seeds",
    "1 seed each",
    "",
  ]);
});
