import { expect, test } from "vitest";
import { readWindow } from "./read-window.ts";
import { splitAtGaps } from "./split-at-gaps.ts";
import { bucketWindow, rawWindow, steps } from "./testing.ts";

const spans = (points: [number, number | null][]) =>
  splitAtGaps(readWindow(rawWindow(points))).map((stretch) => [stretch[0].x, stretch.at(-1)?.x]);

test("neighbouring steps are one stretch", () => {
  expect(spans(steps(0, 20))).toEqual([[0, 20]]);
});

test("missing steps break the line", () => {
  expect(spans([...steps(0, 10), ...steps(22, 30)])).toEqual([
    [0, 10],
    [22, 30],
  ]);
});

test("a single missing step is a gap where every step is logged", () => {
  expect(spans([...steps(0, 10), ...steps(12, 20)])).toEqual([
    [0, 10],
    [12, 20],
  ]);
});

test("evaluations every 50 steps are joined", () => {
  expect(spans([0, 50, 100, 150, 200].map((x) => [x, 1]))).toEqual([[0, 200]]);
});

test("two evaluations and a late one are joined, since nothing says how often they come", () => {
  expect(spans([50, 100, 290].map((x) => [x, 1]))).toEqual([[50, 290]]);
});

test("an uneven x, as seconds are, breaks only at a hole", () => {
  const uneven = [0, 1, 2.4, 3.1, 4.9, 5.5, 6.2].map((x): [number, number] => [x, 1]);
  expect(spans(uneven)).toEqual([[0, 6.2]]);
  expect(spans([...uneven, [20, 1], [21, 1]])).toEqual([
    [0, 6.2],
    [20, 21],
  ]);
});

test("a step that has only NaN breaks the line and is in no stretch", () => {
  const points: [number, number | null][] = steps(0, 10);
  points[5] = [5, null];
  expect(spans(points)).toEqual([
    [0, 4],
    [6, 10],
  ]);
});

test("buckets that follow each other are joined, a missing one is a gap", () => {
  const window = bucketWindow(
    Array.from({ length: 100 }, (_, i) => i),
    10,
  );
  expect(splitAtGaps(readWindow(window))).toHaveLength(1);
  for (const column of Object.values(window.buckets)) column.splice(4, 1);
  expect(splitAtGaps(readWindow(window)).map((stretch) => stretch.length)).toEqual([4, 5]);
});

test("a window without points has no stretch", () => {
  expect(spans([])).toEqual([]);
  expect(spans([[3, null]])).toEqual([]);
});
