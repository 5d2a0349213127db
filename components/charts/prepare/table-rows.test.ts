import { expect, test } from "vitest";
import { prepareLines } from "./prepare-lines.ts";
import { rowSample, tableRows } from "./table-rows.ts";
import { bucketWindow, rawWindow } from "./testing.ts";

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
