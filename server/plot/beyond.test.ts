import { expect, test } from "vitest";
import { prepareBands, type BandChartInput } from "./preparers.ts";
import type { BandPoint, BandSeries, YAxisSpec } from "./series.ts";

/** Means between -1 and 1 with bounds a tenth around them. */
const usual = (count: number, n: number): BandPoint[] =>
  Array.from({ length: count }, (_, i) => {
    const mean = Math.sin(i);
    return { x: i + 1, mean, low: mean - 0.1, high: mean + 0.1, n };
  });

const band = (points: BandPoint[], more: Partial<BandSeries> = {}): BandSeries => ({
  key: "a",
  label: "a",
  points,
  ...more,
});

const draw = (
  series: BandSeries[],
  more: Partial<BandChartInput> = {},
  y: Partial<YAxisSpec> = {},
): ReturnType<typeof prepareBands> =>
  prepareBands({ series, x: { label: "train step", kind: "count" }, y: { kind: "number", ...y }, ...more });

/** The usual points with other bounds at the 11th x. */
const withBounds = (low: number, high: number, n = 3): BandPoint[] =>
  usual(60, n).map((point, i) => (i === 10 ? { ...point, low, high } : point));

const clipped = { outliers: "clip" } as const;
const fixed = { domain: [-2, 2] as [number, number] };

test("where only one seed is left its value is clipped like any other, and said", () => {
  const points = [...usual(40, 2), { x: 41, mean: 100, low: 100, high: 100, n: 1 }];
  const { y, beyond, notes } = draw([band(points)], { spread: "range", ...clipped });
  expect(y.domain[1]).toBeLessThan(2);
  expect(beyond.map(({ side, marks }) => [side, marks.map(({ x, count }) => [x, count])])).toEqual([
    ["above", [[41, 1]]],
  ]);
  expect(notes).toContain("Outliers clipped: 1 seed above 1.50");
  expect(draw([band(points)], { spread: "range" }, fixed).notes).toContain("1 seed above 2.00");
});

test("of two seeds of which the range reaches beyond it is exactly one, of more at least one", () => {
  const notes = (n: number) => draw([band(withBounds(-0.9, 50, n))], { spread: "range" }, fixed).notes;
  expect(notes(2)).toEqual(["1 seed above 2.00"]);
  expect(notes(3)).toEqual(["At least 1 seed above 2.00"]);
});

test("of many variants, where no range is drawn, a mean beyond stands for its seeds, and the bar at the edge for its own", () => {
  const all = (points: BandPoint[]) => ["a", "b", "c", "d"].map((key) => band(points, { key, label: key }));
  const notes = (points: BandPoint[], more: Partial<BandChartInput> = {}) =>
    draw(all(points), { spread: "range", ...more }, fixed).notes;
  const at = (index: number, mean: number, low: number, high: number) =>
    usual(60, 5).map((point, i) => (i === index ? { ...point, mean, low, high } : point));
  expect(notes(at(10, 400, 300, 500))).toEqual(["20 seeds above 2.00"]);
  expect(notes(at(10, 400, 0, 500))).toEqual(["At least 4 seeds above 2.00"]);
  expect(notes(at(10, 0, -300, 300))).toEqual([]);
  const bars = ["At least 4 seeds above 2.00, at least 4 seeds below −2.00"];
  expect(notes(at(59, 0, -300, 300))).toEqual(bars);
  for (const zoom of [
    [11, 20],
    [70, 80],
  ] satisfies [number, number][])
    expect(notes(at(59, 0, -300, 300), { zoom })).toEqual(expect.arrayContaining(bars));
});

test("an interval that is clipped is said, with the end or ends that it runs off at", () => {
  const notes = (low: number, high: number) =>
    draw([band(withBounds(low, high))], { spread: "interval", ...clipped }).notes;
  expect(notes(-500, 500)).toEqual(["Outliers clipped: 1 interval reaches beyond −1.50 and 1.50"]);
  expect(notes(-0.9, 500)).toEqual(["Outliers clipped: 1 interval reaches above 1.50"]);
  expect(notes(-500, 0)).toEqual(["Outliers clipped: 1 interval reaches below −1.50"]);
  expect(notes(-0.9, 0)).toEqual([]);
});

test("an interval whose mean is beyond the same end is said with the mean alone", () => {
  const points = usual(60, 3).map((point, i) =>
    i === 10 ? { ...point, mean: 80, low: 70, high: 90 } : point,
  );
  expect(draw([band(points)], {}, fixed).notes).toEqual(["1 mean above 2.00"]);
  const wide = points.map((point, i) => (i === 10 ? { ...point, low: -70 } : point));
  expect(draw([band(wide)], {}, fixed).notes).toEqual(["1 mean above 2.00, 1 interval reaches below −2.00"]);
});

test("intervals beyond bounds that the page gives are counted in sight, and the bars at the edge too", () => {
  const wide = usual(40, 3).map((point) => ({ ...point, low: point.mean ?? 0, high: 5 }));
  expect(draw([band(wide)], {}, fixed).notes).toEqual(["40 intervals reach above 2.00"]);
  expect(draw([band(wide)], { zoom: [11, 20] }, fixed).notes).toEqual(["10 intervals reach above 2.00"]);
  const four = ["a", "b", "c", "d"].map((key) => band(wide, { key, label: key }));
  expect(draw(four, {}, fixed).notes).toEqual(["4 intervals reach above 2.00"]);
});

test("an interval down to zero on a log axis is said as that, and not again as beyond its lower end", () => {
  const points = [1, 2, 3].map((x) => ({ x, mean: 4, low: x === 2 ? -1 : 3, high: 5, n: 3 }));
  expect(draw([band(points)], {}, { scale: "log", domain: [1, 10] }).notes).toEqual([
    "1 interval reaches to 0 or below, not on log",
  ]);
  expect(draw([band(points)], {}, { scale: "log", domain: [3.5, 10] }).notes).toEqual([
    "1 interval reaches to 0 or below, not on log",
    "2 intervals reach below 3.50",
  ]);
});
