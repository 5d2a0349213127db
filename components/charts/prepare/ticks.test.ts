import * as fc from "fast-check";
import { expect, test } from "vitest";
import { linearTicks, logTicks } from "./ticks.ts";
import { layoutPlot } from "./layout-plot.ts";
import { prepareLines } from "./prepare-lines.ts";
import { readOut } from "./read-out.ts";
import { rawWindow } from "./testing.ts";
import { timeUnit, writeLogTicks, writeTicks } from "#server/wording/axes.ts";

const texts = (values: number[], kind: Parameters<typeof writeTicks>[1] = "count") =>
  writeTicks(values, kind).map((tick) => tick.text);
const logTexts = (domain: [number, number], count = 4) =>
  writeLogTicks(logTicks(domain, count), "number").map((tick) => tick.text + (tick.exponent ?? ""));
const [S, H] = [1000, 3600_000];

test("large numbers have their letter, and beyond those their power of ten", () => {
  expect(texts([0, 5e9, 1e10])).toEqual(["0", "5B", "10B"]);
  expect(texts([0, 5e14])).toEqual(["0", "500T"]);
  expect(texts([0, 4.5e15, 9e15])).toEqual(["0", "4.5e15", "9.0e15"]);
  expect(texts([-2e6, -1e6, 0])).toEqual(["−2M", "−1M", "0"]);
});

test("small numbers have their power of ten", () => {
  expect(texts([0, 5e-5, 1e-4], "number")).toEqual(["0", "0.5e-4", "1.0e-4"]);
});

test("steps near 2^53 are told apart by their distance, every digit of the first said", () => {
  expect(texts([9007199254740000, 9007199254740500, 9007199254741000])).toEqual([
    "9,007,199,254,740,000",
    "+0.5k",
    "+1.0k",
  ]);
  const ticks = linearTicks([2 ** 53 - 2000, 2 ** 53], 4, "count");
  expect(ticks[0]).toBe(9007199254739000);
  expect(ticks).toHaveLength(4);
  expect(linearTicks([2 ** 53 - 5, 2 ** 53 - 1], 4, "count").map((tick) => 2 ** 53 - tick)).toEqual([
    5, 4, 3, 2, 1,
  ]);
});

test("durations are read in seconds, hours or days, whichever their axis has", () => {
  expect(texts([0, 0.25 * S, 0.5 * S], "duration")).toEqual(["0", "0.25", "0.5"]);
  expect(texts([0, 30 * S, 60 * S], "duration")).toEqual(["0", "30", "60"]);
  expect(texts([-H, 0, H], "duration")).toEqual(["−1:00", "0:00", "1:00"]);
  expect(texts([0, 120 * H, 240 * H], "duration")).toEqual(["0", "5", "10"]);
  expect([[60 * S], [6 * H], [240 * H]].map(timeUnit)).toEqual(["s", "h:mm", "d"]);
  expect(linearTicks([0, 500 * H], 4, "duration").map((ms) => ms / 24 / H)).toEqual([0, 5, 10, 15, 20]);
  expect(linearTicks([0, 1000], 4, "duration")).toEqual([0, 250, 500, 750, 1000]);
});

test("a log axis has decades, and where few are in sight round numbers between", () => {
  expect(logTexts([1e-4, 1])).toEqual(["10−4", "10−2", "100"]);
  expect(logTexts([200, 7000])).toEqual(["200", "500", "1k", "2k", "5k"]);
  expect(logTexts([310, 460])).toEqual(["350", "400", "450"]);
});

test("on a log axis a share is ticked with the number that the tooltip reads there", () => {
  const values = [1, 0.1, 0.01, 0.001];
  const model = prepareLines({
    series: [{ key: "a", label: "", window: rawWindow(values.map((y, x) => [x, y])) }],
    x: { label: "train step", kind: "count" },
    y: { kind: "share", scale: "log" },
  });
  const { yTicks } = layoutPlot(model, 320, 264);
  const read = new Map(
    values.map((value, x) => [value, Number.parseFloat(readOut(model, x).rows[0].value)] as const),
  );
  expect(yTicks.map(({ value }) => value)).toEqual(values.toReversed());
  expect(yTicks.map(({ text, exponent }) => [text, exponent])).toEqual(
    ["0.1", "1", "10", "100"].map((text) => [text, undefined]),
  );
  for (const { value, text } of yTicks) expect(Number(text)).toBe(read.get(value));
});

test("shares below a thousandth of a per cent keep their factor on a log axis", () => {
  const shares = logTicks([1e-9, 1e-4], 9);
  const written = writeLogTicks(shares, "share").map((tick) => Number(tick.text.replace("−", "-")));
  written.forEach((value, index) => expect(value).toBeCloseTo(shares[index] * 100, 12));
});

test("whatever the domain, no two ticks read the same", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e16, max: 1e16, noNaN: true }),
      fc.double({ min: -9, max: 16, noNaN: true }),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom("count", "number", "share" as const),
      (low, exponent, count, kind) => {
        const span = Math.max(10 ** exponent, Math.abs(low) * 1e-12);
        const written = texts(linearTicks([low, low + span], count, kind), kind);
        expect(new Set(written).size).toBe(written.length);
      },
    ),
    { numRuns: 500 },
  );
});
