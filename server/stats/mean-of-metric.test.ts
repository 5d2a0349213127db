import { expect, test } from "vitest";
import { meanInterval } from "./mean-interval.ts";
import { meanOfMetric } from "./summary.ts";

test("the interval of a share ends at 0 and at 100 %, and says that it was cut", () => {
  const high = [0.9, 0.99, 1];
  expect(meanInterval(high).high).toBeGreaterThan(1);
  const found = meanOfMetric("eval/rr_at_5", high);
  expect(found).toMatchObject({ high: 1, low: meanInterval(high).low });
  expect(found.method).toMatch(/t interval.*, cut at 0 and 100 %$/);
  expect(meanOfMetric("eval/rr_at_5", [0, 0.01, 0.1]).low).toBe(0);
});

test("one that stays inside, one that has none, and one of points are left as they are", () => {
  for (const values of [[0.4, 0.5, 0.6], [0.9, 1], []])
    expect(meanOfMetric("eval/rr", values)).toEqual(meanInterval(values));
  const points = [0.1, 5, 0.2];
  expect(meanOfMetric("reward/raw", points)).toEqual(meanInterval(points));
});

test("a spread, a count and a loss end at 0, and nothing else of theirs is cut", () => {
  const low = [0.01, 0.02, 1];
  expect(meanInterval(low).low).toBeLessThan(0);
  for (const metric of ["group/std", "eval/steps", "sft/loss", "progress/updates"]) {
    const found = meanOfMetric(metric, low);
    expect([found.low, found.high]).toEqual([0, meanInterval(low).high]);
    expect(found.method).toMatch(/, cut at 0$/);
  }
});

test("a value that is no share says that the bound is wrong, and cuts nothing", () => {
  const above = [1.2, 1.4, 1.5];
  expect(meanOfMetric("eval/rr", above)).toEqual(meanInterval(above));
});
