import { expect, test } from "vitest";
import { writeBottleneck } from "./bottleneck.ts";

const seconds: [string, number][] = [
  ["time/rollout", 0.62],
  ["time/reward", 0.02],
  ["time/update", 0.26],
  ["time/evaluate", 0.1],
];

test("the part that takes most of a step is named with its share of all parts", () => {
  expect(writeBottleneck(new Map(seconds))).toMatch(/^rollout, 62\.0.%.of a train step's CPU time$/);
});

test("where memory is known, the part after which most was held is named with it", () => {
  const held: [string, number][] = [
    ["memory/rollout", 96],
    ["memory/update", 118],
  ];
  expect(writeBottleneck(new Map([...seconds, ...held]))).toMatch(
    /; memory is highest after update, 118.MB$/,
  );
});

test("nothing is said where no time was spent or sent", () => {
  expect(writeBottleneck(new Map())).toBeNull();
  expect(writeBottleneck(new Map([["time/rollout", 0]]))).toBeNull();
  expect(writeBottleneck(new Map([["memory/rollout", 90]]))).toBeNull();
});
