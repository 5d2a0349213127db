import { expect, test } from "vitest";
import { readWindow } from "./samples.ts";
import type { SeriesWindow } from "./series.ts";
import { bucketWindow, rawWindow, steps } from "./testing.ts";

function runsOf(window: SeriesWindow): [number, number][] {
  const { samples, runs } = readWindow(window).line;
  return Array.from({ length: runs.length / 2 }, (_, run) => [
    samples.from[runs[run * 2]],
    samples.to[runs[run * 2 + 1] - 1],
  ]);
}
const spans = (points: [number, number | null][]) => runsOf(rawWindow(points));

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

test("a call of a logger that logged something else is no gap, a hole of many is one", () => {
  const everyCallButSome = [...steps(0, 10), ...steps(12, 20), ...steps(23, 30), ...steps(40, 50)];
  expect(runsOf({ ...rawWindow(everyCallButSome), ofLogger: true })).toEqual([
    [0, 30],
    [40, 50],
  ]);
});

test("a NaN that a logger sent is a gap like any other", () => {
  const points: [number, number | null][] = steps(0, 10);
  points[5] = [5, null];
  expect(runsOf({ ...rawWindow(points), ofLogger: true })).toEqual([
    [0, 4],
    [6, 10],
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
  expect(runsOf(window)).toEqual([[0, 99]]);
  const without = <Column extends Float64Array | Uint32Array>(column: Column) =>
    column.filter((_, index) => index !== 4) as Column;
  const { x0, x1, first, last, min, max, mean, n, nonFinite } = window.buckets;
  const rest = { first, last, min, max, mean };
  const cut = Object.fromEntries(Object.entries(rest).map(([key, column]) => [key, without(column)]));
  expect(
    runsOf({
      raw: false,
      buckets: {
        ...(cut as typeof rest),
        x0: without(x0),
        x1: without(x1),
        n: without(n),
        nonFinite: without(nonFinite),
      },
    }),
  ).toEqual([
    [0, 39],
    [50, 99],
  ]);
});

test("a window without points has no stretch", () => {
  expect(spans([])).toEqual([]);
  expect(spans([[3, null]])).toEqual([]);
});
