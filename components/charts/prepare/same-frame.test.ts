import { expect, test } from "vitest";
import { layoutPlot } from "./layout-plot.ts";
import { prepareLines } from "./prepare-lines.ts";
import { sameFrame } from "./same-frame.ts";
import { rawWindow } from "./testing.ts";

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
