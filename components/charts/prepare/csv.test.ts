import { expect, test } from "vitest";
import { prepareBands, prepareLines } from "#server/plot/preparers.ts";
import { bucketWindow, rawWindow } from "#server/plot/testing.ts";
import { toCsv, fileName } from "./csv.ts";
import { summarise } from "./words.ts";

const model = prepareLines({
  series: [
    {
      key: 'a, "b"',
      label: "a",
      run: "run_3",
      attempt: 2,
      window: rawWindow([
        [0, 0.123456789],
        [1, null],
        [2, 1],
      ]),
    },
    { key: "c", label: "c", variant: "no KL", metric: "loss", window: bucketWindow([1, 2], 2) },
  ],
  x: { label: "train step", kind: "count" },
  y: { kind: "number", unit: "points" },
});

const HEAD =
  "line,configuration,run,run_name,attempt,metric,unit,axis,x,x_first,x_last,value,smoothed,smoothed_x,low,high,n,nan,inf,neg_inf";

test("the CSV has every sample with every digit, NaN as NaN, and says what and whose it is", () => {
  expect(toCsv(model, { metric: "reward/raw", runName: "dgro, seed 3" }).split("\n")).toEqual([
    HEAD,
    '"a, attempt 2",,run_3,"dgro, seed 3",2,reward/raw,points,train step,0,0,0,0.123456789,,,,,1,0,0,0',
    '"a, attempt 2",,run_3,"dgro, seed 3",2,reward/raw,points,train step,1,1,1,NaN,,,,,1,1,0,0',
    '"a, attempt 2",,run_3,"dgro, seed 3",2,reward/raw,points,train step,2,2,2,1,,,,,1,0,0,0',
    "c,no KL,,,,loss,points,train step,0.5,0,1,1.5,,,1,2,2,0,0,0",
    "",
  ]);
});

test("a share has the unit in which it is stored, not the one in which it is drawn", () => {
  const shares = prepareLines({
    series: [{ key: "a", label: "", window: rawWindow([[0, 0.25]]) }],
    x: { label: "train step", kind: "count" },
    y: { kind: "share", unit: "%" },
  });
  expect(toCsv(shares, { metric: "Dead groups" }).split("\n")[1]).toBe(
    ",,,,,Dead groups,share,train step,0,0,0,0.25,,,,,1,0,0,0",
  );
});

test("n counts every point, those that are not finite too", () => {
  const mixed = prepareLines({
    series: [{ key: "a", label: "", window: bucketWindow([1, Infinity, null, 3], 4) }],
    x: { label: "train step", kind: "count" },
    y: { kind: "number" },
  });
  expect(toCsv(mixed, { metric: "loss" }).split("\n")[1]).toBe(
    ",,,,,loss,,train step,1.5,0,3,2,,,1,3,4,1,1,0",
  );
});

test("of seeds put together n counts the seeds behind the mean, and what is not finite its points", () => {
  const bands = prepareBands({
    series: [
      {
        key: "a",
        label: "a",
        points: [{ x: 5, mean: 0.5, low: 0.4, high: 0.6, n: 3, nonFinite: 12, posInf: 2, negInf: 0 }],
      },
    ],
    x: { label: "train step", kind: "count" },
    y: { kind: "number" },
  });
  expect(toCsv(bands, { metric: "loss" }).split("\n")[1]).toMatch(/,0\.5,,,0\.4,0\.6,3,10,2,0$/);
});

test("a mean of smoothed seeds is said to be smoothed, and is no measured value", () => {
  const point = { x: 5, mean: 0.5, low: 0.4, high: 0.6, n: 3 };
  const unknown = { x: 6, mean: null, low: null, high: null, n: 0, nonFinite: 2 };
  const bands = prepareBands({
    series: [{ key: "a", label: "a", points: [point, unknown] }],
    x: { label: "train step", kind: "count" },
    y: { kind: "number" },
    smoothed: true,
  });
  const [, first, second] = toCsv(bands, { metric: "loss" }).split("\n");
  expect(first).toMatch(/,5,5,5,,0\.5,5,0\.4,0\.6,3,0,0,0$/);
  expect(second).toMatch(/,6,6,6,NaN,,,,,0,2,0,0$/);
});

test("a row of a bucketed line has its smoothed value, also the first, and says at which x that stands", () => {
  const behind = bucketWindow([1, 3, 5, 7, 9, null], 2);
  const { buckets } = behind;
  const ends = Float64Array.of(1.5, 4.25, 7);
  const smoothed = {
    raw: true,
    buckets: { ...buckets, x0: buckets.x1, first: ends, last: ends, min: ends, max: ends, mean: ends },
  };
  const plot = prepareLines({
    series: [{ key: "a", label: "", window: smoothed, behind }],
    x: { label: "train step", kind: "count" },
    y: { kind: "number" },
  });
  const rows = toCsv(plot, { metric: "loss" }).trim().split("\n");
  const column = (name: string) => rows.map((row) => row.split(",")[HEAD.split(",").indexOf(name)]).slice(1);
  expect(column("x")).toEqual(["0.5", "2.5", "4.5"]);
  expect(column("smoothed")).toEqual(["1.5", "4.25", "7"]);
  expect(column("smoothed_x")).toEqual(["1", "3", "5"]);
  expect(column("x_last")).toEqual(column("smoothed_x"));
});

test("a metric is its key: the line's own, else that of the axis, and the title only where there is none", () => {
  const metrics = (metric?: string, ofLine?: string) =>
    toCsv(
      prepareLines({
        series: [{ key: "a", label: "", metric: ofLine, window: rawWindow([[0, 1]]) }],
        x: { label: "train step", kind: "count" },
        y: { kind: "number", metric },
      }),
      { metric: "Zero-variance groups" },
    )
      .split("\n")[1]
      .split(",")[5];
  expect(metrics("group/zero_share", "group/std")).toBe("group/std");
  expect(metrics("group/zero_share")).toBe("group/zero_share");
  expect(metrics()).toBe("Zero-variance groups");
});

test("the summary says where each line begins, ends and turns", () => {
  expect(summarise(model)).toBe(
    "a, attempt 2: 0.123 at 0, 1.00 at 2, lowest 0.123, highest 1.00. c: 1.50 at 1, 1.50 at 1, lowest 1.50, highest 1.50. 1 point is NaN. Horizontal: train step.",
  );
});

test("charts of one title from several pages have different names, and none is said twice", () => {
  expect(fileName("Reward, raw", ["Ablation in a minute", "Curves"])).toBe(
    "Ablation in a minute, Curves, Reward, raw",
  );
  expect(fileName("Reward, raw", [])).toBe("Reward, raw");
  expect(fileName("RR@5", ["RR@5"])).toBe("RR@5");
});

test("whatever runs are called, a file system takes the name", () => {
  expect(fileName("loss", ["a/b: c?", "..\\x"])).toBe("a-b- c-, ..-x, loss");
  expect(fileName("..", [])).toBe("chart");
  const long = fileName("t".repeat(300), ["e".repeat(300), "r".repeat(300), "p".repeat(300)]);
  expect(new TextEncoder().encode(`${long}.csv`).length).toBeLessThanOrEqual(255);
});
