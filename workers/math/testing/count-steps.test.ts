import { expect, test } from "vitest";
import { countSteps, growthOfSteps } from "./count-steps.ts";

function pairs(n: number): number {
  let equal = 0;
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) if (i === j) equal++;
  return equal;
}
function each(n: number): number {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += i;
  return sum;
}

test("work that follows the size grows eightfold, work that follows its square sixty-four times", () => {
  expect(growthOfSteps(500, (n) => () => each(n))).toBeCloseTo(8, 0);
  expect(growthOfSteps(50, (n) => () => pairs(n))).toBeGreaterThan(40);
});

test("the same work is the same number of steps, and calls are counted by name", () => {
  const work = () => [1, 2, 3].map((n) => each(n));
  work();
  const [first, second] = [countSteps(work), countSteps(work)];
  expect(first.result).toEqual([0, 1, 3]);
  expect(second.steps).toBe(first.steps);
  expect([first.calls("each"), first.calls("pairs")]).toEqual([3, 0]);
});
