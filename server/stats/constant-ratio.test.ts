import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ConstantRatio, RatioSearch } from "./constant-ratio.ts";

/** The factor of two whole series. */
function constantRatio(a: readonly number[], b: readonly number[]): ConstantRatio | null {
  const search = new RatioSearch();
  a.forEach((value, i) => search.add(value, b[i]));
  return search.found;
}

const rewards = [-3.21, -1.4, 0.3, 2.9, 7.75, 8.1, 11.06];
const times = (factor: number, digits?: number) =>
  rewards.map((r) => (digits === undefined ? r * factor : Number((r * factor).toFixed(digits))));

describe("one factor", () => {
  test("is found exactly in unrounded series, and within their digits in printed ones", () => {
    expect(constantRatio(rewards, times(1.4))?.ratio).toBeCloseTo(1.4, 5);
    const printed = constantRatio(rewards, times(1.4, 1));
    expect(printed?.low).toBeLessThanOrEqual(1.4);
    expect(printed?.high).toBeGreaterThanOrEqual(1.4);
    expect(printed && printed.high - printed.low).toBeLessThan(0.05);
  });
  test("is found whatever it is, unless the digits leave room for 1", () => {
    // Two decimals of 11.06, the largest: a factor nearer to 1 than half a unit of them moves no digit.
    const room = (0.005 / 11.06) * 1.02;
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 50, noNaN: true }), (factor) => {
        const found = constantRatio(rewards, times(factor));
        return Math.abs(factor - 1) < room || (found !== null && Math.abs(found.ratio / factor - 1) < 1e-5);
      }),
    );
    expect(constantRatio(rewards, times(1 + room))?.ratio).toBeCloseTo(1 + room, 5);
    expect(constantRatio(rewards, times(1 - room))?.ratio).toBeCloseTo(1 - room, 5);
    expect(constantRatio(rewards, rewards)).toBeNull();
    expect(constantRatio(rewards, times(1.0004, 1))).toBeNull();
  });
});

describe("no factor", () => {
  test.each<[string, number[], number[]]>([
    ["one step off by a hundredth", rewards, times(1.4).map((r, i) => (i === 3 ? r + 0.01 : r))],
    ["a shift instead of a factor", rewards, rewards.map((r) => r + 2)],
    ["only positive rewards scaled", rewards, rewards.map((r) => (r > 0 ? 1.4 * r : r))],
    ["too few points", rewards.slice(0, 4), times(1.4).slice(0, 4)],
    ["constants, which always have a ratio", [9, 9, 9, 9, 9, 9], [12.6, 12.6, 12.6, 12.6, 12.6, 12.6]],
    ["zero on one side only", [0, 1, 2, 3, 4, 5], [1, 2, 4, 6, 8, 10]],
    ["opposite signs", rewards, times(-1.4)],
    ["nothing", [], []],
  ])("%s", (_name, a, b) => {
    expect(constantRatio(a, b)).toBeNull();
  });
});

test("points that are not finite, or zero on both sides, are left out and not counted", () => {
  const a = [...rewards, Number.NaN, 5, 0];
  const b = [...times(2), 3, Number.POSITIVE_INFINITY, 0];
  expect(constantRatio(a, b)).toMatchObject({ n: rewards.length });
});
