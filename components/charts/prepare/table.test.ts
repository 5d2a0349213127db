import { describe, expect, test } from "vitest";
import { prepareLines, prepareBands, type BandChartInput, prepareDots } from "#server/plot/preparers.ts";
import type { BandSeries, YAxisSpec } from "#server/plot/series.ts";
import { bucketWindow, rawWindow, steps } from "#server/plot/testing.ts";
import { legendOrder } from "./legend.ts";
import { rowSample, tableRows, tableWords } from "./table.ts";

describe("table rows", () => {
  const lines = (...xs: number[][]) =>
    prepareLines({
      series: xs.map((all, index) => ({
        key: `${index}`,
        label: "",
        window: rawWindow(all.map((x): [number, number] => [x, 1])),
      })),
      x: { label: "train step", kind: "count" },
      y: { kind: "number" },
    }).series;

  test("every x of every line is a row, ascending and once", () => {
    expect(tableRows(lines([0, 2, 4], [1, 2, 3], []))).toEqual([0, 1, 2, 3, 4]);
    expect(tableRows([])).toEqual([]);
  });

  test("a row of a bucket has the smoothed value of that bucket, also the first one", () => {
    const behind = bucketWindow([1, 3, 5, 7, 9, 11], 2);
    const smoothed = { raw: true, buckets: { ...behind.buckets, x0: behind.buckets.x1 } };
    const { series } = prepareLines({
      series: [{ key: "a", label: "", window: smoothed, behind }],
      x: { label: "train step", kind: "count" },
      y: { kind: "number" },
    });
    expect(tableRows(series).map((x) => rowSample(series[0], x))).toEqual([0, 1, 2]);
    expect(rowSample(series[0], 99)).toBe(-1);
  });

  test("a hundred lines of ten thousand points on different x are rows, which comparing each with each would never make", () => {
    const many = lines(
      ...Array.from({ length: 100 }, (_, line) => Array.from({ length: 10_000 }, (_, x) => x * 100 + line)),
    );
    expect(tableRows(many)).toHaveLength(1_000_000);
  });
});

describe("table words", () => {
  const x = { label: "train step", kind: "count" } as const;
  const y: YAxisSpec = { kind: "number", unit: "points" };
  const share: YAxisSpec = { kind: "share", unit: "%" };
  const window = rawWindow(steps(0, 5, 1));
  const point = { x: 1, low: 0, high: 2, n: 3 };
  const bands = (more: Partial<BandChartInput> = {}, series: Partial<BandSeries> = {}) =>
    prepareBands({
      series: [{ key: "a", label: "a", points: [{ ...point, mean: 1 }], ...series }],
      x,
      y,
      ...more,
    });
  const lines = (drawn = window, behind?: typeof window) =>
    prepareLines({ series: [{ key: "a", label: "a", window: drawn, behind }], x, y });

  test("a table of means says that they are, how many seeds, and what the brackets are", () => {
    expect(tableWords(bands({ y: share }), "%, mean over seeds, band = 95 % t interval")).toBe(
      "In each cell: the value in %, mean over seeds; then how many seeds, [95 % t interval].",
    );
    expect(tableWords(bands({ spread: "range" }), "median over seeds, band = lowest to highest")).toBe(
      "In each cell: the value (median over seeds); then how many seeds, their lowest to highest.",
    );
  });

  test("what stands beside a mean does not depend on the words of its chart", () => {
    expect(tableWords(bands(), "points; mean over seeds; p10 to p90 over groups")).toBe(
      "In each cell: the value in points; mean over seeds; p10 to p90 over groups; then how many seeds, [95 % t interval].",
    );
    const few = { points: [{ x: 1, mean: 1, low: null, high: null, n: 2 }] };
    expect(tableWords(bands({}, few), "points, mean over seeds, band = 95 % t interval")).toBe(
      "In each cell: the value in points, mean over seeds; then how many seeds.",
    );
  });

  test("means of smoothed seeds are called smoothed", () => {
    expect(tableWords(bands({ smoothed: true }), "points, mean over seeds")).toContain(
      "the value in points, mean over seeds, smoothed; then",
    );
  });

  test("of single lines and evaluations it says what stands beside the value", () => {
    expect(tableWords(lines(), "points")).toBe("In each cell: the value in points.");
    expect(tableWords(lines(), "")).toBe("In each cell: the value in points.");
    expect(tableWords(lines(), "points per s")).toBe("In each cell: the value (points per s).");
    const dots = (count?: number) =>
      prepareDots({
        series: [{ key: "a", label: "a", points: [{ ...point, value: 1, count }] }],
        x,
        y: share,
      });
    expect(tableWords(dots(2), "")).toBe("In each cell: the value in %; then how many of n, [interval].");
    expect(tableWords(dots(), "%")).toBe("In each cell: the value in %; then n, [interval].");
  });

  test("beside a smoothed line stands what the buckets behind it hold", () => {
    const buckets = bucketWindow([1, 2, 3, 4], 2);
    const beside = "then how many points the stretch has, their lowest to highest.";
    expect(tableWords(lines(buckets), "points")).toBe(`In each cell: the value in points; ${beside}`);
    expect(tableWords(lines(window, buckets), "points")).toBe(
      `In each cell: the value in points, smoothed; raw is as measured; ${beside}`,
    );
    expect(tableWords(lines(window, window), "points")).toBe(
      "In each cell: the value in points, smoothed; raw is as measured.",
    );
  });

  test("the numbers of a table are on no log axis", () => {
    const log = bands({ y: { ...y, scale: "log" } });
    for (const text of ["points, log, mean over seeds", "log, points, mean over seeds"])
      expect(tableWords(log, text)).toContain("the value in points, mean over seeds; then");
    expect(tableWords(log, "log")).toContain("the value in points; then");
  });

  test("lines stand in the order of the legend, not in that of the drawing", () => {
    const series = ["c", "a", "b"].map((key, i) => ({ key, label: key, window, baseline: i === 1 }));
    const model = prepareLines({ series, x, y });
    expect(legendOrder(model).map(({ key }) => key)).toEqual(["c", "a", "b"]);
    expect(model.series.map(({ key }) => key)).not.toEqual(["c", "a", "b"]);
  });
});
