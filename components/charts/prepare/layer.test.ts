import { expect, test } from "vitest";
import { layoutPlot } from "#server/plot/layout-plot.ts";
import { prepareLines } from "#server/plot/preparers.ts";
import { createScale } from "#server/plot/scale.ts";
import type { SeriesWindow } from "#server/plot/series.ts";
import { bucketWindow, rawWindow, steps } from "#server/plot/testing.ts";
import { chooseLayer, markCost, toRows, sameFrame } from "./layer.ts";

const model = (...windows: SeriesWindow[]) =>
  prepareLines({
    series: windows.map((window, index) => ({ key: String(index), label: "", window })),
    x: { label: "train step", kind: "count" },
    y: { kind: "number" },
  });

const layer = (plot: ReturnType<typeof model>, budget?: number, width = 900) =>
  chooseLayer(plot, createScale(plot.x.domain, [0, width]), budget);

test("up to the budget the library draws, above it paths", () => {
  expect(layer(model(rawWindow(steps(1, 500))))).toBe("marks");
  expect(layer(model(rawWindow(steps(1, 500))), 700)).toBe("paths");
  expect(layer(model(...Array.from({ length: 13 }, () => rawWindow(steps(1, 500)))))).toBe("paths");
});

test("a band costs three times its line, and every mark something before its first point", () => {
  expect(markCost(model(rawWindow(steps(1, 50))).series)).toBe(50 + 300);
  expect(markCost(model(bucketWindow(Array(100).fill(1), 2)).series)).toBe(50 + 150 + 600);
});

test("lines on different x would break each other in the shared table, so paths draw them", () => {
  const even = rawWindow([0, 2, 4, 6].map((x) => [x, 1]));
  const odd = rawWindow([1, 3, 5, 7].map((x) => [x, 1]));
  expect(layer(model(even, odd))).toBe("paths");
  expect(layer(model(even, even))).toBe("marks");
});

test("a run that ended early shares the table with a longer one", () => {
  expect(layer(model(rawWindow(steps(0, 50)), rawWindow(steps(0, 90))))).toBe("marks");
});

test("a point that stands alone is drawn by paths, which can", () => {
  expect(layer(model(rawWindow([...steps(0, 9), [30, 1]])))).toBe("paths");
});

test("a gap is a row of its own in the shared table", () => {
  const rows = toRows(model(rawWindow([...steps(0, 3), ...steps(9, 12)])).series);
  expect(rows.map((row) => row.x)).toEqual([0, 1, 2, 3, 6, 9, 10, 11, 12]);
  expect(rows[4]).toEqual({ x: 6 });
});

test("the library fills a bucket at its middle, so wide buckets are drawn by paths", () => {
  const buckets = model(bucketWindow(Array(400).fill(1), 2));
  expect(layer(buckets, undefined, 300)).toBe("marks");
  expect(layer(buckets, undefined, 1200)).toBe("paths");
});

const layout = (points: [number, number][], width = 400, scale: "linear" | "log" = "linear") =>
  layoutPlot(
    prepareLines({
      series: [{ key: "a", label: "", window: rawWindow(points) }],
      x: { label: "train step", kind: "count" },
      y: { kind: "number", scale },
    }),
    width,
    132,
  );
const points: [number, number][] = [
  [0, 1],
  [10, 8],
];

test("points within the axes leave them as they are", () => {
  expect(sameFrame(layout(points), layout([...points.slice(0, 1), [5, 7], [10, 8]]))).toBe(true);
});

test("a longer run, higher values, another width or scale draw other axes", () => {
  const before = layout(points);
  expect(sameFrame(before, layout([...points, [12, 3]]))).toBe(false);
  expect(sameFrame(before, layout([...points.slice(0, 1), [10, 80]]))).toBe(false);
  expect(sameFrame(before, layout(points, 500))).toBe(false);
  expect(sameFrame(before, layout(points, 400, "log"))).toBe(false);
});
