import { expect, test } from "vitest";
import type { BandSeries } from "../types.ts";
import { layoutPlot } from "./layout-plot.ts";
import { prepareBands } from "./prepare-bands.ts";

const band = (key: string, mean: number, half: number, more: Partial<BandSeries> = {}): BandSeries => ({
  key,
  label: key,
  points: [0, 10].map((x) => ({ x, mean, low: mean - half, high: mean + half, n: 3 })),
  ...more,
});
const x = { label: "train step", kind: "count" as const };
const shares = (series: BandSeries[]) => prepareBands({ series, x, y: { kind: "share" } });

test("a share's band ends at 0 and 100 %, the axis with it, and the caption says so", () => {
  const model = shares([band("a", 0.55, 0.6)]);
  expect(model.y.domain).toEqual([0, 1]);
  expect([...(model.series[0].area?.low ?? []), ...(model.series[0].area?.high ?? [])]).toEqual([0, 0, 1, 1]);
  expect(model.notes).toContain("Intervals end where the quantity does");
});

test("the tooltip still has the interval as it was computed", () => {
  const [{ line }] = shares([band("a", 0.95, 0.2)]).series;
  expect(line.samples.bounds?.high[0]).toBeCloseTo(1.15);
});

test("a bar at the edge that is cut is open at that end only", () => {
  const many = ["b", "c", "d"].map((key) => band(key, 0.9, 0.2));
  const model = shares([band("a", 0.5, 0.1, { baseline: true }), ...many]);
  expect(model.series[0].whisker).toMatchObject({ high: 1, open: { low: false, high: true } });
  const [mark] = layoutPlot(model, 400, 200).whiskers;
  expect([mark.open, mark.y0]).toEqual([{ low: false, high: true }, layoutPlot(model, 400, 200).plot.top]);
});

test("nothing is cut or said where intervals lie inside", () => {
  const model = shares([band("a", 0.5, 0.1)]);
  expect(model.series[0].area?.low[0]).toBeCloseTo(0.4);
  expect(model.notes).toEqual([]);
});

test("a bound that drawn values break is no bound", () => {
  const model = shares([band("a", 1.2, 0.1)]);
  expect(model.series[0].area?.high[0]).toBeCloseTo(1.3);
  expect(model.y.domain[1]).toBeCloseTo(1.3);
});

test("a quantity without an upper bound is cut below only", () => {
  const y = { kind: "number" as const, possible: [0, null] as [number, null] };
  const model = prepareBands({ series: [band("a", 0.2, 0.5)], x, y });
  expect(model.series[0].area?.low[0]).toBe(0);
  expect(model.series[0].area?.high[0]).toBeCloseTo(0.7);
  expect(model.y.domain[0]).toBe(0);
});
