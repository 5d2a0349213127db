import { expect, test } from "vitest";
import { prepareBands, nameLines } from "./preparers.ts";
import { readOut } from "./read-out.ts";
import type { BandSeries } from "./series.ts";

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

test("what seeds of loggers did not log at a call is no gap in their mean", () => {
  const calls = Array.from({ length: 20 }, (_, i) => (i < 10 ? i : i + 1));
  const points = calls.map((x) => ({ x, mean: x, low: null, high: null, n: 1 }));
  const runs = (more: Partial<BandSeries>) =>
    prepare([
      variant("a", 1, { points, members: [points.map(({ x }) => ({ x, y: x }))], ...more }),
    ]).series.map(({ line, members }) => [line.runs.length / 2, members[0].runs.length / 2]);
  expect(runs({})).toEqual([[2, 2]]);
  expect(runs({ ofLogger: true })).toEqual([[1, 1]]);
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

const x = { label: "train step", kind: "count" } as const;
const points = (values: [x: number, mean: number | null, low: number, high: number, nonFinite?: number][]) =>
  values.map(([at, mean, low, high, nonFinite = 0]) => ({
    x: at,
    mean,
    low: mean === null ? null : low,
    high: mean === null ? null : high,
    n: mean === null ? 0 : 3 - nonFinite,
    nonFinite,
  }));

test("seeds that are NaN or infinite stand in the strip of such points, and the mean breaks where there is none", () => {
  const infinite = points([[4, null, 0, 0, 2]]).map((point) => ({ ...point, posInf: 2 }));
  const finite = points([
    [0, 2, 1, 3],
    [1, 1, 1, 1, 1],
    [2, null, 0, 0, 3],
    [3, 1, 1, 1, 1],
  ]);
  const model = prepareBands({
    series: [{ key: "a", label: "a", points: [...finite, ...infinite] }],
    x,
    y: { kind: "number" },
    spread: "range",
  });
  expect(model.strips).toHaveLength(1);
  expect(model.strips[0].marks.map(({ x: at, count }) => [at, count])).toEqual([
    [1, 1],
    [2, 3],
    [3, 1],
    [4, 2],
  ]);
  expect([...model.series[0].line.runs]).toEqual([0, 2, 3, 4]);
  expect(readOut(model, 1).rows[0].detail).toContain("1 NaN");
  expect(readOut(model, 2).rows[0].value).toBe("NaN");
  expect(readOut(model, 4).rows[0].value.toLowerCase()).toContain("inf");
});

const crossing = (spread: "interval" | "range") =>
  prepareBands({
    series: [
      {
        key: "a",
        label: "a",
        points: points([
          [0, 4, 1, 7],
          [1, 2, -1, 5],
          [2, -1, -4, 2],
          [3, -5, -6, -4],
          [4, 3, 2, 4],
        ]),
      },
    ],
    x,
    y: { kind: "number", scale: "log" },
    spread,
  });

test("on a log axis a mean of zero or less is not drawn at the floor: the line breaks and a strip counts it", () => {
  const model = crossing("interval");
  expect([...model.series[0].line.runs]).toEqual([0, 2, 4, 5]);
  expect([...(model.series[0].area?.runs ?? [])]).toEqual([0, 3, 4, 5]);
  expect(model.strips.map(({ label }) => label)).toEqual(["≤ 0"]);
  expect(model.strips[0].marks.map(({ x: at, count }) => [at, count])).toEqual([
    [2, 1],
    [3, 1],
  ]);
});

test("the lowest seed is a measured one, and counts in that strip itself, once for its x", () => {
  expect(crossing("range").notes).toContain("3 lowest seeds are zero or negative, not on log");
  expect(crossing("range").strips[0].marks.map(({ x: at, count }) => [at, count])).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
  ]);
  const single = [{ x: 1, mean: -1, low: null, high: null, n: 1 }];
  const { strips } = prepareBands({
    series: [{ key: "a", label: "a", points: single }],
    x,
    y: { kind: "number", scale: "log" },
    spread: "range",
  });
  expect(strips[0].marks).toMatchObject([{ x: 1, count: 1, key: "a" }]);
});

test("no bar stands at the edge of a log axis for an interval that has no place on it", () => {
  const below = { points: points([[0, -2, -3, -1]]) };
  const { series } = prepareBands({
    series: [variant("a", 3), variant("b", 3), variant("c", 3), variant("d", 3, below)],
    x,
    y: { kind: "number", scale: "log" },
  });
  expect(series.map(({ key, whisker }) => [key, whisker !== null])).toEqual([
    ["a", true],
    ["b", true],
    ["c", true],
    ["d", false],
  ]);
});

test("what stands at zero or less on a log x axis is left out, members too, and counted", () => {
  const model = prepareBands({
    series: [
      variant("a", 3, {
        members: [
          [
            { x: 0, y: 1 },
            { x: 10, y: 1 },
          ],
        ],
      }),
    ],
    x: { ...x, scale: "log" },
    y: { kind: "number" },
  });
  expect([...model.series[0].line.samples.x]).toEqual([10, 20]);
  expect([...model.series[0].members[0].samples.x]).toEqual([10]);
  expect(model.notes).toEqual(["1 mean at train step 0 or less, not on log"]);
});

test("where not every seed has a point the line is dashed, and said while that is in sight", () => {
  const thinning = variant("a", 3, {
    points: [3, 3, 2, 1].map((n, x) => ({ x, mean: 0.5, low: null, high: null, n })),
  });
  const draw = (one: BandSeries, zoom?: [number, number]) =>
    prepareBands({ series: [one], x: { label: "train step", kind: "count" }, y: { kind: "share" }, zoom });
  const model = draw(thinning);
  expect([...model.series[0].line.runs]).toEqual([0, 4]);
  expect([...(model.series[0].whole?.runs ?? [])]).toEqual([0, 2]);
  expect(model.notes).toContain("Dashed where not every seed has a point");
  expect(draw(thinning, [0, 1]).notes).not.toContain("Dashed where not every seed has a point");
  expect(draw(variant("a", 3)).series[0].whole).toBeUndefined();
  expect([...(draw(variant("a", 3, { seeds: 5 })).series[0].whole?.runs ?? [1])]).toEqual([]);
});

test("means of smoothed seeds are read as smoothed", () => {
  const read = (smoothed: boolean) =>
    readOut(
      prepareBands({
        series: [variant("a", 3)],
        x: { label: "train step", kind: "count" },
        y: { kind: "share" },
        smoothed,
      }),
      10,
    ).rows[0].detail;
  expect(read(true)).toMatch(/^smoothed {2}3 seeds/);
  expect(read(false)).toMatch(/^3 seeds/);
});

const line = (label: string, attempt?: number, name?: string) => ({
  key: `${label}${attempt}`,
  label,
  attempt,
  name,
});

test("a line is called by its name, else by its label", () => {
  expect(nameLines([line("s1"), line("", undefined, "dgro-s1")])).toEqual(["s1", "dgro-s1"]);
});

test("attempts are told apart, an only first one is not mentioned", () => {
  expect(nameLines([line("s1", 1), line("s1", 2), line("s2", 1), line("s3", 2)])).toEqual([
    "s1, attempt 1",
    "s1, attempt 2",
    "s2",
    "s3, attempt 2",
  ]);
  expect(nameLines([line("", 1), line("", 2)])).toEqual(["attempt 1", "attempt 2"]);
});
