import { expect, test } from "vitest";
import type { BandSeries } from "../types.ts";
import { prepareBands } from "./prepare-bands.ts";

const variant = (key: string, n: number, more: Partial<BandSeries> = {}): BandSeries => ({
  key,
  label: key,
  points: [0, 10, 20].map((x) => ({ x, mean: 0.5, low: 0.4, high: 0.6, n })),
  ...more,
});
const prepare = (series: BandSeries[]) =>
  prepareBands({ series, x: { label: "train step", kind: "count" }, y: { kind: "share" } });
const areas = (series: BandSeries[]) =>
  prepare(series).series.map(({ key, area, whisker }) => [key, area?.means ?? null, whisker !== null]);

test("three seeds have a band", () => {
  expect(areas([variant("a", 3)])).toEqual([["a", "interval", false]]);
});

test("below three seeds there is no band, even where bounds were sent, and the caption says why", () => {
  const model = prepare([variant("a", 3), variant("b", 1)]);
  expect(model.series[1].area).toBeNull();
  expect(model.series[1].line.samples.bounds).toBeNull();
  expect(model.notes).toEqual(["b: 1 seed, no interval"]);
  expect(prepare([variant("only", 2)]).notes).toEqual(["2 seeds, no interval"]);
  expect(prepare([variant("a", 1), variant("b", 2)]).notes).toEqual(["Fewer than 3 seeds, no intervals"]);
});

test("with four variants only the baseline and the pinned one keep their band, the others a bar at the edge", () => {
  expect(
    areas([
      variant("base", 3, { baseline: true }),
      variant("a", 3, { pinned: true }),
      variant("b", 3),
      variant("c", 3),
    ]),
  ).toEqual([
    ["a", "interval", false],
    ["b", null, true],
    ["c", null, true],
    ["base", "interval", false],
  ]);
});

test("lines of the rest have neither band nor bar", () => {
  expect(areas([variant("a", 3), variant("x", 3, { colour: "rest" })])).toEqual([
    ["x", null, false],
    ["a", "interval", false],
  ]);
});

test("the lowest and highest seed are measured and no interval: two seeds have them", () => {
  const model = prepareBands({
    series: [variant("a", 2)],
    x: { label: "train step", kind: "count" },
    y: { kind: "share" },
    spread: "range",
  });
  expect(model.series[0].area?.means).toBe("envelope");
  expect(model.notes).toEqual([]);
});
