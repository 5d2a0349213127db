import { describe, expect, test } from "vitest";
import { layoutPlot, placeReference } from "./layout-plot.ts";
import { prepareDots, prepareLines } from "./preparers.ts";
import type { Annotations, LineSeries, YAxisSpec } from "./series.ts";
import { clusterMarks } from "./strips.ts";
import { rawWindow, steps } from "./testing.ts";
import { textWidth } from "./text.ts";

const line = (key: string, y: number): LineSeries => ({
  key,
  label: key,
  window: rawWindow(steps(0, 280, y)),
});
const model = (...series: LineSeries[]) =>
  prepareLines({ series, x: { label: "train step", kind: "count" }, y: { kind: "number" } });

test("an only line has no label, since the title names it", () => {
  const { labels, plot } = layoutPlot(model(line("a", 1)), 320, 132);
  expect(labels).toEqual([]);
  expect(plot.right).toBe(312);
});

test("several lines are labelled at their ends, apart from each other and in their order", () => {
  const { labels, plot } = layoutPlot(model(line("first", 1), line("second", 1.01)), 500, 132);
  expect(labels.map((label) => label.text)).toEqual(["second", "first"]);
  expect(labels[1].y - labels[0].y).toBeGreaterThanOrEqual(13);
  expect(Math.min(...labels.map((label) => label.x))).toBeGreaterThan(plot.right);
});

test("labels shorten in the middle where they would take a third of the width", () => {
  const { labels, plot } = layoutPlot(
    model(line("a_rather_long_variant_name-s1", 1), line("b", 2)),
    300,
    132,
  );
  expect(labels.find((label) => label.text.includes("…"))?.text).toMatch(/^a_rat.*s1$/);
  expect(plot.right).toBeGreaterThan(170);
});

test("about one x tick per 90 px, and one at the last x", () => {
  expect(layoutPlot(model(line("a", 1)), 320, 132).xTicks.map((tick) => tick.text)).toEqual([
    "0",
    "100",
    "",
    "280",
  ]);
  expect(layoutPlot(model(line("a", 1)), 900, 132).xTicks.length).toBeGreaterThan(5);
  expect(layoutPlot(model(line("a", 1)), 120, 132).xTicks.length).toBeLessThanOrEqual(3);
});

test("a strip takes its height from the plot, so the chart keeps its own", () => {
  const broken = model({
    ...line("a", 1),
    window: rawWindow([...steps(0, 9), [10, null], ...steps(11, 20)]),
  });
  const plain = layoutPlot(model(line("a", 1)), 320, 132);
  const striped = layoutPlot(broken, 320, 132);
  expect(plain.plot.bottom - striped.plot.bottom).toBe(16);
  expect(striped.strips[0].y).toBeLessThan(132);
});

test("the name of a strip stands clear of the lowest label of y, of the next strip and of the labels of x", () => {
  const broken = { ...line("a", 1), window: rawWindow([...steps(1, 9), [10, null], [11, 0]]) };
  const log = prepareLines({
    series: [broken],
    x: { label: "train step", kind: "count" },
    y: { kind: "number", scale: "log" },
  });
  const { plot, strips, height } = layoutPlot(log, 320, 132);
  expect(strips.map((strip) => strip.label)).toEqual(["NaN", "≤ 0"]);
  // Figures are about 0.72 em high: y labels reach 3.5 px below their value, x labels end 4 px above the edge.
  const inkTop = (baseline: number, size: number) => baseline - 0.72 * size;
  expect(inkTop(strips[0].y + 3, 9.5)).toBeGreaterThan(plot.bottom + 3.5 + 3);
  expect(strips[1].y - strips[0].y).toBeGreaterThanOrEqual(9.5);
  expect(strips[1].y + 3).toBeLessThan(inkTop(height - 4, 10.5));
});

test("the name of a strip has room left of the axis", () => {
  const points: [number, number | null][] = [...steps(0, 9), [10, Infinity], [11, null]];
  const { strips, plot } = layoutPlot(model({ ...line("a", 1), window: rawWindow(points) }), 320, 132);
  expect(strips[0].label).toBe("not finite");
  expect(plot.left - 6).toBeGreaterThanOrEqual(textWidth("not finite", 9.5));
});

describe("a chart without a value to draw", () => {
  const points: [number, number | null][] = [0, 1, 2].map((at) => [at, null]);
  const of = (window = rawWindow(points), y: YAxisSpec = { kind: "number" }, more: Annotations = {}) =>
    prepareLines({
      series: [{ key: "a", label: "", window }],
      x: { label: "train step", kind: "count" },
      y,
      ...more,
    });

  test("it says so in place of a scale, above the strip of its points", () => {
    for (const kind of ["number", "share"] as const) {
      const broken = of(undefined, { kind, domain: kind === "share" ? [0, null] : undefined });
      const { yTicks, strips } = layoutPlot(broken, 320, 132);
      expect([broken.y.missing, broken.empty, yTicks]).toEqual(["no finite value", false, []]);
      expect(strips.map((strip) => strip.label)).toEqual(["NaN"]);
    }
  });

  test("on a log axis it says that nothing lies above zero", () => {
    const negative = of(rawWindow(steps(0, 3, -1)), { kind: "number", scale: "log" });
    expect(negative.y.missing).toBe("no value above 0");
  });

  test("one finite value or a reference line has a scale", () => {
    const one = of(rawWindow([...points, [3, 7]]));
    const referred = of(undefined, undefined, { references: [{ y: 0.5, label: "start" }] });
    for (const scaled of [one, referred]) {
      expect(scaled.y.missing).toBeNull();
      expect(layoutPlot(scaled, 320, 132).yTicks.length).toBeGreaterThan(0);
    }
  });
});

test("marks that would lie on each other are one mark with their count", () => {
  const marks = [1, 2, 3, 50].map((x) => ({ x, count: 2, atLeast: x === 2 }));
  expect(clusterMarks(marks, (x) => x * 2, 7)).toEqual([
    { px: 4, count: 6, atLeast: true, x0: 1, x1: 3 },
    { px: 100, count: 2, atLeast: false, x0: 50, x1: 50 },
  ]);
});

describe("a chart of one point", () => {
  const one = (width: number, value = 0.5) =>
    layoutPlot(
      prepareDots({
        series: [
          { key: "a", label: "", points: [{ x: 0, value, low: value - 0.05, high: value + 0.05, n: 300 }] },
        ],
        x: { label: "train step", kind: "number" },
        y: { kind: "share" },
      }),
      width,
      132,
    );

  test("it writes the number with its interval, and its own x alone under the axis", () => {
    const { single, xTicks } = one(400);
    expect(single?.text).toBe("50.0\u202f%  n 300  [45.0, 55.0]");
    expect(xTicks.map((tick) => tick.text)).toEqual(["0"]);
  });

  test("the text stays in the frame and off the axis", () => {
    const narrow = one(180);
    expect(narrow.single).toMatchObject({ anchor: "end", x: 180 });
    const low = one(400, 0.05);
    expect(low.single?.y).toBeLessThan(low.plot.bottom - 8);
  });
});

const plot = { left: 30, right: 330, top: 10, bottom: 110 };
const row = (from: number, to: number, y: number) =>
  Array.from({ length: (to - from) / 5 }, (_, index) => ({ x: from + index * 5, y }));

test("the name stands at the right end above its line", () => {
  expect(placeReference(60, 80, plot, [])).toEqual({ x: 327, y: 56, anchor: "end" });
});

test("it goes below where the data lies above", () => {
  expect(placeReference(60, 80, plot, row(200, 330, 52))).toMatchObject({ y: 72, anchor: "end" });
});

test("it goes to the left where the right is full", () => {
  const full = [...row(200, 330, 52), ...row(200, 330, 66)];
  expect(placeReference(60, 80, plot, full)).toMatchObject({ y: 56, anchor: "start" });
});

test("it never leaves the plot", () => {
  expect(placeReference(14, 80, plot, row(30, 330, 20))).toMatchObject({ y: 26 });
  expect(placeReference(108, 80, plot, row(30, 330, 100))).toMatchObject({ y: 104 });
});
