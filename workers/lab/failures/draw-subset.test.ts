import { expect, test } from "vitest";
import { drawWithout, weaknessWeights } from "./draw-subset.ts";

test("a problem weighs as much as its parts fail, and a part that never fails still weighs something", () => {
  const weights = weaknessWeights([
    { parts: ["A"], failed: true },
    { parts: ["A", "B"], failed: true },
    { parts: ["B"], failed: false },
    { parts: ["C"], failed: false },
  ]);
  expect(weights).toEqual([3 / 4, (3 / 4 + 2 / 4) / 2, 2 / 4, 1 / 3]);
});

test("each place is drawn at most once, as often as it weighs, and the same for a seed", () => {
  const weights = [1, 1, 4, 2];
  const first = [0, 0, 0, 0];
  const runs = 4000;
  for (let seed = 0; seed < runs; seed++) {
    const one = drawWithout(weights, 1, seed);
    expect(one).toHaveLength(1);
    first[one[0]]++;
  }
  first.forEach((count, place) => expect(count / runs).toBeCloseTo(weights[place] / 8, 1));
  expect(drawWithout(weights, 3, 5)).toEqual(drawWithout(weights, 3, 5));
  expect(new Set(drawWithout(weights, 3, 5)).size).toBe(3);
  expect(drawWithout(weights, 9, 5)).toEqual([0, 1, 2, 3]);
});
