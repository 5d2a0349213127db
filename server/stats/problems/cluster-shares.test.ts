import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clusterBootstrap } from "./cluster-bootstrap.ts";
import { clusterShares, type ClusterCounts } from "./cluster-shares.ts";
import {
  covers,
  draws,
  LONG_RUN,
  readGolden,
  shareOfWorlds,
  SIMULATION,
  simulationError,
} from "../testing.ts";

/** Clusters of categories, one number per item, as a table. */
function tableOf(clusters: number[][], categories: number): ClusterCounts {
  const counts = new Float64Array(clusters.length * categories);
  clusters.forEach((items, i) => items.forEach((k) => counts[i * categories + k]++));
  return { clusters: clusters.length, categories, counts };
}

const episodes = (count: number, seed = 3): number[][] => {
  const random = draws(seed);
  return Array.from({ length: count }, () => {
    const habit = random.uniform();
    return Array.from({ length: 1 + random.binomial(7, 0.4) }, () =>
      random.uniform() < habit ? 0 : random.uniform() < 0.5 ? 1 : 2,
    );
  });
};
const VALUES = [1, 0.5, 0];

test("every share has the interval that the bootstrap of its 1s and 0s has", () => {
  const data = episodes(80);
  const { shares, mean } = clusterShares(tableOf(data, 3), VALUES, { seed: 4, replicates: 500 });
  const single = (value: (k: number) => number) =>
    clusterBootstrap(
      data.map((items) => items.map(value)),
      { seed: 4, replicates: 500 },
    );
  for (const k of [0, 1, 2]) {
    const expected = single((category) => (category === k ? 1 : 0));
    expect(shares[k].value).toBeCloseTo(expected.value ?? -1, 14);
    expect(shares[k].low).toBeCloseTo(expected.low ?? -1, 14);
    expect(shares[k].high).toBeCloseTo(expected.high ?? -1, 14);
  }
  const expected = single((category) => VALUES[category]);
  expect(mean.value).toBeCloseTo(expected.value ?? -1, 14);
  expect(mean.low).toBeCloseTo(expected.low ?? -1, 14);
});

test("the Monte-Carlo error of a bound is its spread over seeds, and an exact bound has none", () => {
  const data = episodes(80);
  const runs = Array.from({ length: 60 }, (_, seed) =>
    clusterShares(tableOf(data, 4), [...VALUES, 0.2], { seed: seed + 1, replicates: 500 }),
  );
  const lows = runs.map((run) => run.shares[0].low ?? 0);
  const centre = lows.reduce((a, b) => a + b) / lows.length;
  const spread = Math.sqrt(lows.reduce((sum, low) => sum + (low - centre) ** 2, 0) / (lows.length - 1));
  const claimed = runs.reduce((sum, run) => sum + run.errors[0].low, 0) / runs.length;
  expect(claimed / spread).toBeGreaterThan(0.7);
  expect(claimed / spread).toBeLessThan(1.4);
  expect(runs[0].errors[3]).toEqual({ low: 0, high: 0 });
});

test("the bounds are those of an independent implementation, within the noise of resampling", () => {
  const golden = readGolden("cluster-shares.json") as {
    cases: {
      categories: number;
      values: number[];
      counts: number[][];
      bounds: [number, number][];
      mean: [number, number];
      tolerance: number;
    }[];
  };
  for (const { categories, values, counts, bounds, mean, tolerance } of golden.cases) {
    const table = { clusters: counts.length, categories, counts: counts.flat() };
    const found = clusterShares(table, values, { seed: 1, replicates: 20_000 });
    bounds.forEach(([low, high], k) => {
      expect(Math.abs((found.shares[k].low ?? 9) - low)).toBeLessThan(tolerance);
      expect(Math.abs((found.shares[k].high ?? 9) - high)).toBeLessThan(tolerance);
    });
    expect(Math.abs((found.mean.low ?? 9) - mean[0])).toBeLessThan(tolerance);
    expect(Math.abs((found.mean.high ?? 9) - mean[1])).toBeLessThan(tolerance);
  }
});

test("shares add up to one and lie inside their bounds, whatever the counts", () => {
  const cluster = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 6 });
  fc.assert(
    fc.property(fc.array(cluster, { maxLength: 25 }), (clusters) => {
      const { shares } = clusterShares(tableOf(clusters, 4), [1, 0.5, 0.2, 0], { seed: 1, replicates: 200 });
      const items = clusters.flat().length;
      const sum = shares.reduce((total, share) => total + (share.value ?? 0), 0);
      if (Math.abs(sum - (items > 0 ? 1 : 0)) > 1e-12) return false;
      return shares.every(({ value, low, high }) =>
        low === null || high === null || value === null
          ? low === null && high === null
          : low >= 0 && high <= 1 && low < high,
      );
    }),
    { numRuns: 150 },
  );
});

describe("a category that never occurs", () => {
  test("has the exact bound of 0 of m clusters, stretched by the largest cluster", () => {
    const clusters = Array.from({ length: 100 }, (_, i) => Array.from({ length: i === 0 ? 6 : 2 }, () => 0));
    const { shares } = clusterShares(tableOf(clusters, 2), [1, 0], { seed: 1, replicates: 200 });
    // 1 - 0.025^(1/100) = 0.0362167 (R: binom.test(0, 100)$conf.int), the largest cluster is 6 / 2.04 of the mean one.
    expect(shares[1].low).toBe(0);
    expect(shares[1].high).toBeCloseTo((0.03621669 * 6) / 2.04, 7);
    expect(shares[0].low).toBeCloseTo(1 - (0.03621669 * 6) / 2.04, 7);
  });

  test("is covered at least as often as it says", SIMULATION, () => {
    const rate = shareOfWorlds("never seen or rare, 60 episodes", 7, (random) => {
      const data = Array.from({ length: 60 }, () =>
        random.uniform() < 0.03 ? [1, 0, 0, 0] : Array.from({ length: 1 + random.binomial(3, 0.5) }, () => 0),
      );
      const { shares } = clusterShares(tableOf(data, 2), [1, 0], { seed: 1, replicates: 400 });
      // Only worlds without the category are judged: 0.03 of episodes hold one item of 2.545 on average.
      return shares[1].value !== 0 || covers(shares[1], 0.03 / (0.97 * 2.5 + 0.03 * 4));
    });
    expect(rate).toBeGreaterThan(0.95);
  });
});

test("labels that come in episodes are covered at their rate", SIMULATION, () => {
  for (const count of LONG_RUN ? [30, 100, 300] : [100]) {
    const rate = shareOfWorlds(`cluster shares, ${count} episodes`, 300 + count, (random) => {
      const data = Array.from({ length: count }, () => {
        const habit = random.uniform() < 0.5 ? 0.8 : 0.2;
        return Array.from({ length: 1 + random.binomial(9, 0.4) }, () => (random.uniform() < habit ? 0 : 1));
      });
      return covers(clusterShares(tableOf(data, 2), [1, 0], { seed: 1, replicates: 1000 }).shares[0], 0.5);
    });
    if (count >= 100) expect(Math.abs(rate - 0.945)).toBeLessThan(0.012 + simulationError(0.945));
  }
});

describe("edges", () => {
  test("fewer than 10 episodes have shares and no interval, and say so", () => {
    const { shares, mean } = clusterShares(tableOf([[0, 1], [1], []], 2), [1, 0], { seed: 1 });
    expect(shares.map((s) => [s.value, s.low])).toEqual([
      [1 / 3, null],
      [2 / 3, null],
    ]);
    expect(mean.method).toContain("needs 10 clusters with items, here are 2");
  });
  test("episodes that are all alike claim no certainty", () => {
    const { shares } = clusterShares(
      tableOf(
        Array.from({ length: 50 }, () => [0, 1]),
        2,
      ),
      [1, 0],
      { seed: 1 },
    );
    expect(shares[0]).toMatchObject({ value: 0.5, low: null, high: null });
  });
  test("no item at all has no value", () => {
    expect(clusterShares(tableOf([], 2), [1, 0], { seed: 1 }).shares[0]).toMatchObject({ value: null, n: 0 });
  });
  test("counts that do not fit their shape are refused", () => {
    expect(() => clusterShares({ clusters: 2, categories: 2, counts: [1] }, [1, 0], { seed: 1 })).toThrow(
      "do not fit",
    );
  });
});
