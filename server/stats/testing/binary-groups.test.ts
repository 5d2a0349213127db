import * as fc from "fast-check";
import { expect, test } from "vitest";
import { binaryGroups } from "./binary-groups.ts";
import { halfFailedRate } from "./half-failed-rate.ts";
import { draws } from "../testing.ts";

test("published points of p^G + (1 - p)^G come out (p = .95: .81, .66, .44 at G = 4, 8, 16)", () => {
  for (const [groupSize, dead] of [
    [4, 0.81],
    [8, 0.66],
    [16, 0.44],
  ]) {
    expect(binaryGroups([0.95], groupSize).dead).toBeCloseTo(dead, 2);
  }
});

test("half of all groups fail at .159, .083 and .042", () => {
  expect([4, 8, 16].map((g) => Number(halfFailedRate(g).toFixed(3)))).toEqual([0.159, 0.083, 0.042]);
  expect(binaryGroups([halfFailedRate(8)], 8).allFailed).toBeCloseTo(0.5, 12);
});

test("the average over prompts is never below the value at the mean rate", () => {
  const rates = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(rates, fc.integer({ min: 2, max: 16 }), (passRates, groupSize) => {
      const { dead, deadAtMeanRate, allSolved, allFailed } = binaryGroups(passRates, groupSize);
      if (dead === null || deadAtMeanRate === null) return false;
      return dead >= deadAtMeanRate - 1e-12 && Math.abs(dead - (allSolved ?? 0) - (allFailed ?? 0)) < 1e-15;
    }),
  );
});

test("simulated groups have this share of dead ones and this sample variance", () => {
  const random = draws(11);
  const rates = [0.05, 0.5, 0.9, 0.99];
  let dead = 0;
  let variance = 0;
  const groups = 40_000;
  for (let i = 0; i < groups; i++) {
    const solved = random.binomial(4, rates[i % rates.length]);
    if (solved === 0 || solved === 4) dead++;
    variance += (solved * (4 - solved)) / 4 / 3;
  }
  const expected = binaryGroups(rates, 4);
  expect(dead / groups).toBeCloseTo(expected.dead ?? 0, 2);
  expect(variance / groups).toBeCloseTo(expected.variance ?? 0, 2);
});

test("NaN rates are counted, impossible ones refused by index, none at all gives nulls", () => {
  expect(binaryGroups([0.5, Number.NaN], 4)).toMatchObject({ n: 1, nonFinite: 1, dead: 0.125 });
  expect(binaryGroups([], 4)).toMatchObject({ dead: null, variance: null, n: 0 });
  expect(() => binaryGroups([0.5, 1.2], 4)).toThrow("Pass rate 1 is 1.2");
  expect(() => binaryGroups([0.5], 1)).toThrow("at least 2");
});
