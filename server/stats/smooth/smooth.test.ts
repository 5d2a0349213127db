import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Smoothing } from "../../contracts/charts/smoothing.ts";
import { aggregateSeeds, type SeedAggregate } from "../aggregate-seeds.ts";
import { smoothLine } from "../testing/smooth-line.ts";
import { createSmoother } from "./smooth.ts";
import { readGolden, relativeError } from "../testing.ts";

const golden = readGolden("smooth.json") as {
  lines: { smoothing: Smoothing; line: (number | null)[]; smoothed: (number | null)[] }[];
  seeds: (SeedAggregate & { values: number[] })[];
};

/** Each smoothing written out as a sum over all points, without any of the bookkeeping. */
function byDefinition(values: number[], smoothing: Smoothing): number[] {
  return values.map((own, i) => {
    let weightAt: (j: number) => number;
    if (smoothing.kind === "ema") weightAt = (j) => (j > i ? 0 : smoothing.weight ** (i - j));
    else if (smoothing.kind === "mean") weightAt = (j) => (j <= i && j > i - smoothing.width ? 1 : 0);
    else if (smoothing.kind === "gaussian") {
      const reach = Math.max(1, Math.floor(4 * smoothing.sigma + 0.5));
      weightAt = (j) =>
        Math.abs(i - j) > reach ? 0 : Math.exp(-((i - j) ** 2) / (2 * smoothing.sigma ** 2));
    } else return own;
    const weights = values.map((_, j) => weightAt(j));
    const total = weights.reduce((a, b) => a + b, 0);
    return values.reduce((sum, value, j) => sum + value * (weights[j] / total), 0);
  });
}

const anySmoothing: fc.Arbitrary<Smoothing> = fc.oneof(
  fc.record({ kind: fc.constant("ema" as const), weight: fc.double({ min: 0, max: 0.999, noNaN: true }) }),
  fc.record({ kind: fc.constant("gaussian" as const), sigma: fc.double({ min: 0.1, max: 9, noNaN: true }) }),
  fc.record({ kind: fc.constant("mean" as const), width: fc.integer({ min: 1, max: 40 }) }),
);
const moderate = fc.double({ min: -1e6, max: 1e6, noNaN: true });

test("smoothed lines agree with pandas and scipy, holes left out", () => {
  expect(golden.lines.length).toBeGreaterThan(15);
  for (const { smoothing, line, smoothed } of golden.lines) {
    const ours = smoothLine(
      Float64Array.from(line, (v) => v ?? Number.NaN),
      smoothing,
    );
    smoothed.forEach((expected, i) => {
      if (expected === null) expect(ours[i]).toBeNaN();
      else expect(Math.abs(ours[i] - expected)).toBeLessThan(1e-12);
    });
  }
});

test("a smoother that sees each point once gives what the sum over all points gives", () => {
  fc.assert(
    fc.property(fc.array(moderate, { minLength: 1, maxLength: 120 }), anySmoothing, (values, smoothing) => {
      const ours = smoothLine(Float64Array.from(values), smoothing);
      const scale = Math.max(1e-300, ...values.map(Math.abs));
      byDefinition(values, smoothing).forEach((expected, i) =>
        expect(Math.abs(ours[i] - expected) / scale).toBeLessThan(1e-11),
      );
    }),
  );
});

test("NaN and infinities change nothing around them and stay gaps", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(moderate, fc.constantFrom(Number.NaN, Infinity, -Infinity)), { maxLength: 60 }),
      anySmoothing,
      (line, smoothing) => {
        const whole = smoothLine(Float64Array.from(line), smoothing);
        const finite = smoothLine(Float64Array.from(line.filter(Number.isFinite)), smoothing);
        expect(
          line.map((v, i) => (Number.isFinite(v) ? whole[i] : "gap")).filter((v) => v !== "gap"),
        ).toEqual([...finite]);
        line.forEach((v, i) => expect(Number.isNaN(whole[i])).toBe(!Number.isFinite(v)));
      },
    ),
  );
});

test("equal values keep exactly their own under an exponential mean, from the first on", () => {
  const line = new Float64Array(500).fill(0.3);
  expect([...smoothLine(line, { kind: "ema", weight: 0.97 })]).toEqual([...line]);
});

test("values at the ends of the range of a double do not end the line, whatever they are smoothed by", () => {
  const huge = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(Number.MAX_VALUE, -Number.MAX_VALUE, 1e308, 3),
  );
  fc.assert(
    fc.property(fc.array(huge, { minLength: 1, maxLength: 60 }), anySmoothing, (values, smoothing) => {
      const [least, greatest] = [Math.min(...values), Math.max(...values)];
      const slack = 1e-12 * Math.max(Math.abs(least), Math.abs(greatest));
      for (const value of smoothLine(Float64Array.from(values), smoothing)) {
        expect(value).toSatisfy(Number.isFinite);
        expect(value / 2).toBeGreaterThanOrEqual(least / 2 - slack);
        expect(value / 2).toBeLessThanOrEqual(greatest / 2 + slack);
      }
    }),
  );
});

test("of values whose sum is too large the mean is what it is of smaller ones", () => {
  const small = Float64Array.from({ length: 40 }, (_, i) => Math.sin(i) + 0.7);
  const large = small.map((v) => v * 2 ** 1023);
  for (const smoothing of [
    { kind: "mean", width: 7 },
    { kind: "gaussian", sigma: 2 },
    { kind: "ema", weight: 0.9 },
  ] as const) {
    const expected = smoothLine(small, smoothing);
    smoothLine(large, smoothing).forEach((v, i) => expect(v / 2 ** 1023).toBeCloseTo(expected[i], 12));
  }
  expect([...smoothLine(new Float64Array(10).fill(1e308), { kind: "mean", width: 10 })]).toEqual(
    Array.from({ length: 10 }, () => 1e308),
  );
});

test("a huge value leaves no trace in a running mean once it is out of reach", () => {
  const line = Float64Array.from([1, 1e300, ...Array.from({ length: 9 }, (_, i) => i)]);
  expect([...smoothLine(line, { kind: "mean", width: 3 })].slice(-6)).toEqual([2, 3, 4, 5, 6, 7]);
});

test("a Gaussian is given only where it is asked for, and without waiting longer than it must", () => {
  const smoother = createSmoother({ kind: "gaussian", sigma: 1 });
  const given: number[] = [];
  for (let i = 0; i < 20; i++) {
    smoother?.push(i);
    if (i === 10) smoother?.ask((value) => given.push(value));
    expect(given).toHaveLength(i < 14 ? 0 : 1);
  }
  smoother?.end();
  expect(given).toEqual([expect.closeTo(10, 12)]);
});

test("aggregates over seeds agree with numpy and scipy; below three seeds there is no interval", () => {
  for (const { values, ...expected } of golden.seeds) {
    const ours = aggregateSeeds([...values, Number.NaN]);
    expect(ours.n).toBe(expected.n);
    for (const name of ["mean", "low", "high", "median", "iqm", "min", "max"] as const) {
      const [a, b] = [ours[name], expected[name]];
      if (b === null) expect([name, a]).toEqual([name, null]);
      else expect(relativeError(a ?? Number.NaN, b)).toBeLessThan(1e-11);
    }
  }
});

test("without a finite value there is nothing to say", () => {
  expect(aggregateSeeds([Infinity])).toMatchObject({ n: 0, mean: null, median: null, iqm: null, min: null });
});
