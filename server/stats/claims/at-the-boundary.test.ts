import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { collapsed, exactRate, minToMax, SHARE_COLLAPSE } from "./at-the-boundary.ts";
import { draws, readGolden } from "../testing.ts";

const golden = readGolden("boundary.json") as {
  clopperPearson: [x: number, n: number, low: number, high: number, atMost: number][];
};

describe("from the least to the greatest seed", () => {
  test("3, 4, 5 and 8 seeds hold the median run with 75, 88, 94 and 99 %", () => {
    const promise = (n: number) => minToMax(Array.from({ length: n }, (_, i) => i)).holdsMedian ?? 0;
    expect([3, 4, 5, 8].map((n) => Math.round(100 * promise(n)))).toEqual([75, 88, 94, 99]);
  });

  test("simulated runs of a skewed share keep that promise", () => {
    const random = draws(17);
    const median = 1 - 0.5 ** 3;
    for (const n of [3, 5]) {
      let held = 0;
      for (let world = 0; world < 2000; world++) {
        const { low, high } = minToMax(Array.from({ length: n }, () => 1 - random.uniform() ** 3));
        if ((low ?? 2) <= median && median <= (high ?? -1)) held++;
      }
      expect(Math.abs(held / 2000 - (1 - 2 ** (1 - n)))).toBeLessThan(0.04);
    }
  });

  test("equal seeds, too few of them, or none: no interval, with the reason", () => {
    expect(minToMax([1, 1, 1])).toMatchObject({ low: null, holdsMedian: null, missing: "all_equal" });
    expect(minToMax([0.9, 1])).toMatchObject({ low: null, missing: "too_few_seeds" });
    expect(minToMax([])).toMatchObject({ n: 0, missing: "no_value" });
    expect(minToMax([0.9, 1, Number.NaN, 0.95])).toEqual({
      n: 3,
      nonFinite: 1,
      low: 0.9,
      high: 1,
      holdsMedian: 0.75,
      missing: null,
    });
  });
});

describe("the rate behind a count of runs", () => {
  test("statsmodels and scipy agree", () => {
    for (const [x, n, low, high, atMost] of golden.clopperPearson) {
      const found = exactRate(x, n);
      expect(found.low).toBeCloseTo(low, 10);
      expect(found.high).toBeCloseTo(high, 10);
      expect(found.atMost).toBeCloseTo(atMost, 10);
    }
  });

  test("none seen in 3, 4, 5 and 8 runs still allows 63, 53, 45 and 31 %", () => {
    expect([3, 4, 5, 8].map((n) => Math.round(100 * exactRate(0, n).atMost))).toEqual([63, 53, 45, 31]);
  });

  test("what succeeds is what does not fail", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(40), (n, x) => {
        const count = Math.min(x, n);
        const [fails, holds] = [exactRate(count, n), exactRate(n - count, n)];
        return Math.abs(fails.low + holds.high - 1) < 1e-10 && fails.atMost <= fails.high;
      }),
    );
  });

  test("a count that cannot be is refused", () => {
    for (const [x, n] of [
      [-1, 3],
      [4, 3],
      [0, 0],
      [0.5, 3],
    ])
      expect(() => exactRate(x, n)).toThrow("count out of");
  });
});

describe("collapsed runs", () => {
  test("one run far below the others is seen, and the others are not", () => {
    expect(collapsed([0.95, 0.3, 0.96], SHARE_COLLAPSE)).toMatchObject({ count: 1, n: 3, which: [1] });
    expect(collapsed([0.95, 0.93, 0.96, 0.9], SHARE_COLLAPSE)).toMatchObject({ count: 0, which: [], low: 0 });
  });

  test("exactly the distance is not beyond it", () => {
    expect(collapsed([1, 0.75, 1], { distance: 0.25, better: "higher" })?.count).toBe(0);
    expect(collapsed([1, 0.74, 1], { distance: 0.25, better: "higher" })?.count).toBe(1);
  });

  test("where lower is better a collapse is above", () => {
    expect(collapsed([3, 9, 3.2], { distance: 2, better: "lower" })?.which).toEqual([1]);
    expect(collapsed([3, 9, 8.8], { distance: 2, better: "higher" })?.which).toEqual([0]);
  });

  test("two of three, or two of four, are seen; when most fell together there is nobody to be below", () => {
    expect(collapsed([0.95, 0.3, 0.31], SHARE_COLLAPSE)?.which).toEqual([1, 2]);
    expect(collapsed([0.95, 0.3, 0.31, 0.94], SHARE_COLLAPSE)?.which).toEqual([1, 2]);
    expect(collapsed([0.95, 0.3, 0.31, 0.29, 0.3], SHARE_COLLAPSE)?.count).toBe(0);
  });

  test("a diverged run has collapsed and is nobody's yardstick", () => {
    expect(collapsed([0.95, Number.NaN, 0.3], SHARE_COLLAPSE)?.which).toEqual([1, 2]);
    expect(collapsed([Number.NaN, Number.NaN, 0.9], SHARE_COLLAPSE)?.which).toEqual([0, 1]);
  });

  test("two runs cannot say which one is odd; a distance is positive", () => {
    expect(collapsed([0.9, 0.1], SHARE_COLLAPSE)).toBeNull();
    expect(() => collapsed([1, 1, 1], { distance: 0, better: "higher" })).toThrow("positive");
  });
});
