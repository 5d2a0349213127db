import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rewardNoise } from "./reward-noise.ts";
import { readGolden } from "./testing.ts";
import { evaluate, uniformSumDensity } from "./uniform-sum-density.ts";

const golden = readGolden("noise.json") as { within: [number[], number, number, number][] };

describe("closed forms", () => {
  test("two draws of U(-a, a): sqrt(2) / 3 a", () => {
    expect(rewardNoise([1], 2).withinGroupSd).toBeCloseTo(Math.SQRT2 / 3, 9);
  });
  test("three draws of U(-a, a): (4 + 3 ln 3) / (8 sqrt(3)) a", () => {
    const exact = (4 + 3 * Math.log(3)) / (8 * Math.sqrt(3));
    expect(rewardNoise([2], 3).withinGroupSd).toBeCloseTo(2 * exact, 9);
  });
  test("two draws of two jitters of equal width: 14 / 15 / sqrt(2)", () => {
    expect(rewardNoise([1, 1], 2).withinGroupSd).toBeCloseTo(14 / 15 / Math.SQRT2, 9);
  });
});

test("20 million simulated groups agree within 4 standard errors", () => {
  for (const [halfWidths, groupSize, mean, error] of golden.within) {
    const { withinGroupSd } = rewardNoise(halfWidths, groupSize);
    expect(Math.abs(withinGroupSd - mean) / error).toBeLessThan(4);
  }
});

test("the known noise floors at G = 4: 1.346 within groups against 1.443 pooled, and 1.092 (1.093) against 1.155", () => {
  const full = rewardNoise([2, 1, 0.5, 1], 4);
  expect(full.pooledSd).toBeCloseTo(1.4434, 4);
  expect(full.withinGroupSd).toBeCloseTo(1.3456, 4);
  const parse = rewardNoise([2], 4);
  expect(parse.pooledSd).toBeCloseTo(1.1547, 4);
  expect(parse.withinGroupSd).toBeCloseTo(1.0928, 4);
});

test("it scales with the reward, ignores the order of jitters, stays below the pooled value and grows towards it", () => {
  const widths = fc.array(fc.double({ min: 0.01, max: 5, noNaN: true }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(widths, fc.double({ min: 0.1, max: 100, noNaN: true }), (halfWidths, factor) => {
      const one = rewardNoise(halfWidths, 4);
      const scaled = rewardNoise(halfWidths.map((a) => a * factor).reverse(), 4);
      return (
        Math.abs(scaled.withinGroupSd / (factor * one.withinGroupSd) - 1) < 1e-7 &&
        one.withinGroupSd < one.pooledSd &&
        rewardNoise(halfWidths, 8).withinGroupSd > one.withinGroupSd
      );
    }),
    { numRuns: 12 },
  );
});

test("a jitter far narrower than the widest is folded in without a jump", () => {
  const at = (narrow: number) => rewardNoise([1, narrow], 4).withinGroupSd;
  expect(Math.abs(at(1.01e-4) - at(0.99e-4))).toBeLessThan(1e-9);
  expect(at(0.99e-4) / at(0) - 1).toBeCloseTo(0.99e-4 ** 2 / 2, 11);
});

test("the density of a sum of uniforms is a density with the right variance", () => {
  for (const halfWidths of [[1], [1, 1], [2, 1, 0.5, 1], [3, 0.001], [1, 1, 1, 1, 1, 1]]) {
    let mass = 0;
    let square = 0;
    for (const { from, to, coefficients } of uniformSumDensity(halfWidths)) {
      const panels = 400;
      const step = (to - from) / panels;
      for (let i = 0; i < panels; i++) {
        const x = from + (i + 0.5) * step;
        const f = evaluate(coefficients, x - from) * step;
        mass += f;
        square += f * x * x;
      }
    }
    const variance = halfWidths.reduce((sum, a) => sum + (a * a) / 3, 0);
    expect(mass).toBeCloseTo(1, 4);
    expect(square / variance).toBeCloseTo(1, 4);
  }
});

describe("edges", () => {
  test("no jitter is no noise", () => {
    expect(rewardNoise([], 4)).toMatchObject({ pooledSd: 0, withinGroupSd: 0 });
    expect(rewardNoise([0, 0], 4)).toMatchObject({ pooledSd: 0, withinGroupSd: 0 });
    expect(rewardNoise([0, 2], 4).withinGroupSd).toBe(rewardNoise([2], 4).withinGroupSd);
  });
  test("what is no half-width and no group is refused", () => {
    expect(() => rewardNoise([-1], 4)).toThrow(RangeError);
    expect(() => rewardNoise([Number.NaN], 4)).toThrow(RangeError);
    expect(() => rewardNoise([1], 1)).toThrow("at least 2");
    expect(() =>
      rewardNoise(
        Array.from({ length: 6 }, () => 1),
        4,
      ),
    ).toThrow("at most 5");
  });
});
