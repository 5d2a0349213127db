import * as fc from "fast-check";
import { expect, test } from "vitest";
import { stream } from "../../math/rng.ts";
import type { EpisodeOutcome } from "../env/outcome.ts";
import { softOverlong, rawReward, rewardBounds, type RewardName, shapeReward } from "./rewards.ts";

const outcome = (over: Partial<EpisodeOutcome>): EpisodeOutcome => ({
  solved: true,
  steps: 3,
  solvedAt: 3,
  op: 1,
  da: 0.5,
  clean: true,
  ...over,
});

test.each([
  ["outcome", { steps: 12 }, 1],
  ["outcome", { solved: false }, 0],
  ["rr5", { steps: 5 }, 1],
  ["rr5", { steps: 6 }, 0],
  ["rr5", { solved: false, steps: 2 }, 0],
  ["clean", { clean: true }, 1],
  ["clean", { clean: false }, 0],
  // (0.5 * 100 + 0.3 * 20 * 1 + 0.2 * 10) / 100, the ceiling of 58 of the reward it follows.
  ["composite", { steps: 2, da: 1 }, 0.58],
  ["composite", { steps: 4, da: 0.5 }, 0.54],
  ["composite", { solved: false, steps: 12, da: 0 }, -0.278],
] as [RewardName, Partial<EpisodeOutcome>, number][])("%s pays %o with %d", (name, over, reward) => {
  expect(rawReward(name, outcome(over))).toBeCloseTo(reward, 12);
});

test("a reward that needs facts a benchmark lacks says which, instead of guessing", () => {
  expect(() => rawReward("clean", outcome({ clean: null }))).toThrow("which rows were injected");
  expect(() => rawReward("composite", outcome({ da: null }))).toThrow("which elements are root causes");
});

test("no episode gets less than the lower or more than the upper bound, and both are reached", () => {
  const names: RewardName[] = ["outcome", "rr5", "clean", "composite"];
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const anyOutcome = (maxSteps: number) =>
    fc.record({
      solved: fc.boolean(),
      steps: fc.integer({ min: 1, max: maxSteps }),
      solvedAt: fc.constant(null),
      op: fc.constant(null),
      da: share,
      clean: fc.boolean(),
    });
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc
        .integer({ min: 4, max: 40 })
        .chain((maxSteps) => fc.tuple(fc.constant(maxSteps), anyOutcome(maxSteps))),
      (name, [maxSteps, o]) => {
        const { lowest, highest } = rewardBounds(name, maxSteps);
        const reward = rawReward(name, o);
        expect(reward).toBeGreaterThanOrEqual(lowest);
        expect(reward).toBeLessThanOrEqual(highest);
        const worst = outcome({ solved: false, steps: maxSteps, da: 0, clean: false });
        expect(rawReward(name, worst)).toBe(lowest);
        expect(rawReward(name, outcome({ steps: 1, da: 1 }))).toBe(highest);
      },
    ),
  );
});

test("shaping scales positive rewards only, and its noise has the standard deviation a / sqrt 3", () => {
  const rng = stream(1);
  expect(shapeReward(1, { scalePositive: 1.4, noise: 0 }, rng)).toBe(1.4);
  expect(shapeReward(-0.278, { scalePositive: 1.4, noise: 0 }, rng)).toBe(-0.278);
  const noisy = Array.from({ length: 20_000 }, () => shapeReward(-50, { scalePositive: 1, noise: 2 }, rng));
  const sd = Math.sqrt(noisy.reduce((sum, r) => sum + (r + 50) ** 2, 0) / noisy.length);
  // The published run whose every completion failed to parse reports 1.1516 for U(-2, 2).
  expect(sd).toBeCloseTo(2 / Math.sqrt(3), 2);
});

test("the soft overlong penalty grows step by step over the last steps before the limit", () => {
  expect([6, 8, 9, 10, 11, 12].map((steps) => softOverlong(steps, 12, 4))).toEqual(
    [0, 0, -0.25, -0.5, -0.75, -1].map((value) => expect.closeTo(value, 12)),
  );
  expect(softOverlong(12, 12, 0)).toBe(0);
});
