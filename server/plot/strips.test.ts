import { expect, test } from "vitest";
import { prepareLines } from "./preparers.ts";
import { clusterMarks } from "./strips.ts";
import { bucketWindow, rawWindow } from "./testing.ts";

const prepare = (window: ReturnType<typeof rawWindow>, scale?: "log", zoom?: [number, number]) =>
  prepareLines({
    series: [{ key: "a", label: "", window }],
    x: { label: "train step", kind: "count" },
    y: { kind: "number", scale },
    zoom,
  });
const labels = (values: number[], zoom?: [number, number]) => {
  const { strips, notes } = prepare(rawWindow(values.map((value, x) => [x, value])), undefined, zoom);
  return [strips.map(({ label }) => label), notes];
};

test("of buckets that hide how many of their points are zero or less, the caption says at least so many", () => {
  const values = Array.from({ length: 900 }, (_, step) => (step % 2 === 0 ? -1 : 1));
  const { notes, strips } = prepare(bucketWindow(values, 9), "log");
  expect(notes).toEqual(["At least 100 points are zero or negative, not on log"]);
  expect(clusterMarks(strips[0].marks, (x) => x / 100, 7)).toMatchObject([{ count: 100, atLeast: true }]);
});

test("of buckets that lie there as a whole the number is exact", () => {
  const values = Array.from({ length: 90 }, (_, step) => (step < 18 ? -1 : 1));
  const { notes, strips } = prepare(bucketWindow(values, 9), "log");
  expect(notes).toEqual(["18 points are zero or negative, not on log"]);
  expect(strips[0].marks.map(({ atLeast }) => atLeast)).toEqual([false, false]);
});

test("the strip of what is not finite is called by what it holds", () => {
  expect(labels([1, Number.NaN, 2])).toEqual([["NaN"], ["1 point is NaN"]]);
  expect(labels([1, Infinity, 2])).toEqual([["inf"], ["1 point is inf"]]);
  expect(labels([1, -Infinity, -Infinity, 2])).toEqual([["−inf"], ["2 points are −inf"]]);
  expect(labels([1, Infinity, -Infinity, 2])).toEqual([["not finite"], ["2 points are inf or −inf"]]);
  expect(labels([1, Infinity, -Infinity, Number.NaN])).toEqual([
    ["not finite"],
    ["3 points are NaN, inf or −inf"],
  ]);
});

test("where infinities were not told apart from NaN, the strip does not call them so", () => {
  const untold = rawWindow([
    [0, 1],
    [1, null],
  ]);
  const { x0, x1, first, last, min, max, mean, n, nonFinite } = untold.buckets;
  const { strips } = prepare({ raw: true, buckets: { x0, x1, first, last, min, max, mean, n, nonFinite } });
  expect(strips.map(({ label, meaning }) => [label, meaning])).toEqual([["not finite", "NaN or infinite"]]);
});

test("what is out of sight does not name the strip", () => {
  expect(labels([1, Infinity, 2, 3, Number.NaN, 4], [2, 5])).toEqual([["NaN"], ["1 point is NaN"]]);
});
