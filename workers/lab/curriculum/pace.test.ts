import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { e2hCosineWeights, e2hGaussWeights } from "./level-weights.ts";
import { createPace } from "./pace.ts";
import { type LevelTally, PACES, type PaceOptions, type Stage } from "./stage.ts";

/** The vectors come from golden/make_golden.py. */
function golden<Case>(name: string): Case[] {
  const path = join(import.meta.dirname, "golden", `${name}.json`);
  return (JSON.parse(readFileSync(path, "utf8")) as { cases: Case[] }).cases;
}

const OPTIONS: PaceOptions = {
  name: "uniform",
  levels: ["easy", "medium", "hard"],
  iterations: 60,
  stageSteps: 0,
  promoteAt: 0,
  demoteBelow: 0.3,
  window: 10,
  gauss: { exponent: 0.5, sigma: 0.5, floor: 1 / 6 },
  rlveEpisodes: 32,
};

const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);

/** Weights of every step, and every stage, of a run whose steps solve `solved(step)` of 8 episodes on each level. */
function play(over: Partial<PaceOptions>, solved: (trainStep: number) => number) {
  const options = { ...OPTIONS, ...over };
  const pace = createPace(options);
  const stages: Stage[] = [pace.first()];
  const weights: number[][] = [];
  for (let trainStep = 1; trainStep <= options.iterations; trainStep++) {
    weights.push(pace.weights(trainStep));
    const tally: LevelTally = { episodes: 8, solved: solved(trainStep) };
    const stage = pace.observe(
      trainStep,
      options.levels.map(() => tally),
    );
    if (stage) stages.push(stage);
  }
  return { weights, stages };
}

test("E2H weighs levels as its paper says, with and without a floor", () => {
  const cases = golden<{
    name: string;
    levels: number;
    progress: number;
    exponent: number;
    sigma: number;
    floor: number;
    weights: number[];
  }>("schedules");
  expect(cases).toHaveLength(72);
  for (const { name, levels, progress, weights, ...gauss } of cases) {
    const own =
      name === "e2h_cosine" ? e2hCosineWeights(levels, progress) : e2hGaussWeights(levels, progress, gauss);
    own.forEach((weight, i) => expect(weight).toBeCloseTo(weights[i], 13));
  }
});

test("the figures that are printed of E2H with three levels come out", () => {
  const rounded = (list: number[]) => list.map((weight) => weight.toFixed(2));
  const free = { exponent: 0.5, sigma: 0.5, floor: 0 };
  expect([0, 0.5, 1].map((u) => rounded(e2hCosineWeights(3, u)))).toEqual([
    ["0.50", "0.33", "0.17"],
    ["0.33", "0.33", "0.33"],
    ["0.17", "0.33", "0.50"],
  ]);
  expect([0, 0.5, 1].map((u) => rounded(e2hGaussWeights(3, u, free)))).toEqual([
    ["0.88", "0.12", "0.00"],
    ["0.01", "0.58", "0.41"],
    ["0.00", "0.12", "0.88"],
  ]);
});

test("adaptive, self-paced and RLVE move from level to level as their sources do", () => {
  const cases = golden<{
    name: "adaptive" | "self_paced" | "rlve";
    successes?: number[];
    solved?: number[];
    levels: number[];
  }>("climbs");
  expect(cases).toHaveLength(10);
  for (const { name, successes, solved = successes?.map((success) => 8 * success), levels } of cases) {
    const { weights } = play({ name, iterations: levels.length }, (step) => (solved as number[])[step - 1]);
    expect(weights.map((list) => list.findLastIndex((weight) => weight > 0))).toEqual(levels);
  }
  expect(cases.filter(({ levels }) => new Set(levels).size > 1).length).toBeGreaterThan(7);
});

test("whatever is solved, weights are a distribution, and stages say each change with its reason", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PACES),
      fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 80 }),
      fc.integer({ min: 0, max: 12 }),
      (name, solved, stageSteps) => {
        const over = { name, iterations: solved.length, stageSteps };
        const { weights, stages } = play(over, (step) => solved[step - 1]);
        for (const list of weights) {
          expect(sum(list)).toBeCloseTo(1, 12);
          expect(Math.min(...list)).toBeGreaterThanOrEqual(0);
        }
        expect(stages[0]).toMatchObject({ step: 1, change: "began" });
        stages.forEach((stage, k) => {
          expect(stage.reason).toMatch(/\.$/);
          expect(stage.step).toBeLessThanOrEqual(solved.length);
          if (k > 0) expect(stage.step).toBeGreaterThan(stages[k - 1].step);
          expect(stage.weights).toEqual(weights[stage.step - 1]);
        });
        expect(play(over, (step) => solved[step - 1])).toEqual({ weights, stages });
      },
    ),
  );
});

test("four stages and linear divide the run evenly, or take the steps that were asked for", () => {
  const begins = (over: Partial<PaceOptions>) =>
    play(over, () => 0).stages.map(({ step, name }) => `${step} ${name}`);
  expect(begins({ name: "four_stages", iterations: 40 })).toEqual([
    "1 easy",
    "11 easy, medium",
    "21 medium, hard",
    "31 hard",
  ]);
  expect(begins({ name: "linear", iterations: 40 })).toEqual(["1 easy", "14 medium", "28 hard"]);
  expect(begins({ name: "linear", iterations: 30, stageSteps: 20 })).toEqual(["1 easy", "21 medium"]);
});

test("the mean that promoted a level is not cleared, so the next level can be left by the old successes", () => {
  const { stages } = play({ name: "adaptive", iterations: 40 }, () => 8);
  expect(stages.map(({ step }) => step)).toEqual([1, 11, 21]);
  const fallen = play({ name: "adaptive" }, (step) => (step <= 10 ? 8 : 0)).stages;
  expect(fallen.map(({ step, change, name }) => `${step} ${change} ${name}`)).toEqual([
    "1 began easy",
    "11 promoted medium",
    "19 demoted easy",
  ]);
  expect(fallen[2].reason).toBe("Mean success of the last 10 steps is 20.0 %, below 30.0 %.");
});
