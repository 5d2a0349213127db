import { expect, test } from "vitest";
import type { BandSeries } from "../types.ts";
import { prepareBands } from "./prepare-bands.ts";

const band = (key: string, lows: number[], more: Partial<BandSeries> = {}): BandSeries => ({
  key,
  label: key,
  points: lows.map((low, x) => ({ x, mean: 2, low, high: 4, n: 3 })),
  ...more,
});
const notes = (series: BandSeries[], more: Partial<Parameters<typeof prepareBands>[0]> = {}) =>
  prepareBands({
    series,
    x: { label: "train step", kind: "count" },
    y: { kind: "number", scale: "log" },
    ...more,
  }).notes.filter((note) => note.includes("interval"));

test("a log axis says how many intervals it draws without their lower end", () => {
  expect(notes([band("a", [1, 0, -1, 1])])).toEqual(["2 intervals reach to 0 or below, not on log"]);
  expect(notes([band("a", [1, 1, -1])])).toEqual(["1 interval reaches to 0 or below, not on log"]);
  expect(notes([band("a", [1, 1])])).toEqual([]);
  expect(notes([band("a", [-1, 1])], { y: { kind: "number" } })).toEqual([]);
});

test("it counts those of shown lines, in sight", () => {
  const two = [band("a", [-1, 1, -1]), band("b", [-1, -1, -1])];
  expect(notes(two, { hidden: ["b"] })).toEqual(["2 intervals reach to 0 or below, not on log"]);
  expect(notes(two, { zoom: [1, 2] })).toEqual(["3 intervals reach to 0 or below, not on log"]);
});

test("where only the last interval of a line is drawn, as a bar, that one counts", () => {
  const four = ["a", "b", "c"].map((key) => band(key, [-1, -1, -1]));
  expect(notes([...four, band("d", [-1, -1, 1])])).toEqual(["3 intervals reach to 0 or below, not on log"]);
});

test("the lowest seed below 0 is no interval", () => {
  const many = ["a", "b", "c", "d"].map((key) => band(key, [1, -1]));
  for (const series of [many.slice(0, 1), many]) expect(notes(series, { spread: "range" })).toEqual([]);
});
