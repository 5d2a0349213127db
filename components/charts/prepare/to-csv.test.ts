import { expect, test } from "vitest";
import { areaPath, dotPath, linePath } from "./path-data.ts";
import { prepareLines } from "./prepare-lines.ts";
import { createScale } from "./scale.ts";
import { summarise } from "./summarise.ts";
import { bucketWindow, rawWindow } from "./testing.ts";
import { toCsv } from "./to-csv.ts";

const model = prepareLines({
  series: [
    {
      key: 'a, "b"',
      label: "a",
      window: rawWindow([
        [0, 0.123456789],
        [1, null],
        [2, 1],
      ]),
    },
    { key: "c", label: "c", window: bucketWindow([1, 2], 2) },
  ],
  x: { label: "train step", kind: "count" },
  y: { kind: "number" },
});

test("the CSV has every sample with every digit, NaN as NaN", () => {
  expect(toCsv(model).split("\n")).toEqual([
    "series,x,x_first,x_last,value,low,high,n,non_finite",
    '"a, ""b""",0,0,0,0.123456789,,,1,0',
    '"a, ""b""",1,1,1,NaN,,,0,1',
    '"a, ""b""",2,2,2,1,,,1,0',
    "c,0.5,0,1,1.5,1,2,2,0",
    "",
  ]);
});

test("the summary says where each line begins, ends and turns", () => {
  expect(summarise(model)).toBe(
    "a: 0.123 at 0, 1.00 at 2, lowest 0.123, highest 1.00. c: 1.50 at 1, 1.50 at 1, lowest 1.50, highest 1.50. 1 point is NaN or infinite. Horizontal: train step.",
  );
});

test("a path is broken where the line is, and a point that stands alone is a dot", () => {
  const scale = createScale([0, 10], [0, 100]);
  const at = (x: number) => ({
    x,
    y: x,
    low: null,
    high: null,
    n: 1,
    nonFinite: 0,
    span: [x, x] as [number, number],
  });
  const stretches = [[at(0), at(1)], [at(5)]];
  expect(linePath(stretches, scale, scale)).toBe("M0.0 0.0L10.0 10.0");
  expect(dotPath(stretches, scale, scale)).toBe("M50.0 50.0h0");
});

test("an area ends where bounds are missing", () => {
  const scale = createScale([0, 10], [0, 100]);
  const at = (x: number, low: number | null) => ({
    x,
    y: x,
    low,
    high: low === null ? null : low + 1,
    n: 3,
    nonFinite: 0,
    span: [x, x] as [number, number],
  });
  expect(areaPath([[at(0, 1), at(1, 1), at(2, null)]], scale, scale)).toBe(
    "M0.0 20.0L10.0 20.0L10.0 10.0L0.0 10.0Z",
  );
});
