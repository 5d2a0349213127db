import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bootstrapMean, clusterBootstrap } from "./cluster-bootstrap.ts";
import { draws } from "../testing.ts";
import { wilson } from "./wilson.ts";

const problems = (count: number, seed = 5) => {
  const random = draws(seed);
  return Array.from({ length: count }, () => {
    const rate = random.uniform();
    return Array.from({ length: 1 + random.binomial(6, 0.5) }, () => (random.uniform() < rate ? 1 : 0));
  });
};

test("the same seed gives the same bounds, another seed others", () => {
  const data = problems(60);
  const first = clusterBootstrap(data, { seed: 1 });
  expect(clusterBootstrap(data, { seed: 1 })).toEqual(first);
  expect(clusterBootstrap(data, { seed: 2 }).low).not.toBe(first.low);
  expect(first.method).toContain("10,000 resamples, seed 1");
});

test("items that come in clusters get a wider interval than Wilson's", () => {
  const data = problems(80).map((items) => items.map(() => items[0]));
  const pooled = data.flat();
  const naive = wilson(pooled.filter(Boolean).length, pooled.length);
  const honest = clusterBootstrap(data, { seed: 3, replicates: 4000 });
  const width = ({ low, high }: { low: number | null; high: number | null }) => (high ?? 0) - (low ?? 0);
  expect(honest.value).toBeCloseTo(naive.value ?? 0, 14);
  expect(width(honest)).toBeGreaterThan(1.3 * width(naive));
});

test("with one item a cluster it approaches the textbook error of the mean", () => {
  const random = draws(9);
  const values = Array.from({ length: 400 }, () => random.normal());
  const mean = values.reduce((a, b) => a + b) / 400;
  const error = Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / 400 / 400);
  const interval = bootstrapMean(values, { seed: 4 });
  expect(((interval.high ?? 0) - (interval.low ?? 0)) / (2 * 1.96 * error)).toBeCloseTo(1, 1);
});

test("bounds lie inside the data and around the mean, and nothing but finite numbers comes out", () => {
  const items = fc.array(fc.oneof(fc.double({ min: -1e6, max: 1e6 }), fc.constant(Infinity)), {
    maxLength: 3,
  });
  fc.assert(
    fc.property(fc.array(items, { maxLength: 25 }), (clusters) => {
      const { value, low, high, n, nonFinite } = clusterBootstrap(clusters, { seed: 1, replicates: 200 });
      const finite = clusters.flat().filter(Number.isFinite);
      if (n !== clusters.length || nonFinite !== clusters.flat().length - finite.length) return false;
      if (low === null || high === null || value === null) return low === null && high === null;
      const slack = 1e-9 * Math.max(...finite.map(Math.abs));
      return low >= Math.min(...finite) - slack && high <= Math.max(...finite) + slack && low <= high;
    }),
    { numRuns: 150 },
  );
});

describe("edges", () => {
  test("fewer than 10 clusters with items have a mean and no interval", () => {
    const few = clusterBootstrap([[1], [0], [], [1], [0, 1]], { seed: 1, clusterName: "problems" });
    expect(few).toMatchObject({ value: 0.6, low: null, high: null, n: 5 });
    expect(few.method).toContain("needs 10 problems with items, here are 4");
  });
  test("all items equal, or all clusters alike, claim no certainty", () => {
    const zeros = Array.from({ length: 50 }, () => [0, 0]);
    expect(clusterBootstrap(zeros, { seed: 1 })).toMatchObject({ value: 0, low: null, high: null });
    const alike = Array.from({ length: 50 }, () => [0, 1]);
    expect(clusterBootstrap(alike, { seed: 1 })).toMatchObject({ value: 0.5, low: null, high: null });
  });
  test("a cluster without items changes the interval but not the mean", () => {
    const data = problems(40);
    const padded = clusterBootstrap([...data, ...data.map(() => [])], { seed: 1 });
    const plain = clusterBootstrap(data, { seed: 1 });
    expect(padded.value).toBe(plain.value);
    expect(padded.low).not.toBe(plain.low);
  });
  test("a resample that drew no item at all is drawn again", () => {
    const sparse = Array.from({ length: 110 }, (_, i) => (i < 10 ? [i] : []));
    const interval = clusterBootstrap(sparse, { seed: 1, replicates: 300_000, level: 0.999999 });
    expect(interval.low).toBe(0);
    expect(interval.high).toBe(9);
  });
  test("NaN is left out, counted and named", () => {
    const interval = bootstrapMean([Number.NaN, ...Array.from({ length: 20 }, (_, i) => i)], { seed: 1 });
    expect(interval).toMatchObject({ value: 9.5, n: 20, nonFinite: 1 });
    expect(interval.method).toContain("1 non-finite value left out");
  });
  test("a bad seed or too few resamples are refused", () => {
    expect(() => clusterBootstrap([[1]], { seed: 0.5 })).toThrow("whole number");
    expect(() => clusterBootstrap([[1]], { seed: 1, replicates: 50 })).toThrow("at least 200");
  });
});
