import { expect, test } from "vitest";
import type { LineSeries } from "../types.ts";
import { prepareLines, type LineChartInput } from "./prepare-lines.ts";
import { bucketWindow, rawWindow, steps } from "./testing.ts";

const one = (window: LineSeries["window"], more: Partial<LineSeries> = {}): LineSeries => ({
  key: "a",
  label: "a",
  window,
  ...more,
});
const prepare = (series: LineSeries[], more: Partial<LineChartInput> = {}) =>
  prepareLines({ series, x: { label: "train step", kind: "count" }, y: { kind: "number" }, ...more });

test("raw points are a line without an envelope", () => {
  const { series } = prepare([one(rawWindow(steps(0, 10)))]);
  expect(series[0].area).toBeNull();
  expect(series[0].line[0]).toHaveLength(11);
});

test("wherever a bucket holds more than one point its spikes stay, as an envelope", () => {
  const values = Array.from({ length: 40 }, (_, index) => (index === 13 ? 9 : 1));
  const { series, y } = prepare([one(bucketWindow(values, 10))]);
  expect(series[0].area).toBe("envelope");
  expect(series[0].line[0][1]).toMatchObject({ y: 1.8, low: 1, high: 9 });
  expect(y.domain[1]).toBeGreaterThanOrEqual(9);
});

test("raw behind a smoothed line takes the place of the envelope", () => {
  const raw = bucketWindow([1, 2, 3, 4, 5, 6], 2);
  const { series } = prepare([one(rawWindow(steps(0, 5, 3)), { behind: raw })]);
  expect(series[0].area).toBeNull();
  expect(series[0].behind[0]).toHaveLength(3);
});

test("NaN keeps its place under the axis and breaks the line", () => {
  const { series, strips } = prepare([one(bucketWindow([1, 1, null, null, 1, 1, 1, null], 2))]);
  expect(series[0].line).toHaveLength(2);
  expect(strips).toEqual([
    {
      label: "NaN",
      meaning: "NaN or infinite",
      marks: [
        { x: 2.5, count: 2, key: "a" },
        { x: 6.5, count: 1, key: "a" },
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
  expect(series[0].line.flat().every((point) => point.y > 0)).toBe(true);
  expect(y.domain).toEqual([0.01, 0.1]);
});

test("the baseline is ink and drawn last, the rest grey and first", () => {
  const { series, notes } = prepare([
    one(rawWindow(steps(0, 3)), { key: "base", baseline: true, colour: 4 }),
    one(rawWindow(steps(0, 3)), { key: "b", colour: 2 }),
    one(rawWindow(steps(0, 3)), { key: "c", colour: "rest" }),
  ]);
  expect(series.map(({ key, colour, role }) => [key, colour, role])).toEqual([
    ["c", "rest", "rest"],
    ["b", 2, "run"],
    ["base", "ink", "baseline"],
  ]);
  expect(notes).toEqual(["1 other in grey"]);
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
