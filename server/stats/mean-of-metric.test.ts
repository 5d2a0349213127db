import { expect, test } from "vitest";
import { meanInterval } from "./mean-interval.ts";
import { differenceWithin, meanOfMetric } from "./within-possible.ts";

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

test("a training reward ends where its reward function does", () => {
  // t(2) = 4.302653: 0.5 +- 0.993655.
  const values = [0.1, 0.5, 0.9];
  const free = meanOfMetric("reward/raw", values);
  expect(free.low).toBeCloseTo(-0.493655, 6);
  expect(free.high).toBeCloseTo(1.493655, 6);
  expect(meanOfMetric("reward/raw", values, [0, 1])).toMatchObject({ value: free.value, low: 0, high: 1 });
  expect(meanOfMetric("reward/raw", values, [0, 1]).method).toMatch(/, cut at 0 and 1\.00 points$/);
  expect(meanOfMetric("reward/raw", values, [-1, 1])).toMatchObject({ low: free.low, high: 1 });
});

test("a difference ends where the farthest values of its sides are apart, and says so", () => {
  const wide = { value: 0.2, low: -1.298, high: 1.22, method: "t" };
  expect(differenceWithin("eval/rr", wide)).toEqual({
    value: 0.2,
    low: -1,
    high: 1,
    method: "t, cut at −100 pp and +100 pp",
  });
  const rewards = differenceWithin("reward/raw", wide, [
    [0, 1],
    [0.1, 0.5],
  ]);
  expect(rewards).toMatchObject({
    low: -0.5,
    high: 0.9,
    method: "t, cut at −0.500 points and +0.900 points",
  });
  for (const metric of ["reward/raw", "eval/steps"]) expect(differenceWithin(metric, wide)).toEqual(wide);
  expect(differenceWithin("eval/rr", { ...wide, low: -0.9, high: 0.9 })).toMatchObject({ method: "t" });
});

test("a value that is no share says that the bound is wrong, and cuts nothing", () => {
  const above = [1.2, 1.4, 1.5];
  expect(meanOfMetric("eval/rr", above)).toEqual(meanInterval(above));
});
