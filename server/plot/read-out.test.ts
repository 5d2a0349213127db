import { expect, test } from "vitest";
import { prepareBands, prepareDots, prepareLines } from "./preparers.ts";
import { readOut } from "./read-out.ts";
import { bucketPoints, bucketWindow, rawWindow, steps } from "./testing.ts";

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

test("every number that is read carries its unit", () => {
  const read = (kind: "number" | "share") =>
    readOut(
      prepareLines({
        series: [{ key: "a", label: "", window: rawWindow(steps(0, 5, 0.5)) }],
        x,
        y: { kind, unit: kind === "share" ? "%" : "nats" },
      }),
      3,
    );
  expect(read("number").rows[0].value).toBe("0.500\u202fnats");
  expect(read("share").rows[0].value).toBe("50.0\u202f%");
});

test("a smoothed line is read with the raw points behind it, their n and their spread", () => {
  const read = readOut(
    prepareLines({
      series: [
        {
          key: "a",
          label: "a",
          window: bucketWindow([2, 2, 3, 3], 2),
          behind: bucketWindow([1, 2, null, 5], 2),
        },
      ],
      x,
      y: { kind: "number" },
    }),
    0.5,
  );
  expect(read).toMatchObject({ title: "train step 0 to 1", smoothed: true });
  expect(read.rows[0]).toMatchObject({ value: "2.00", raw: "1.50", detail: "2 points  1.00 to 2.00" });
});

test("of a hundred lines those nearest to the pointer are read, and the others counted", () => {
  const model = prepareLines({
    series: Array.from({ length: 100 }, (_, index) => ({
      key: `${index}`,
      label: `run ${index}`,
      colour: index < 3 ? index + 1 : ("rest" as const),
      window: rawWindow(steps(0, 5, index)),
    })),
    x,
    y: { kind: "number" },
  });
  const near = readOut(model, 3, (y) => Math.abs(y - 49.6));
  expect(near.rows.map((row) => Number(row.key))).toEqual([53, 52, 51, 50, 49, 48, 47, 46]);
  expect(near.more).toBe(92);
  expect(
    readOut(model, 3)
      .rows.map((row) => row.key)
      .slice(-3),
  ).toEqual(["2", "1", "0"]);
});

test("infinities are told apart from NaN", () => {
  const one = (values: number[]) =>
    readOut(
      prepareLines({
        series: [
          {
            key: "a",
            label: "",
            window: bucketPoints(
              values.map((value, index) => [index, value]),
              values.length,
            ),
          },
        ],
        x,
        y: { kind: "number" },
      }),
      (values.length - 1) / 2,
    ).rows[0];
  expect(one([Infinity]).value).toBe("inf");
  expect(one([-Infinity, -Infinity])).toMatchObject({ value: "−inf", detail: "2 −inf" });
  expect(one([Infinity, NaN])).toMatchObject({ value: "NaN", detail: "1 NaN  1 inf" });
  expect(one([1, Infinity])).toMatchObject({ value: "1.00", detail: "1 inf" });
});

test("without a pointer the highest of many lines are read", () => {
  const model = prepareLines({
    series: Array.from({ length: 20 }, (_, index) => ({
      key: `${index}`,
      label: `run ${index}`,
      colour: 1 as const,
      window: rawWindow(steps(0, 5, index)),
    })),
    x,
    y: { kind: "number" },
  });
  const { rows, more } = readOut(model, 3);
  expect(rows.map((row) => Number(row.key))).toEqual([19, 18, 17, 16, 15, 14, 13, 12]);
  expect(more).toBe(12);
});

test("a bucket of another stretch than the title names says its own", () => {
  const line = (key: string, size: number) => ({
    key,
    label: key,
    colour: 1 as const,
    window: bucketPoints(steps(0, 999), size),
  });
  const model = prepareLines({
    series: [line("short", 5), line("long", 50), line("alike", 5)],
    x,
    y: { kind: "number" },
  });
  const { title, rows } = readOut(model, 252);
  expect(title).toBe("train step 250 to 254");
  expect(Object.fromEntries(rows.map(({ key, detail }) => [key, detail.split("  ").at(-1)]))).toEqual({
    short: "5 points",
    alike: "5 points",
    long: "over 250 to 299",
  });
});

test("a sample whose x reads as the title does has nothing to say about it", () => {
  const line = (key: string, at: number) => ({
    key,
    label: key,
    colour: 1 as const,
    window: rawWindow([
      [0, 1],
      [at, 2],
      [300_000, 3],
    ]),
  });
  const model = prepareLines({
    series: [line("here", 101_200), line("beside", 101_200.2)],
    x: { label: "wall seconds", kind: "number" },
    y: { kind: "number" },
  });
  expect(readOut(model, 101_200).rows.map(({ detail }) => detail)).toEqual(["", ""]);
});

test("a line whose sample stands beside the cursor says where it is", () => {
  const line = (key: string, points: [number, number][]) => ({
    key,
    label: key,
    colour: 1 as const,
    window: rawWindow(points),
  });
  const model = prepareLines({
    series: [
      line("here", [
        [0, 1],
        [10, 2],
      ]),
      line("beside", [
        [0, 3],
        [8, 4],
        [16, 5],
      ]),
    ],
    x,
    y: { kind: "number" },
  });
  const details = readOut(model, 10).rows.map(({ key, detail }) => [key, detail.includes("at 8")]);
  expect(details).toEqual([
    ["beside", true],
    ["here", false],
  ]);
});
