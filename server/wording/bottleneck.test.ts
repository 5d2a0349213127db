import { expect, test } from "vitest";
import { writeBottleneck } from "./bottleneck.ts";

test("the part that takes most of a step is named with its share of all parts", () => {
  const seconds = new Map([
    ["time/rollout", 0.62],
    ["time/reward", 0.02],
    ["time/update", 0.26],
    ["time/evaluate", 0.1],
  ]);
  expect(writeBottleneck(seconds)).toMatch(/^62\.0.%.of a step is rollout$/);
});

test("nothing is said where no time was spent or sent", () => {
  expect(writeBottleneck(new Map())).toBeNull();
  expect(writeBottleneck(new Map([["time/rollout", 0]]))).toBeNull();
});
