import { describe, expect, test } from "vitest";
import { detectableDifference, planSeedsAndProblems } from "./plan.ts";
import { manyToOne } from "./many-to-one.ts";
import { seedsAndProblems } from "./seeds-and-problems.ts";
import { normalCdf } from "../special/normal-cdf.ts";
import { covers, shareOfWorlds, SIMULATION, simulationError, type Draws } from "../testing.ts";
import { welch } from "../testing/welch.ts";

/** Solved or not: a problem's ease has sd 1.5; a run's luck, and what a cell makes of a problem, have these. */
interface ProbitWorld {
  seedSd: number;
  cellByProblem: number;
  n: number;
  N: number;
  /** Luck that the runs of one seed share in both cells. */
  sharedSd?: number;
}

const EASE = 0.47;

function play({ seedSd, cellByProblem, n, N, sharedSd = 0 }: ProbitWorld, random: Draws) {
  const ease = Array.from({ length: N }, () => EASE + 1.5 * random.normal());
  const shared = Array.from({ length: n }, () => sharedSd * random.normal());
  const cell = () => {
    const own = ease.map((b) => b + cellByProblem * random.normal());
    return new Map(
      shared.map((together, seed) => {
        const luck = together + seedSd * random.normal();
        return [seed, Float64Array.from(own, (b) => (random.uniform() < normalCdf(b + luck) ? 1 : 0))];
      }),
    );
  };
  return { own: cell(), baseline: cell() };
}

const means = (runs: ReadonlyMap<number, Float64Array>) =>
  [...runs.values()].map((run) => run.reduce((a, b) => a + b, 0) / run.length);

describe("the interval for new seeds and new problems", () => {
  const worlds: [string, ProbitWorld][] = [
    ["typical", { seedSd: 0.15, cellByProblem: 0.4, n: 3, N: 100 }],
    ["typical", { seedSd: 0.15, cellByProblem: 0.4, n: 5, N: 300 }],
    ["seeds rule", { seedSd: 0.5, cellByProblem: 0.2, n: 3, N: 300 }],
    ["problems rule", { seedSd: 0.05, cellByProblem: 1, n: 8, N: 300 }],
  ];
  worlds.forEach(([name, world], i) =>
    test(
      `${name}, ${world.n} seeds, ${world.N} problems: covers at its rate or a little more`,
      SIMULATION,
      () => {
        const rate = shareOfWorlds(`${name}, ${world.n} x ${world.N}`, 700 + i, (random) =>
          covers(seedsAndProblems(play(world, random)), 0),
        );
        expect(rate).toBeGreaterThan(0.95 - simulationError(0.95));
        expect(rate).toBeLessThan(0.985);
      },
    ),
  );

  test("where problems rule, seeds alone cover far less", SIMULATION, () => {
    const world = worlds[3][1];
    const rate = shareOfWorlds("problems rule, 8 x 300, Welch over the seeds", 710, (random) => {
      const { own, baseline } = play(world, random);
      return covers(welch(means(own), means(baseline)), 0);
    });
    expect(rate).toBeLessThan(0.8);
  });

  test("where seeds share luck, declaring it keeps the rate and does not widen", SIMULATION, () => {
    const world = { seedSd: 0.15, cellByProblem: 0.4, n: 5, N: 100, sharedSd: 0.5 };
    const rate = shareOfWorlds("shared starts declared, 5 x 100", 711, (random) =>
      covers(seedsAndProblems(play(world, random), { sharedStarts: true }), 0),
    );
    expect(Math.abs(rate - 0.95)).toBeLessThan(simulationError(0.95) + 0.01);
  });
});

describe("what a plan promises", () => {
  test("seeds alone: the detectable difference is shown in 80 % of worlds or a few more", SIMULATION, () => {
    for (const [n, sd, sdBaseline] of [
      [3, 1, 1],
      [5, 1, 1],
      [4, 1, 3],
    ]) {
      const d = detectableDifference({ n, nBaseline: n, sd, sdBaseline, comparisons: 4 });
      const rate = shareOfWorlds(`detectable, ${n} seeds, sd ${sd} and ${sdBaseline}`, 720 + n, (random) => {
        const sample = (mean: number, spread: number) =>
          Array.from({ length: n }, () => mean + spread * random.normal());
        const others = [d, 0, 0, 0].map((mean) => sample(mean, sd));
        return (manyToOne(sample(0, sdBaseline), others).rows[0].p ?? 1) < 0.05;
      });
      expect(rate).toBeGreaterThan(0.8 - simulationError(0.8));
      expect(rate).toBeLessThan(0.9);
    }
  });

  test.each([
    { n: 5, N: 100, comparisons: 1, sigma: 0.03, tau: 0.14, residual: 0.35 },
    { n: 3, N: 100, comparisons: 4, sigma: 0.05, tau: 0.1, residual: 0.3 },
    { n: 5, N: 100, comparisons: 4, sigma: 0.05, tau: 0.1, residual: 0.3 },
  ])("seeds and problems: a normal world of those parts shows it in about 80 %: %o", SIMULATION, (world) => {
    const { n, N, comparisons, sigma, tau, residual } = world;
    const sources = { sigma: [sigma, sigma], tau, residual: [residual, residual] } satisfies Parameters<
      typeof planSeedsAndProblems
    >[0];
    const { detectable } = planSeedsAndProblems(sources, { n, N, comparisons });
    const rate = shareOfWorlds(`detectable, ${n} x ${N}`, 730, (random) => {
      const gaps = Array.from({ length: N }, () => detectable + sources.tau * random.normal());
      const cell = (shift: (p: number) => number, c: number) =>
        new Map(
          Array.from({ length: n }, (_, seed) => {
            const luck = sources.sigma[c] * random.normal();
            return [
              seed,
              Float64Array.from(gaps, (_g, p) => shift(p) + luck + sources.residual[c] * random.normal()),
            ];
          }),
        );
      const found = seedsAndProblems(
        { own: cell((p) => gaps[p], 0), baseline: cell(() => 0, 1) },
        { comparisons },
      );
      return (found.p ?? 1) < 0.05;
    });
    // The factor for estimated degrees of freedom is that of the seeds alone: up to 9 points more where problems decide.
    expect(rate).toBeGreaterThan(0.8 - 0.04 - simulationError(0.8));
    expect(rate).toBeLessThan(0.8 + 0.09 + simulationError(0.8));
  });
});
