import { expect, test } from "vitest";
import type { LineSeries } from "../types.ts";
import { keptPath } from "./kept-path.ts";
import { layoutPlot } from "./layout-plot.ts";
import { linePath } from "./path-data.ts";
import type { Line } from "./plot-model.ts";
import { prepareLines } from "./prepare-lines.ts";
import type { Scale } from "./scale.ts";
import { rawWindow, steps } from "./testing.ts";

const windows = Array.from({ length: 100 }, (_, index) => rawWindow(steps(0, 50, index)));

function draw(series: LineSeries[], width = 400): { drawn: number; paths: string[] } {
  const model = prepareLines({
    series,
    x: { label: "train step", kind: "count", domain: [0, 100] },
    y: { kind: "number" },
  });
  const { x, y } = layoutPlot(model, width, 132);
  let drawn = 0;
  const paths = model.series.map(({ line }) => keptPath(count, line, x, y));
  drawn = draws;
  draws = 0;
  return { drawn, paths };
}

let draws = 0;
function count(line: Line, x: Scale, y: Scale): string {
  draws++;
  return linePath(line, x, y);
}

const all = (replaced = -1, window = windows[0]) =>
  windows.map((one, index) => ({ key: `${index}`, label: "", window: index === replaced ? window : one }));

test("a tail on one of a hundred lines draws that one again and keeps the others", () => {
  expect(draw(all()).drawn).toBe(100);
  const longer = rawWindow(steps(0, 60, 7));
  const { drawn, paths } = draw(all(7, longer));
  expect(drawn).toBe(1);
  expect(paths[7].length).toBeGreaterThan(paths[8].length);
});

test("other axes draw every line again, and going back does not", () => {
  draw(all());
  expect(draw(all(), 900).drawn).toBe(100);
  expect(draw(all(), 400).drawn).toBe(0);
});
