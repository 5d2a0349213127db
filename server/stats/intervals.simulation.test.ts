import { describe, expect, test } from "vitest";
import { bootstrapMean, clusterBootstrap } from "./problems/cluster-bootstrap.ts";
import { mcnemar } from "./problems/mcnemar.ts";
import { meanInterval } from "./mean-interval.ts";
import { covers, type Draws, LONG_RUN, shareOfWorlds, SIMULATION, simulationError } from "./testing.ts";
import { welch } from "./testing/welch.ts";
import { wilson } from "./problems/wilson.ts";

describe("intervals of one value cover at their rate", () => {
  test("the t interval over seeds", SIMULATION, () => {
    for (const n of [3, 5, 8]) {
      const rate = shareOfWorlds(`t interval, ${n} seeds`, 90 + n, (random) =>
        covers(meanInterval(Array.from({ length: n }, random.normal)), 0),
      );
      expect(Math.abs(rate - 0.95)).toBeLessThan(simulationError(0.95));
    }
  });

  test("Welch's interval of two means with unequal spread", SIMULATION, () => {
    const rate = shareOfWorlds("Welch, n = 5 and 8, sd 1 and 3", 101, (random) => {
      const a = Array.from({ length: 5 }, random.normal);
      const b = Array.from({ length: 8 }, () => 3 * random.normal());
      return covers(welch(a, b), 0);
    });
    expect(Math.abs(rate - 0.95)).toBeLessThan(simulationError(0.95));
  });

  test("Wilson on independent problems, but not on items that come in clusters", SIMULATION, () => {
    for (const [n, p] of [
      [450, 0.94],
      [450, 0.5],
      [200, 0.8],
      [50, 0.9],
    ]) {
      const rate = shareOfWorlds(`Wilson, n = ${n}, p = ${p}`, n, (random) =>
        covers(wilson(random.binomial(n, p), n), p),
      );
      expect(rate).toBeGreaterThan(0.95 - 0.015 - simulationError(0.95));
    }
    const clustered = shareOfWorlds("Wilson on 100 clusters of 8 alike items", 102, (random) => {
      const rates = Array.from({ length: 100 }, () => (random.uniform() < 0.6 ? 1 : 0));
      const solved = rates.reduce<number>((sum, rate) => sum + 8 * rate, 0);
      return covers(wilson(solved, 800), 0.6);
    });
    expect(clustered).toBeLessThan(0.7);
  });

  test("the bootstrap over whole clusters, where Wilson fails", SIMULATION, () => {
    for (const clusters of LONG_RUN ? [10, 30, 100, 300] : [100]) {
      const rate = shareOfWorlds(
        `cluster bootstrap, ${clusters} clusters of 1 to 8 items`,
        110 + clusters,
        (random) => {
          const data = Array.from({ length: clusters }, () => {
            const rate = random.uniform() < 0.5 ? 0.9 : 0.3;
            const size = 1 + random.binomial(7, 0.5);
            return Array.from({ length: size }, () => (random.uniform() < rate ? 1 : 0));
          });
          return covers(clusterBootstrap(data, { seed: 1, replicates: 1000 }), 0.6);
        },
      );
      if (clusters >= 100) expect(Math.abs(rate - 0.945)).toBeLessThan(0.01 + simulationError(0.945));
    }
  });

  test("the bootstrap of a skewed mean over many problems", SIMULATION, () => {
    for (const n of LONG_RUN ? [10, 30, 200] : [200]) {
      const rate = shareOfWorlds(`bootstrap mean, ${n} exponential values`, 120 + n, (random) =>
        covers(
          bootstrapMean(
            Array.from({ length: n }, () => -Math.log(random.uniform())),
            { seed: 1, replicates: 1000 },
          ),
          1,
        ),
      );
      if (n >= 200) expect(Math.abs(rate - 0.945)).toBeLessThan(0.01 + simulationError(0.945));
    }
  });

  test("Tango's interval of paired shares, and the size of McNemar's tests", SIMULATION, () => {
    const worlds: [number, number, number][] = [
      [450, 0.03, 0.03],
      [450, 0.08, 0.03],
      [200, 0.1, 0.05],
      [50, 0.15, 0.15],
      [50, 0.1, 0.02],
    ];
    for (const [n, onlyA, onlyB] of LONG_RUN ? worlds : worlds.slice(0, 2)) {
      const pairs = (random: Draws) => {
        let [b, c] = [0, 0];
        for (let i = 0; i < n; i++) {
          const u = random.uniform();
          if (u < onlyA) b++;
          else if (u < onlyA + onlyB) c++;
        }
        return mcnemar(b, c, n);
      };
      const label = `n = ${n}, shares ${onlyA} and ${onlyB}`;
      const rate = shareOfWorlds(`Tango, ${label}`, 130, (random) => covers(pairs(random), onlyA - onlyB));
      expect(Math.abs(rate - 0.95)).toBeLessThan(0.015 + simulationError(0.95));
      if (onlyA !== onlyB) continue;
      const exact = shareOfWorlds(
        `  exact p < .05, ${label}`,
        131,
        (random) => (pairs(random).p ?? 1) < 0.05,
      );
      shareOfWorlds(`  mid-p < .05, ${label}`, 131, (random) => (pairs(random).pMid ?? 1) < 0.05);
      expect(exact).toBeLessThan(0.05 + simulationError(0.05));
    }
  });
});
