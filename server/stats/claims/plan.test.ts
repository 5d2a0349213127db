import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { balancedTail } from "./many-to-one-tail.ts";
import { shownNoncentrality, shownPower } from "./noncentral-t.ts";
import {
  detectableDifference,
  detectablePaired,
  plannedSd,
  planSeedsAndProblems,
  powerToShow,
  seedsNeeded,
  seedsNeededForProblems,
} from "./plan.ts";
import { readGolden, relativeError } from "../testing.ts";

const golden = readGolden("planning.json") as {
  manyToOne: [k: number, df: number, critical: number, delta: number][];
  spread: [sigma: number, tau: number, residual: number];
  typical: [n: number, N: number, k: number, d: number, df: number][];
  pilot: [df: number, factor: number][];
};

const alike = (n: number, comparisons: number, sd = 1) => ({
  n,
  nBaseline: n,
  sd,
  sdBaseline: sd,
  comparisons,
});

describe("seeds alone", () => {
  test("critical value and noncentrality are those of numerical integration in Python", () => {
    for (const [k, df, critical, delta] of golden.manyToOne) {
      const c = balancedTail(k).critical(0.95, df);
      expect(relativeError(c, critical)).toBeLessThan(1e-9);
      expect(relativeError(shownNoncentrality(c, df, 0.8), delta)).toBeLessThan(1e-9);
      expect(shownPower(c, df, delta)).toBeCloseTo(0.8, 9);
    }
  });

  test("4 comparisons with 3 and 5 seeds: the printed critical value and noncentrality", () => {
    const printed: [number, number, number][] = [
      [4, 3.831524316, 4.973698179],
      [8, 3.02270215, 3.97522935],
    ];
    for (const [df, critical, delta] of printed) {
      expect(relativeError(balancedTail(4).critical(0.95, df), critical)).toBeLessThan(1e-9);
      expect(relativeError(shownNoncentrality(critical, df, 0.8), delta)).toBeLessThan(1e-8);
    }
  });

  test("what it calls detectable is within a tenth of a standard deviation of what simulation found", () => {
    const simulated: [k: number, byN: [number, number][]][] = [
      [
        1,
        [
          [3, 3.5],
          [4, 2.5],
          [5, 2.1],
          [6, 1.9],
          [8, 1.5],
          [12, 1.2],
        ],
      ],
      [
        4,
        [
          [3, 4.7],
          [4, 3.3],
          [5, 2.6],
          [6, 2.3],
          [8, 1.9],
          [12, 1.4],
        ],
      ],
    ];
    for (const [k, byN] of simulated)
      for (const [n, sd] of byN) expect(Math.abs(detectableDifference(alike(n, k)) - sd)).toBeLessThan(0.1);
  });

  test("the power of a detectable difference is the power that was asked for", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 12 }),
        fc.integer({ min: 3, max: 12 }),
        fc.integer({ min: 1, max: 6 }),
        fc.double({ min: 0.2, max: 5, noNaN: true }),
        fc.constantFrom(0.5, 0.8, 0.9),
        (n, nBaseline, comparisons, sd, power) => {
          const design = { n, nBaseline, sd, sdBaseline: 1, comparisons };
          const d = detectableDifference(design, { power });
          return Math.abs(powerToShow(d, design) - power) < 1e-8 && powerToShow(1.2 * d, design) > power;
        },
      ),
      { numRuns: 25 },
    );
  });

  test("seeds needed are the fewest that detect the difference", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.8, max: 6, noNaN: true }),
        fc.integer({ min: 1, max: 6 }),
        (difference, comparisons) => {
          const n = seedsNeeded(difference, { sd: 1, comparisons }) ?? 0;
          const enough = (at: number) => detectableDifference(alike(at, comparisons)) <= difference;
          return enough(n) && (n === 3 || !enough(n - 1));
        },
      ),
      { numRuns: 25 },
    );
    expect(seedsNeeded(0.001, { sd: 1, comparisons: 4 })).toBeNull();
    expect(() => seedsNeeded(0, { sd: 1, comparisons: 4 })).toThrow("positive");
  });

  test("pairing by plan detects what a paired t detects", () => {
    const c = 6.205346816;
    const d = detectablePaired({ n: 3, sd: 2, comparisons: 2 });
    expect(d).toBeCloseTo((shownNoncentrality(c, 2, 0.8) * 2) / Math.sqrt(3), 6);
  });

  test("a pilot's spread is taken with the factor that leaves one true spread in five above it", () => {
    for (const [df, factor] of golden.pilot)
      expect(relativeError(plannedSd(1, df), factor)).toBeLessThan(1e-9);
    expect([2, 4, 8].map((df) => plannedSd(1, df).toFixed(1))).toEqual(["2.1", "1.6", "1.3"]);
  });

  test("a design that cannot be is refused by name", () => {
    expect(() => detectableDifference(alike(2, 4))).toThrow('"n" of a plan is a whole number of at least 3');
    expect(() => detectableDifference(alike(3, 0))).toThrow('"comparisons"');
    expect(() => detectableDifference(alike(3, 1, Number.NaN))).toThrow('"sd"');
    expect(() => detectableDifference(alike(3, 1, 0))).toThrow("needs a spread");
    expect(() => detectableDifference(alike(3, 1), { power: 0.01 })).toThrow("Power");
  });
});

describe("seeds and problems", () => {
  const [sigma, tau, residual] = golden.spread;
  const typical = {
    sigma: [sigma, sigma] as [number, number],
    tau,
    residual: [residual, residual] as [number, number],
  };

  /** What the degrees of freedom cost for being estimated; the vectors take them as known. */
  const estimated = (n: number) => ({ 3: 1.16, 4: 1.08 })[n] ?? 1.03;

  test("scipy agrees on what a probit world with a solve rate of 60 % can show", () => {
    for (const [n, N, comparisons, d, df] of golden.typical) {
      const plan = planSeedsAndProblems(typical, { n, N, comparisons });
      expect(relativeError(plan.detectable / estimated(n), d)).toBeLessThan(1e-8);
      expect(relativeError(plan.df, df)).toBeLessThan(1e-10);
    }
  });

  test("that is the printed table, up to its last digit", () => {
    const printed = [0.113, 0.161, 0.1, 0.126, 0.077, 0.099, 0.068, 0.088, 0.06, 0.073];
    golden.typical.forEach(([n, N, comparisons], i) => {
      const { detectable } = planSeedsAndProblems(typical, { n, N, comparisons });
      expect(Math.abs(detectable / estimated(n) - printed[i])).toBeLessThan(0.00151);
    });
  });

  test("more problems come down to one floor, more seeds to another", () => {
    const at = (n: number, N: number) => planSeedsAndProblems(typical, { n, N });
    expect(at(5, 10_000_000).detectable).toBeCloseTo(at(5, 300).floors.problemsNeverBeat, 4);
    expect(at(100_000, 300).detectable).toBeCloseTo(at(5, 300).floors.seedsNeverBeat, 4);
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 30 }), fc.integer({ min: 20, max: 3000 }), (n, N) => {
        const { detectable } = at(n, N);
        return at(n, 2 * N).detectable < detectable && at(n + 1, N).detectable < detectable;
      }),
      { numRuns: 25 },
    );
  });

  const manySources = fc.record({
    sigma: fc.constantFrom(0, 0.01, 0.05, 0.2),
    tau: fc.constantFrom(0, 0.02, 0.1, 0.8),
    residual: fc.constantFrom(0.05, 0.3, 0.5),
    N: fc.constantFrom(3, 4, 6, 8, 10, 30, 300),
    comparisons: fc.integer({ min: 1, max: 6 }),
  });
  const alikeSources = (own: { sigma: number; tau: number; residual: number }) => ({
    sigma: [own.sigma, own.sigma] as [number, number],
    tau: own.tau,
    residual: [own.residual, own.residual] as [number, number],
  });

  test("what is detectable falls with the seeds; below ten problems it may turn once and rise", () => {
    fc.assert(
      fc.property(manySources, ({ N, comparisons, ...own }) => {
        const at = (n: number) => planSeedsAndProblems(alikeSources(own), { n, N, comparisons }).detectable;
        const shown = [3, 4, 5, 6, 8, 11, 16, 25, 40, 80, 140, 200].map(at);
        const turn = shown.findIndex((d, i) => i > 0 && d > shown[i - 1] * (1 + 1e-12));
        const risesOn = shown.every((d, i) => turn < 0 || i < turn || d >= shown[i - 1] * (1 - 1e-12));
        return risesOn && (turn < 0 || N < 10);
      }),
      { numRuns: 15 },
    );
  });

  test("seeds needed for problems are the fewest that detect the difference, as a search through all of them finds", () => {
    fc.assert(
      fc.property(manySources, fc.integer({ min: 3, max: 20 }), ({ N, comparisons, ...own }, some) => {
        const sources = alikeSources(own);
        const at = (n: number) => planSeedsAndProblems(sources, { n, N, comparisons }).detectable;
        const difference = at(some) * 1.0001;
        let first = 3;
        while (at(first) > difference) first++;
        return seedsNeededForProblems(difference, sources, { N, comparisons }) === first;
      }),
      { numRuns: 6 },
    );
    expect(seedsNeededForProblems(0.001, typical, { N: 300 })).toBeNull();
    expect(() => seedsNeededForProblems(0, typical, { N: 300 })).toThrow("positive");
  });

  test("a floor is below what any number shows, also between the doubled ones that it is looked for at", () => {
    const sources = alikeSources({ sigma: 0.05, tau: 0.1, residual: 0.5 });
    const { problemsNeverBeat } = planSeedsAndProblems(sources, { n: 3, N: 3000 }).floors;
    const near = [10, 20, 30, 40, 50, 60, 70, 80, 100, 120, 150, 200, 300];
    const least = Math.min(...near.map((N) => planSeedsAndProblems(sources, { n: 3, N }).detectable));
    expect(problemsNeverBeat).toBeLessThanOrEqual(least * (1 + 1e-12));
  });

  test("a source that is 0 sets no floor; a plan without any spread is refused", () => {
    const onlyProblems = planSeedsAndProblems({ ...typical, sigma: [0, 0] }, { n: 3, N: 100 });
    expect(onlyProblems.floors.problemsNeverBeat).toBe(0);
    const none = { sigma: [0, 0] as [number, number], tau: 0, residual: [0, 0] as [number, number] };
    expect(() => planSeedsAndProblems(none, { n: 3, N: 100 })).toThrow("all of them are 0");
    expect(() => planSeedsAndProblems(typical, { n: 3, N: 1 })).toThrow('"N"');
  });
});
