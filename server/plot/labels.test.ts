import * as fc from "fast-check";
import { expect, test } from "vitest";
import { placeLabels, chooseLabels, needsLegend } from "./labels.ts";
import { layoutPlot } from "./layout-plot.ts";
import { prepareLines } from "./preparers.ts";
import type { LineSeries } from "./series.ts";
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

/** Each leader with a name that it strikes through. */
const struck = ({ plot, ...labels }: ReturnType<typeof labelsOf>): string[] =>
  Object.values(labels).flatMap((one) =>
    Object.values(labels)
      .filter((other) => one.early && one.leader.length > 0 && other.x < plot.right && other.x > one.from.x)
      .filter((other) => Math.abs(other.y - one.from.y) <= 7)
      .map((other) => `${one.text} strikes ${other.text}`),
  );

test("no leader strikes through a name: what would be in its way is named beside the plot as well", () => {
  const names = ["first", "second", "third", "fourth"];
  const all = labelsOf([...names.map((name, i) => line(name, 4, 1 + i * 0.02)), line("whole", 300, 2)]);
  const { plot, whole, ...labels } = all;
  expect(struck(all)).toEqual([]);
  expect(whole.x).toBeGreaterThan(plot.right);
  expect(labels.first.leader.length).toBeGreaterThan(0);
});

test("a name that left the plot for a leader makes way with its own leader too", () => {
  const late = { key: "late", label: "late", window: rawWindow(steps(200, 250, 0.808)) };
  const all = labelsOf([
    line("first", 20, 1),
    line("then", 60, 0.904),
    late,
    line("over", 300, 1.154),
    line("top", 300, 2),
    line("low", 300, 0),
  ]);
  expect(struck(all)).toEqual([]);
  expect(all.first.leader.length).toBeGreaterThan(0);
  for (const { x } of [all.first, all.then, all.late]) expect(x).toBeGreaterThan(all.plot.right);
});

test("a name at the lower edge stands above the ticks", () => {
  const { early, plot } = labelsOf([line("early", 100, 0), line("whole", 300, 2)]);
  expect(early.x).toBeLessThan(plot.right);
  expect(early.y + 7).toBeLessThanOrEqual(plot.bottom);
});

test("a line that only leaves the part that is shown has not ended", () => {
  const { early, whole, plot } = labelsOf([line("early", 200, 1), line("whole", 300, 2)], [0, 150]);
  expect([early.early, whole.early]).toEqual([false, false]);
  expect(early.x).toBeGreaterThan(plot.right);
});

test("labels with room stay where their lines end", () => {
  expect(placeLabels([10, 40, 80], 13, 0, 100)).toEqual([10, 40, 80]);
});

test("two at one place move apart by the same distance", () => {
  expect(placeLabels([50, 50], 13, 0, 100)).toEqual([43.5, 56.5]);
});

test("a pushed group pushes its neighbour, and all move as little as possible", () => {
  expect(placeLabels([50, 51, 52], 13, 0, 100)).toEqual([38, 51, 64]);
});

test("they stay inside the frame", () => {
  expect(placeLabels([98, 99], 13, 0, 100)).toEqual([87, 100]);
  expect(placeLabels([1, 2], 13, 0, 100)).toEqual([0, 13]);
});

test("whatever the ends, labels keep order, distance and frame while they fit", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -20, max: 220, noNaN: true }), { maxLength: 12 }), (ends) => {
      const wished = ends.toSorted((a, b) => a - b);
      const placed = placeLabels(wished, 13, 0, 200);
      placed.forEach((position, index) => {
        if (index > 0) expect(position - placed[index - 1]).toBeGreaterThanOrEqual(13 - 1e-6);
        expect(position).toBeGreaterThanOrEqual(-1e-6);
        expect(position).toBeLessThanOrEqual(200 + 1e-6);
      });
    }),
  );
});

const lines = (count: number, more: (index: number) => Partial<LineSeries> = () => ({})) =>
  Array.from({ length: count }, (_, index) => ({
    key: `${index}`,
    label: `run ${index}`,
    window: rawWindow(steps(0, 5, index)),
    ...more(index),
  }));
const model = (series: LineSeries[], hidden: string[] = []) =>
  prepareLines({ series, x: { label: "train step", kind: "count" }, y: { kind: "number" }, hidden });

test("lines are labelled at their ends as long as each finds room, and then need no legend", () => {
  expect(chooseLabels(model(lines(8)), 132)).toHaveLength(8);
  expect(needsLegend(model(lines(8)), 132)).toBe(false);
});

test("where some find no room, none is labelled and all are listed; a higher chart labels them", () => {
  expect(chooseLabels(model(lines(20)), 132)).toEqual([]);
  expect(needsLegend(model(lines(20)), 132)).toBe(true);
  expect(chooseLabels(model(lines(20)), 600)).toHaveLength(20);
});

test("the rest has no label, so several of it are listed", () => {
  const rest = (count: number) => model(lines(6, (index) => (index < count ? { colour: "rest" } : {})));
  expect(needsLegend(rest(1), 132)).toBe(false);
  expect(needsLegend(rest(2), 132)).toBe(true);
});

test("attempts without a name are told apart by their seams, not by a list", () => {
  expect(needsLegend(model(lines(3, () => ({ label: "" }))), 132)).toBe(false);
});

test("a hidden line must find its way back, and the one that is left keeps its label", () => {
  const one = model(lines(2), ["1"]);
  expect(needsLegend(one, 132)).toBe(true);
  expect(chooseLabels(one, 132).map((line) => line.key)).toEqual(["0"]);
  expect(one.notes).toEqual(["1 of 2 lines hidden"]);
});
