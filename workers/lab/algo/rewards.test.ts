import * as fc from "fast-check";
import { expect, test } from "vitest";
import { stream } from "../../math/rng.ts";
import type { EpisodeOutcome } from "../env/outcome.ts";
import {
  rawReward,
  rewardBounds,
  rewardComponents,
  type RewardName,
  shapeReward,
  softOverlong,
  unpayable,
} from "./rewards.ts";

const outcome = (over: Partial<EpisodeOutcome>): EpisodeOutcome => ({
  solved: true,
  steps: 3,
  solvedAt: 3,
  op: 1,
  da: 0.5,
  jaccard: 0.25,
  process: 2,
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
  // As coded: (50 + 6 * 0.25 + 2) / 100 whatever the steps, and 0.5 for a diagnosis that nobody can check.
  ["composite_coded", { steps: 12 }, 0.535],
  ["composite_coded", { jaccard: 1 }, 0.58],
  ["composite_coded", { jaccard: null }, 0.55],
  ["composite_coded", { solved: false, jaccard: 0 }, -0.23],
  // The reports' ceilings with a solver are 114 for a DROP and 109 for a RELAX of a member, without their penalty on names.
  ["process", { process: 14 }, 1.14],
  ["process", { process: 9 }, 1.09],
  ["process", { solved: false, process: -1 }, -0.51],
  ["none", {}, 0],
] as [RewardName, Partial<EpisodeOutcome>, number][])("%s pays %o with %d", (name, over, reward) => {
  expect(rawReward(name, outcome(over))).toBeCloseTo(reward, 12);
});

test("a reward that needs facts a benchmark lacks says which, instead of guessing", () => {
  expect(() => rawReward("clean", outcome({ clean: null }))).toThrow("which rows were injected");
  expect(() => rawReward("composite", outcome({ da: null }))).toThrow("which elements are root causes");
});

test("what cannot be paid is known before a training begins", () => {
  const unknown = { rootAny: new Set<number>(), injected: null, originalObjective: null };
  const known = { rootAny: new Set([1]), injected: Uint8Array.of(0, 1), originalObjective: 3 };
  expect(unpayable("composite", unknown)).toContain("which elements are root causes");
  expect(unpayable("clean", { ...known, originalObjective: null })).toContain("which rows were injected");
  for (const name of ["composite_coded", "process", "rr5", "outcome", "none"] as const)
    expect(unpayable(name, unknown)).toBeNull();
  for (const name of ["composite", "clean"] as const) expect(unpayable(name, known)).toBeNull();
});

test("an episode that was cut has the penalty of an answer that does not parse", () => {
  expect(rewardComponents(outcome({}), false)).toEqual({
    outcome: 100,
    process: 2,
    recall: 0.5,
    jaccard: 0.25,
    efficiency: 5,
    format: 0,
  });
  expect(rewardComponents(outcome({ solved: false, steps: 12 }), true)).toMatchObject({
    outcome: -50,
    efficiency: -14,
    format: -50,
  });
});

test("no episode gets less than the lower or more than the upper bound, and both are reached", () => {
  const names: RewardName[] = ["outcome", "rr5", "clean", "process", "composite", "composite_coded"];
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const anyOutcome = (maxSteps: number) =>
    fc.record({
      solved: fc.boolean(),
      steps: fc.integer({ min: 1, max: maxSteps }),
      solvedAt: fc.constant(null),
      op: fc.constant(null),
      da: share,
      jaccard: share,
      process: fc.double({ min: -1, max: 14, noNaN: true }),
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
        const failed = { solved: false, da: 0, jaccard: 0, process: -1, clean: false };
        expect(rawReward(name, outcome({ ...failed, steps: maxSteps }), true)).toBe(lowest);
        expect(rawReward(name, outcome({ steps: 1, da: 1, jaccard: 1, process: 14 }))).toBe(highest);
      },
    ),
  );
});

test("shaping scales positive rewards only, and its noise has the standard deviation a / sqrt 3", () => {
  const rng = stream(1);
  expect(shapeReward(1, { scalePositive: 1.4, noise: 0, halveBeyond: 0 }, rng)).toBe(1.4);
  expect(shapeReward(-0.278, { scalePositive: 1.4, noise: 0, halveBeyond: 0 }, rng)).toBe(-0.278);
  const noisy = Array.from({ length: 20_000 }, () =>
    shapeReward(-50, { scalePositive: 1, noise: 2, halveBeyond: 0 }, rng),
  );
  const sd = Math.sqrt(noisy.reduce((sum, r) => sum + (r + 50) ** 2, 0) / noisy.length);
  // The published run whose every completion failed to parse reports 1.1516 for U(-2, 2).
  expect(sd).toBeCloseTo(2 / Math.sqrt(3), 2);
});

test("a length filter halves what is longer, be it praise or blame", () => {
  const shaping = { scalePositive: 1.4, noise: 0, halveBeyond: 8 };
  const rewards = [8, 9].flatMap((steps) =>
    [1, -0.5].map((raw) => shapeReward(raw, shaping, stream(1), steps)),
  );
  expect(rewards).toEqual([1.4, -0.5, 0.7, -0.25]);
});

test("the soft overlong penalty grows step by step over the last steps before the limit", () => {
  expect([6, 8, 9, 10, 11, 12].map((steps) => softOverlong(steps, 12, 4))).toEqual(
    [0, 0, -0.25, -0.5, -0.75, -1].map((value) => expect.closeTo(value, 12)),
  );
  expect(softOverlong(12, 12, 0)).toBe(0);
});
