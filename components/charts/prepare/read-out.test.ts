import { expect, test } from "vitest";
import { prepareBands } from "./prepare-bands.ts";
import { prepareDots } from "./prepare-dots.ts";
import { prepareLines } from "./prepare-lines.ts";
import { nearestIndex } from "./nearest-index.ts";
import { readOut } from "./read-out.ts";
import { bucketWindow, rawWindow, steps } from "./testing.ts";

const x = { label: "train step", kind: "count" } as const;

test("rows stand as the lines do, highest first", () => {
  const model = prepareLines({
    series: [
      { key: "low", label: "low", window: rawWindow(steps(0, 5, 1)) },
      { key: "high", label: "high", window: rawWindow(steps(0, 5, 2)) },
    ],
    x,
    y: { kind: "number" },
  });
  const { title, rows } = readOut(model, 3);
  expect(title).toBe("train step 3");
  expect(rows.map(({ label, value }) => [label, value])).toEqual([
    ["high", "2.00"],
    ["low", "1.00"],
  ]);
});

test("a bucket says how many points it holds and how far they spread", () => {
  const model = prepareLines({
    series: [{ key: "a", label: "a", window: bucketWindow([1, 2, null, 4], 4) }],
    x,
    y: { kind: "number" },
  });
  expect(readOut(model, 1.5).rows[0]).toMatchObject({
    value: "2.33",
    detail: "3 points  1.00 to 4.00  1 NaN",
  });
});

test("a step with only NaN says so and has no dot", () => {
  const model = prepareLines({
    series: [
      {
        key: "a",
        label: "a",
        window: rawWindow([
          [0, 1],
          [1, null],
          [2, 1],
        ]),
      },
    ],
    x,
    y: { kind: "number" },
  });
  expect(readOut(model, 1).rows[0]).toMatchObject({ value: "NaN", point: null });
});

test("a rate shows its count, a mean its seeds, each with its interval", () => {
  const dots = prepareDots({
    series: [
      {
        key: "b",
        label: "B",
        points: [{ x: 5, value: 0.7775, low: 0.734, high: 0.816, n: 400, count: 311 }],
      },
    ],
    x: { label: "k", kind: "count" },
    y: { kind: "share" },
  });
  expect(readOut(dots, 5)).toMatchObject({
    title: "k 5",
    rows: [{ value: "77.8\u202f%", detail: "311/400  [73.4, 81.6]" }],
  });
  const bands = prepareBands({
    series: [{ key: "a", label: "a", points: [{ x: 5, mean: 0.5, low: 0.45, high: 0.55, n: 3 }] }],
    x,
    y: { kind: "share" },
  });
  expect(readOut(bands, 5).rows[0].detail).toBe("3 seeds  [45.0, 55.0]");
});

test("a run that ended is not read beyond its end", () => {
  const model = prepareLines({
    series: [
      { key: "short", label: "short", window: rawWindow(steps(0, 10)) },
      { key: "long", label: "long", window: rawWindow(steps(0, 50)) },
    ],
    x,
    y: { kind: "number" },
  });
  expect(readOut(model, 40).rows.map((row) => row.key)).toEqual(["long"]);
});

test("between two measurements the nearest is read, not an average", () => {
  const items = [0, 50, 100].map((at) => ({ x: at }));
  expect([-5, 24, 26, 75, 99, 400].map((at) => nearestIndex(items, at))).toEqual([0, 0, 1, 1, 2, 2]);
  expect(nearestIndex([], 3)).toBe(-1);
});
