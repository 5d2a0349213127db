import { describe, expect, test } from "vitest";
import { toCsv } from "#components/charts/prepare/csv.ts";
import { layoutPlot } from "./layout-plot.ts";
import { prepareBands } from "./preparers.ts";
import { readOut, writeSample } from "./read-out.ts";
import type { BandSeries } from "./series.ts";

describe("clip to possible", () => {
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
    expect([...(model.series[0].area?.low ?? []), ...(model.series[0].area?.high ?? [])]).toEqual([
      0, 0, 1, 1,
    ]);
    expect(model.notes).toEqual(["Intervals are cut at 0 and 100\u202f%"]);
    expect(shares([band("a", 0.95, 0.2)]).notes).toEqual(["Intervals are cut at 100\u202f%"]);
    expect(shares([band("a", 0.05, 0.2)]).notes).toEqual(["Intervals are cut at 0"]);
  });

  test("tooltip, table and CSV say the interval that is drawn", () => {
    const model = shares([band("a", 0.412, 0.443)]);
    const [one] = model.series;
    expect(one.area?.low[0]).toBe(0);
    expect(readOut(model, 0).rows[0].detail).toBe("3 seeds  [0.0, 85.5]");
    expect(writeSample(one, 0, { kind: "share", unit: "" }).detail).toBe("3 seeds  [0.0, 85.5]");
    const [head, first] = toCsv(model, { metric: "Solved" })
      .split("\n")
      .map((row) => row.split(","));
    const [low, high] = ["low", "high"].map((name) => Number(first[head.indexOf(name)]));
    expect([low, high]).toEqual([0, one.area?.high[0]]);
  });

  test("a line whose band is not drawn is read within the same bounds", () => {
    const many = ["b", "c", "d"].map((key) => band(key, 0.9, 0.2));
    const grey = band("e", 0.95, 0.2, { colour: "rest" });
    const rows = readOut(shares([band("a", 0.5, 0.1, { baseline: true }), ...many, grey]), 0).rows;
    expect(rows.find(({ key }) => key === "b")?.detail).toBe("3 seeds  [70.0, 100.0]");
    expect(rows.find(({ key }) => key === "e")?.detail).toBe("3 seeds  [75.0, 100.0]");
  });

  test("the lowest and the highest seed are measured, and read as they were", () => {
    const model = prepareBands({
      series: [band("a", 0.95, 0.2)],
      x,
      y: { kind: "share" },
      spread: "range",
    });
    expect(model.series[0].line.samples.bounds?.high[0]).toBeCloseTo(1.15);
    expect(model.notes).toEqual([]);
  });

  test("they are so of a variant whose range is a bar only", () => {
    const many = ["a", "b", "c", "d"].map((key) => band(key, 0.5, 0.2));
    const model = prepareBands({ series: many, x, y: { kind: "share" }, spread: "range" });
    expect(model.series[0].area).toBeNull();
    expect(readOut(model, 0).rows[0].detail).toBe("3 seeds  30.0 to 70.0");
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
    expect(model.notes).toEqual(["Intervals are cut at 0"]);
  });
});

describe("intervals below log", () => {
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
});
