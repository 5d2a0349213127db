import { expect, test } from "vitest";
import { errorDifference } from "./error-difference.ts";

test("is the mean over episodes of paired differences with the t interval an independent computation gives", () => {
  // Baseline 0.5. Episode means of (0.5 - y)^2 - (s - y)^2 by hand: 0.24, 0.125, -0.11, 0.04; t(3) = 3.182446.
  const scores = [0.9, 0.5, 0, 0.6, 0.8 - Math.sqrt(0.05)];
  const labels = [1, 0.5, 0, 0, 0.8];
  const found = errorDifference(scores, labels, [1, 2, 1, 1], 0.5);
  const values = [0.24, (0 + 0.25) / 2, 0.25 - 0.36, 0.09 - 0.05];
  const centre = values.reduce((a, b) => a + b) / 4;
  const sd = Math.sqrt(values.reduce((sum, v) => sum + (v - centre) ** 2, 0) / 3);
  expect(found?.mean).toBeCloseTo(0.07375, 12);
  expect(found?.low).toBeCloseTo(0.07375 - (3.1824463052842638 * sd) / 2, 9);
  expect(found?.high).toBeCloseTo(0.07375 + (3.1824463052842638 * sd) / 2, 9);
  expect(found).toMatchObject({
    episodes: 4,
    method: "paired by episode, mean with t interval, 95 %, 3 degrees of freedom",
  });
});

test("a model that always says the baseline's value has a difference of 0 and no interval", () => {
  expect(errorDifference([0.4, 0.4, 0.4], [1, 0, 0.5], [1, 1, 1], 0.4)).toMatchObject({
    mean: 0,
    low: null,
    high: null,
  });
});

test("episodes without a step are not counted, and two are too few for an interval", () => {
  expect(errorDifference([1, 1], [1, 1], [1, 0, 1], 0.5)).toMatchObject({
    mean: 0.25,
    low: null,
    episodes: 2,
    method: "mean only: an interval needs 3 episodes, here are 2",
  });
  expect(errorDifference([], [], [0], 0.5)).toBeNull();
});
