import { expect, test } from "vitest";
import type { Line } from "./plot-model.ts";
import { prepareLines, type LineChartInput } from "./preparers.ts";
import type { LineSeries } from "./series.ts";
import { drawnSamples } from "./stretches.ts";
import { bucketPoints, bucketWindow, rawWindow, steps } from "./testing.ts";

const one = (window: LineSeries["window"], more: Partial<LineSeries> = {}): LineSeries => ({
  key: "a",
  label: "a",
  window,
  ...more,
});
/** Number of samples in each stretch of a line. */
const lengths = (line: Line) =>
  Array.from({ length: line.runs.length / 2 }, (_, run) => line.runs[run * 2 + 1] - line.runs[run * 2]);
const prepare = (series: LineSeries[], more: Partial<LineChartInput> = {}) =>
  prepareLines({ series, x: { label: "train step", kind: "count" }, y: { kind: "number" }, ...more });

test("raw points are a line without an envelope", () => {
  const { series } = prepare([one(rawWindow(steps(0, 10)))]);
  expect(series[0].area).toBeNull();
  expect(lengths(series[0].line)).toEqual([11]);
});

test("wherever a bucket holds more than one point its spikes stay, as an envelope", () => {
  const values = Array.from({ length: 40 }, (_, index) => (index === 13 ? 9 : 1));
  const { series, y } = prepare([one(bucketWindow(values, 10))]);
  expect(series[0].line.samples.y[1]).toBe(1.8);
  expect(series[0].area).toMatchObject({ means: "envelope" });
  expect([series[0].area?.low[1], series[0].area?.high[1]]).toEqual([1, 9]);
  expect(y.domain[1]).toBeGreaterThanOrEqual(9);
});

test("the envelope of a smoothed line is of the raw points behind it", () => {
  const raw = bucketWindow([1, 2, 3, 4, 5, 6], 2);
  const { series } = prepare([one(rawWindow(steps(0, 5, 3)), { behind: raw })]);
  expect(series[0].area?.high).toEqual(Float64Array.of(2, 4, 6));
  expect(series[0].behind && lengths(series[0].behind)).toEqual([3]);
});

test("NaN keeps its place under the axis and breaks the line", () => {
  const { series, strips } = prepare([one(bucketWindow([1, 1, null, null, 1, 1, 1, null], 2))]);
  expect(lengths(series[0].line)).toEqual([1, 2]);
  expect(strips).toEqual([
    {
      label: "NaN",
      meaning: "NaN",
      of: "point",
      marks: [
        { x: 2.5, count: 2, key: "a", atLeast: false },
        { x: 6.5, count: 1, key: "a", atLeast: false },
      ],
    },
  ]);
});

test("zero on a log axis goes to a strip of its own, not to the bottom", () => {
  const points: [number, number][] = [
    [0, 0.1],
    [1, 0],
    [2, 0.01],
    [3, 0.02],
  ];
  const { series, strips, y } = prepare([one(rawWindow(points))], { y: { kind: "number", scale: "log" } });
  expect(strips.map((strip) => strip.meaning)).toEqual(["zero or negative, not on log"]);
  expect(drawnSamples(series[0].line, [0, 3])).toEqual([0, 2, 3]);
  expect(y.domain).toEqual([0.01, 0.1]);
});

test("the baseline is ink and drawn last, the rest grey and first, and what stands beside a line under it", () => {
  const { series, notes } = prepare([
    one(rawWindow(steps(0, 3)), { key: "base", baseline: true, colour: 4 }),
    one(rawWindow(steps(0, 3)), { key: "b", colour: 2 }),
    one(rawWindow(steps(0, 3)), { key: "c", colour: "rest" }),
    one(rawWindow(steps(0, 3)), { key: "p90", colour: 2, beside: true }),
  ]);
  expect(series.map(({ key, colour, role }) => [key, colour, role])).toEqual([
    ["c", "rest", "rest"],
    ["p90", 2, "beside"],
    ["b", 2, "run"],
    ["base", "ink", "baseline"],
  ]);
  expect(notes).toEqual(["1 other in gray"]);
});

test("a live line ends in a mark at its last point, not at a NaN after it", () => {
  const { series } = prepare([
    one(
      rawWindow([
        [0, 1],
        [1, 2],
        [2, null],
      ]),
      { end: "live" },
    ),
  ]);
  expect(series[0].end).toEqual({ x: 1, y: 2, state: "live" });
});

test("the x domain fits the data unless it is given", () => {
  expect(prepare([one(rawWindow(steps(3, 9)))]).x.domain).toEqual([3, 9]);
  expect(prepare([one(rawWindow([[7, 1]]))]).x.domain).toEqual([6, 8]);
  expect(prepare([one(rawWindow([]))]).x.domain).toEqual([0, 1]);
});

test("a reference line is in the picture", () => {
  const { y } = prepare([one(rawWindow(steps(0, 5, 1)))], { references: [{ y: 4, label: "ceiling" }] });
  expect(y.domain[1]).toBeGreaterThanOrEqual(4);
});

test("of a bucket that is not on a log axis all points are counted, of one that only reaches there at least one", () => {
  const { strips } = prepare([one(bucketWindow([1, 2, -1, -2, 3, 0, 1, 1], 2))], {
    y: { kind: "number", scale: "log" },
  });
  expect(strips.map(({ marks }) => marks.map(({ x, count }) => [x, count]))).toEqual([
    [
      [2.5, 2],
      [4.5, 1],
    ],
  ]);
});

test("what is not on a log axis is said once, and not again as beyond its lower bound", () => {
  const { notes } = prepare(
    [
      one(
        rawWindow([
          [0, 5],
          [1, 0],
          [2, 0.5],
        ]),
      ),
    ],
    { y: { kind: "number", scale: "log", domain: [1, null] } },
  );
  expect(notes).toEqual(["1 point is zero or negative, not on log", "1 point below 1.00"]);
});

test("points that have no place on a log x are at least so many where a bucket may hide more of them", () => {
  const points = Array.from({ length: 100 }, (_, index): [number, number] => [index - 50, 1]);
  const notes = (size: number) =>
    prepare([one(bucketPoints(points, size))], { x: { label: "train step", kind: "count", scale: "log" } })
      .notes;
  // 51 of the points are at 0 or less: 50 in whole buckets, and one or more in the next.
  expect(notes(1)).toContain("51 points at train step 0 or less, not on log");
  expect(notes(25)).toContain("At least 51 points at train step 0 or less, not on log");
  expect(notes(40)).toContain("At least 41 points at train step 0 or less, not on log");
});
