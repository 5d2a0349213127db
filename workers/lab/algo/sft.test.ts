import { expect, test } from "vitest";
import { NOISY_EXPERT } from "../env/testing/problems.ts";
import { weightsHash } from "../nn/kernel-wasm.ts";
import { demonstrate } from "./demonstrations.ts";
import { sft } from "./sft.ts";
import { easyProblems, ENVIRONMENT, smallPolicy } from "./testing.ts";

const demonstrations = demonstrate(easyProblems(60), ENVIRONMENT, NOISY_EXPERT, 4);

test("imitation lowers the loss of every epoch and starts near that of a guess", () => {
  const losses = [...sft(smallPolicy(1), demonstrations, { epochs: 6, seed: 2 })].map((epoch) => epoch.loss);
  // An untrained policy spreads over some 30 to 100 legal actions.
  expect(losses[0]).toBeGreaterThan(Math.log(20));
  expect(losses[0]).toBeLessThan(Math.log(110));
  for (let i = 1; i < losses.length; i++) expect(losses[i]).toBeLessThan(losses[i - 1]);
});

test("the weights after imitation depend on the seed and the data alone", () => {
  const trained = (seed: number) => {
    const policy = smallPolicy(1);
    for (const _ of sft(policy, demonstrations, { epochs: 2, seed }));
    return weightsHash(policy.parameters);
  };
  expect(trained(2)).toBe(trained(2));
  expect(trained(3)).not.toBe(trained(2));
});

test("the demonstrator solves most easy problems and its decisions are all legal", () => {
  for (let d = 0; d < demonstrations.count; d++) {
    const at = demonstrations.firstRow[d] * 8 + demonstrations.action[d];
    expect(demonstrations.mask[at]).toBe(1);
  }
  expect(demonstrations.count).toBeGreaterThan(120);
  expect(demonstrations.count).toBeLessThan(60 * 8);
});
