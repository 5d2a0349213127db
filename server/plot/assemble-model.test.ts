import { expect, test } from "vitest";
import { layoutPlot } from "./layout-plot.ts";
import { prepareBands, prepareLines, type LineChartInput } from "./preparers.ts";
import type { LineSeries } from "./series.ts";
import { rawWindow, steps, bucketPoints } from "./testing.ts";

const x = { label: "train step", kind: "count" as const };
const rise = (key: string, more: Partial<LineSeries> = {}): LineSeries => ({
  key,
  label: key,
  window: rawWindow(Array.from({ length: 101 }, (_, at) => [at, at * 10])),
  ...more,
});
const prepare = (more: Partial<LineChartInput> = {}, ...series: LineSeries[]) =>
  prepareLines({ series: series.length > 0 ? series : [rise("a")], x, y: { kind: "number" }, ...more });

test("zoomed in, x shows the stretch and y fits what is in it", () => {
  const { x: shown, y } = prepare({ zoom: [90, 95] });
  expect(shown).toMatchObject({ domain: [90, 95], full: [0, 100], zoomed: true, isWhole: false });
  expect(y.domain).toEqual([900, 950]);
});

test("an axis that the page has measured is known as a whole, also zoomed in", () => {
  expect(prepare({ zoom: [90, 95], x: { ...x, domain: [0, 5000] } }).x).toMatchObject({
    full: [0, 5000],
    isWhole: true,
  });
});

test("a zoom that is none shows all", () => {
  for (const zoom of [null, [5, 5], [9, 3], [Number.NaN, 3], [0, Infinity]] as ([number, number] | null)[])
    expect(prepare({ zoom }).x).toMatchObject({ domain: [0, 100], zoomed: false });
});

test("a stretch without points says so and keeps the axis of the others", () => {
  const { y, notes, empty } = prepare({ zoom: [200, 300] });
  expect(notes).toEqual(["Nothing measured in this stretch"]);
  expect(y.domain).toEqual([0, 1000]);
  expect(empty).toBe(false);
});

test("seams, flags, ends and strips outside of the stretch are not drawn", () => {
  const broken = rise("a", {
    end: "live",
    window: rawWindow([...steps(0, 40), [50, null], ...steps(60, 100)]),
  });
  const annotations = {
    seams: [
      { x: 10, label: "attempt 2" },
      { x: 30, label: "attempt 3" },
    ],
    flags: [{ x0: 5, x1: 8, level: "info" as const, rule: "D01" }],
  };
  const model = prepare({ zoom: [20, 45], ...annotations }, broken);
  expect(model.seams.map((seam) => seam.x)).toEqual([30]);
  expect([model.flags, model.strips]).toEqual([[], []]);
  expect(model.series[0].end).toBeNull();
});

test("what stands at the very edge of the stretch is drawn, on either side", () => {
  const seams = [20, 45].map((at) => ({ x: at, label: `attempt at ${at}` }));
  const flag = (rule: string, x0: number, x1: number | null = null) => ({
    x0,
    x1,
    level: "info" as const,
    rule,
  });
  const flags = [flag("D01", 45), flag("D02", 45, 60), flag("D03", 5, 20), flag("D04", 5), flag("D05", 46)];
  const model = prepare({ zoom: [20, 45], seams, flags: [...flags, flag("D06", 5, 19)] });
  expect(model.seams).toEqual(seams);
  expect(model.flags.map(({ rule }) => rule)).toEqual(["D01", "D02", "D03", "D04"]);
  const falling = {
    key: "b",
    label: "b",
    window: rawWindow([
      [0, 10],
      [10, 0],
    ]),
    end: "live" as const,
  };
  for (const zoom of [
    [20, 100],
    [100, 120],
  ] as [number, number][])
    expect(prepare({ zoom }, rise("a", { end: "live" })).series[0].end).toMatchObject({ x: 100, y: 1000 });
  expect(prepare({ zoom: [5, 10] }, falling).series[0].end).toMatchObject({ x: 10, y: 0 });
});

test("hidden lines are in the legend and nowhere else, and the caption counts them", () => {
  const model = prepare({ hidden: ["b", "of another chart"] }, rise("a"), rise("b"), rise("c"));
  expect(model.series.map((one) => one.key)).toEqual(["a", "c"]);
  expect(model.lines.map(({ key, hidden }) => [key, hidden])).toEqual([
    ["a", false],
    ["b", true],
    ["c", false],
  ]);
  expect(model.notes).toEqual(["1 of 3 lines hidden"]);
});

test("with all lines hidden there are axes and the way back, not the words for a chart without points", () => {
  expect(prepare({ hidden: ["a"] }).empty).toBe(false);
  expect(prepare({}, rise("a", { window: rawWindow([]) })).empty).toBe(true);
});

test("bands are looked at in the same ways", () => {
  const band = (key: string) => ({
    key,
    label: key,
    points: [0, 10, 20].map((at) => ({ x: at, mean: at, low: at - 1, high: at + 1, n: 3 })),
  });
  const model = prepareBands({
    series: [band("a"), band("b")],
    x,
    y: { kind: "number" },
    zoom: [9, 11],
    hidden: ["b"],
  });
  expect(model.x.domain).toEqual([9, 11]);
  expect(model.series.map((one) => one.key)).toEqual(["a"]);
  expect(model.y.domain[0]).toBeGreaterThan(5);
});

test("a log x axis goes from the first positive x, and the caption counts what is not on it", () => {
  const { x: shown, notes } = prepare({ x: { ...x, scale: "log" } });
  expect(shown).toMatchObject({ domain: [1, 100], log: true });
  expect(notes).toEqual(["1 point at train step 0 or less, not on log"]);
  expect(prepare({ x: { ...x, scale: "log", domain: [0, 50] } }).x.domain[0]).toBeGreaterThan(0);
});

test("a label stands where its line leaves the picture", () => {
  const model = prepare({ zoom: [20, 40] }, rise("a"), rise("b"));
  const layout = layoutPlot(model, 400, 132);
  expect(layout.labels[0].from.x).toBeCloseTo(layout.x.toPx(40));
});

const points = Array.from({ length: 90_000 }, (_, index): [number, number] => [index + 1, index % 7]);
const notes = (size: number, scale: "linear" | "log", zoom?: [number, number]) =>
  prepareLines({
    series: [{ key: "a", label: "", window: bucketPoints(points, size) }],
    x: { label: "train step", kind: "number", scale },
    y: { kind: "number" },
    zoom,
  }).notes;

test("where a bucket takes more than a tenth of a log axis, the caption says how wide it is", () => {
  expect(notes(225, "log")).toEqual(["Buckets as wide as 1 to 225 on train step; zoom in for detail"]);
});

test("nothing is said on a linear axis, of points, or where buckets are narrow on the axis", () => {
  expect(notes(225, "linear")).toEqual([]);
  expect(notes(1, "log")).toEqual([]);
  expect(notes(225, "log", [10_000, 90_000])).toEqual([]);
});
