import { expect, test } from "vitest";
import { draws } from "../testing.ts";
import { lastCheckpoints, signalToNoise } from "./signal-to-noise.ts";

test("the means of the configurations apart, over how much a run moves between checkpoints", () => {
  // Means .5 and .6; each run has variance .01 over its three checkpoints.
  const found = signalToNoise([[[0.4, 0.5, 0.6]], [[0.5, 0.6, 0.7]]]);
  expect(found?.signal).toBeCloseTo(0.1, 12);
  expect(found?.noise).toBeCloseTo(0.1, 12);
  expect(found?.ratio).toBeCloseTo(1, 12);
  expect(found?.runs).toBe(2);
});

test("a run with one checkpoint counts for its configuration and shows no noise", () => {
  const found = signalToNoise([[[0.4, 0.5, 0.6], [0.9]], [[0.5, 0.5, 0.5]]]);
  expect(found?.runs).toBe(2);
  expect(found?.signal).toBeCloseTo(0.2, 12);
});

test("nothing where it cannot be said: one configuration, too few checkpoints, none that moves", () => {
  expect(signalToNoise([[[0.4, 0.5, 0.6]]])).toBeNull();
  expect(signalToNoise([[[0.4, 0.5]], [[0.5, 0.7]]])).toBeNull();
  expect(signalToNoise([[[0.4, 0.4, 0.4]], [[0.5, 0.5, 0.5]]])).toBeNull();
  expect(signalToNoise([[], [[0.5, 0.6, 0.7]]])).toBeNull();
});

test("noise is that of a run, whatever the configurations differ by, in 400 worlds", () => {
  const { normal } = draws(11);
  const run = (level: number) => Array.from({ length: 5 }, () => level + 0.02 * normal());
  const found = Array.from(
    { length: 400 },
    () =>
      signalToNoise([
        [run(0.5), run(0.5)],
        [run(0.7), run(0.7)],
      ])!.noise ** 2,
  );
  expect(Math.sqrt(found.reduce((a, b) => a + b) / 400)).toBeCloseTo(0.02, 3);
  expect(lastCheckpoints([1, 2, 3, 4, 5, 6, 7])).toEqual([3, 4, 5, 6, 7]);
});
