import { expect, test } from "vitest";
import type { LineSeries } from "../types.ts";
import { layoutPlot } from "./layout-plot.ts";
import { prepareLines } from "./prepare-lines.ts";
import { rawWindow, steps } from "./testing.ts";

const line = (key: string, to: number, y: number): LineSeries => ({
  key,
  label: key,
  window: rawWindow(steps(0, to, y)),
});
/** Labels by their text, in a chart of 500 x 132 px. */
function labelsOf(series: LineSeries[], zoom?: [number, number]) {
  const model = prepareLines({
    series,
    x: { label: "train step", kind: "count" },
    y: { kind: "number" },
    zoom,
  });
  const { labels, plot } = layoutPlot(model, 500, 132);
  return { plot, ...Object.fromEntries(labels.map((label) => [label.text, label])) } as {
    plot: typeof plot;
  } & Record<string, (typeof labels)[number]>;
}

test("a line that ended early is named where it ends, and one that reaches the edge beside the plot", () => {
  const { early, whole, plot } = labelsOf([
    line("early", 100, 1),
    line("whole", 300, 2),
    line("low", 300, 0),
  ]);
  expect(early.from.x).toBeLessThan(plot.left + (plot.right - plot.left) / 2);
  expect(early.x - early.from.x).toBeLessThan(12);
  expect(early).toMatchObject({ early: true, leader: [], y: early.from.y });
  expect(whole.x).toBeGreaterThan(plot.right);
  expect(whole).toMatchObject({ early: false, leader: [] });
});

test("where its name would cover a line, an early end has a leader from there to the name beside the plot", () => {
  const crossing = [0, 0.06, -0.06].map((by, i) => line(`whole ${i}`, 300, 1 + by));
  const { early, plot } = labelsOf([line("early", 100, 1.001), ...crossing, line("top", 300, 2)]);
  expect(early.x).toBeGreaterThan(plot.right);
  const [start, ...rest] = early.leader;
  expect(start.y).toBe(early.from.y);
  expect(start.x - early.from.x).toBeLessThan(6);
  expect(rest.at(-1)).toEqual({ x: early.x - 3, y: early.y });
});

test("two that ended at one place are named apart", () => {
  const labels = labelsOf([line("early", 100, 1), line("other", 100, 1), line("whole", 300, 2)]);
  const { early, other } = labels;
  expect(early.x === other.x && Math.abs(early.y - other.y) < 13).toBe(false);
});

test("no leader strikes through a name: what would be in its way is named beside the plot as well", () => {
  const names = ["first", "second", "third", "fourth"];
  const { plot, whole, ...labels } = labelsOf([
    ...names.map((name, i) => line(name, 4, 1 + i * 0.02)),
    line("whole", 300, 2),
  ]);
  for (const one of Object.values(labels))
    for (const other of Object.values(labels)) {
      if (one === other || one.leader.length === 0) continue;
      const inWay = other.x < plot.right && other.x > one.from.x && Math.abs(other.y - one.from.y) <= 7;
      expect([one.text, other.text, inWay]).toEqual([one.text, other.text, false]);
    }
  expect(whole.x).toBeGreaterThan(plot.right);
  expect(labels.first.leader.length).toBeGreaterThan(0);
});

test("a line that only leaves the part that is shown has not ended", () => {
  const { early, whole, plot } = labelsOf([line("early", 200, 1), line("whole", 300, 2)], [0, 150]);
  expect([early.early, whole.early]).toEqual([false, false]);
  expect(early.x).toBeGreaterThan(plot.right);
});
