import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readGolden } from "../testing.ts";
import { wilson } from "./wilson.ts";

const golden = readGolden("intervals.json") as { wilson: [number, number, number, number, number][] };

test("R. G. Newcombe's published intervals come out (1998, Statistics in Medicine 17, 857-872, Table I, method 3)", () => {
  const published: [number, number, number, number][] = [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ];
  for (const [successes, n, low, high] of published) {
    const interval = wilson(successes, n);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  }
});

test("statsmodels agrees at 90, 95 and 99 %", () => {
  for (const [successes, n, level, low, high] of golden.wilson) {
    const interval = wilson(successes, n, level);
    expect(interval.low).toBeCloseTo(low, 12);
    expect(interval.high).toBeCloseTo(high, 12);
  }
});

test("bounds are probabilities around the share, and failures mirror successes", () => {
  const counts = fc
    .integer({ min: 1, max: 5000 })
    .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
  fc.assert(
    fc.property(counts, ([successes, n]) => {
      const { value, low, high } = wilson(successes, n);
      const mirrored = wilson(n - successes, n);
      if (value === null || low === null || high === null || mirrored.high === null) return false;
      return (
        low >= 0 && low <= value && value <= high && high <= 1 && Math.abs(low + mirrored.high - 1) < 1e-12
      );
    }),
  );
});

describe("edges", () => {
  test("none and all reach exactly 0 and 1", () => {
    for (let n = 1; n <= 300; n++) expect([wilson(0, n).low, wilson(n, n).high]).toEqual([0, 1]);
    expect(wilson(0, 7).high).toBeGreaterThan(0);
  });
  test("no items: no value and no bounds", () => {
    expect(wilson(0, 0)).toMatchObject({ value: null, low: null, high: null, n: 0 });
  });
  test("impossible counts and levels are refused", () => {
    expect(() => wilson(5, 4)).toThrow("5 of 4");
    expect(() => wilson(1.5, 4)).toThrow(RangeError);
    expect(() => wilson(Number.NaN, 4)).toThrow(RangeError);
    expect(() => wilson(1, 4, 95)).toThrow("0.95");
  });
});
