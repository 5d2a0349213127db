import { expect, test } from "vitest";
import { NOISY_EXPERT } from "../env/testing/problems.ts";
import { demonstrate } from "./demonstrations.ts";
import { sft } from "./sft.ts";
import { easyProblems, ENVIRONMENT, smallPolicy } from "./testing.ts";
import { measureVariety } from "./variety.ts";

const how = { environment: ENVIRONMENT, samples: 8, seed: 3 };

test("an untrained policy plays every sample otherwise, with the entropy of a guess", () => {
  const { entropy, distinct } = measureVariety(smallPolicy(1), easyProblems(6), how);
  expect(distinct).toBe(8);
  expect(entropy).toBeGreaterThan(Math.log(20));
});

test("imitating one demonstration over and over leaves fewer ways to play it, and less entropy", () => {
  const problems = easyProblems(1);
  const shown = demonstrate(problems, ENVIRONMENT, { ...NOISY_EXPERT, random: 0 }, 4);
  const policy = smallPolicy(1);
  const before = measureVariety(policy, problems, how);
  for (const _ of sft(policy, shown, { epochs: 600, seed: 2 }));
  const after = measureVariety(policy, problems, how);
  expect(after.distinct).toBeLessThanOrEqual(2);
  expect(after.entropy).toBeLessThan(before.entropy / 4);
});

test("what is measured depends on the seed alone, and changes no weight", () => {
  const policy = smallPolicy(1);
  const weights = policy.parameters.slice();
  const problems = easyProblems(3);
  expect(measureVariety(policy, problems, how)).toEqual(measureVariety(policy, problems, how));
  expect(policy.parameters).toEqual(weights);
});
