import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findOutliers } from "./outliers.ts";
import { prepareLines } from "./preparers.ts";
import type { YAxisSpec } from "./series.ts";
import { bucketPoints, rawWindow } from "./testing.ts";

const x = { label: "train step", kind: "count" as const };
const model = (values: number[], y: YAxisSpec = { kind: "number" }, size = 1) =>
  prepareLines({
    series: [
      {
        key: "a",
        label: "",
        window: bucketPoints(
          values.map((value, index) => [index, value]),
          size,
        ),
      },
    ],
    x,
    y,
    outliers: "clip",
  });
const boundsOf = (values: number[], log = false) =>
  findOutliers(
    prepareLines({
      series: [{ key: "a", label: "", window: rawWindow(values.map((value, index) => [index, value])) }],
      x,
      y: { kind: "number", scale: log ? "log" : "linear" },
    }).series,
    [0, values.length],
    log,
  );

/** Box-Muller on given numbers, so that a failing case can be shrunk. */
function normal([u, v]: [number, number]): number {
  return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v);
}
const unit = fc.double({ min: 1e-4, max: 1, noNaN: true });
const seeded = (seed: number) => () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return (seed + 1) / 4294967297;
};

test("normal values are left alone, few or many", () => {
  for (let seed = 1; seed <= 24; seed++) {
    const next = seeded(seed * 7919);
    const values = Array.from({ length: 20 + seed * 90 }, () => normal([next(), next()]));
    expect(boundsOf(values)).toBeNull();
  }
});

test("values that fill a range are left alone, whatever the range", () => {
  fc.assert(
    fc.property(fc.array(unit, { minLength: 60, maxLength: 400 }), unit, (shares, offset) => {
      const spread = shares.map((share, index) => offset * 1000 + (index / shares.length) * 2 + share * 0.1);
      expect(boundsOf(spread)).toBeNull();
    }),
  );
});

test("a spike far beyond the others is an outlier, and never more than 1 % of an end or one value", () => {
  fc.assert(
    fc.property(
      fc.array(unit, { minLength: 30, maxLength: 600 }),
      fc.array(fc.record({ at: fc.nat(), y: fc.double({ min: 50, max: 1e9, noNaN: true }) }), {
        minLength: 1,
        maxLength: 12,
      }),
      (noise, spikes) => {
        const values = noise.map((share, index) => index / noise.length + share);
        for (const { at, y } of spikes) values[at % values.length] = y;
        const bounds = boundsOf(values);
        const most = Math.max(1, Math.floor(values.length * 0.01));
        const beyond = values.filter((value) => bounds && (value < bounds[0] || value > bounds[1]));
        expect(beyond.length).toBeLessThanOrEqual(most);
        const far = new Set(spikes.map(({ at }) => at % values.length)).size;
        if (far <= most) expect(beyond).toHaveLength(far);
      },
    ),
  );
});

test("what differs from a constant is what matters, not an outlier", () => {
  expect(boundsOf([...Array(200).fill(0), 1])).toBeNull();
});

test("a dozen values tell nobody what is usual", () => {
  expect(boundsOf([...Array.from({ length: 12 }, (_, index) => index), 1e6])).toBeNull();
});

test("on a log axis decades count, so a rise over five of them has no outlier", () => {
  const rise = Array.from({ length: 300 }, (_, index) => 10 ** (index / 60 - 4));
  expect(boundsOf(rise, true)).toBeNull();
  expect(boundsOf([...rise, 1e20], true)).not.toBeNull();
});

test("the axis fits the rest, and the caption says how many points lie beyond which bound", () => {
  const values = Array.from({ length: 400 }, (_, index) => 1 + (index % 10) / 10);
  values[100] = 900;
  values[300] = -700;
  values[301] = 1200;
  const { y, beyond, notes } = model(values);
  expect(y.domain).toEqual([1, 2]);
  expect(beyond.map(({ side, count, marks }) => [side, count, marks.map((mark) => mark.x)])).toEqual([
    ["above", 2, [100, 301]],
    ["below", 1, [300]],
  ]);
  expect(notes).toEqual(["Outliers clipped: 2 points above 2.00, 1 point below 1.00"]);
});

test("a bucket counts as a whole where all of it lies beyond, else its extreme alone", () => {
  const values = Array.from({ length: 4000 }, (_, index) => 1 + (index % 10) / 10);
  values[101] = 900;
  const { notes } = model(values, { kind: "number" }, 10);
  expect(notes).toEqual(["Outliers clipped: at least 1 point above 2.00"]);
  values.fill(500, 2000, 2010);
  expect(model(values, { kind: "number" }, 10).notes).toEqual([
    "Outliers clipped: at least 11 points above 2.00",
  ]);
});

test("bounds that the page gives cut values too, and say so", () => {
  const given = prepareLines({
    series: [
      {
        key: "a",
        label: "",
        window: rawWindow([
          [0, -1],
          [1, 0.5],
          [2, 3],
        ]),
      },
    ],
    x,
    y: { kind: "number", domain: [0, 1] },
  });
  expect(given.notes).toEqual(["1 point above 1.00, 1 point below 0"]);
});

/** Exponential moving average of `weight`, its start corrected as the server does. */
function ema(values: number[], weight: number): number[] {
  let [sum, seen] = [0, 0];
  return values.map((value) => {
    sum = sum * weight + (1 - weight) * value;
    seen = seen * weight + (1 - weight);
    return sum / seen;
  });
}
const smoothedModel = (values: number[], zoom?: [number, number]) => {
  const smoothed = ema(values, 0.9).map((value, at): [number, number] => [at, value]);
  return prepareLines({
    series: [
      {
        key: "a",
        label: "",
        window: rawWindow(smoothed),
        behind: rawWindow(values.map((value, at) => [at, value])),
        end: "live",
      },
    ],
    x,
    y: { kind: "number" },
    zoom,
    outliers: "clip",
  });
};

test("a spike is clipped with smoothing too, and the smoothed line that it lifted with it", () => {
  const values = Array.from({ length: 400 }, (_, index) => 1 + (index % 10) / 10);
  values[100] = 1e6;
  const { y, notes } = smoothedModel(values);
  expect(y.domain).toEqual([1, 2]);
  expect(notes).toEqual(["Outliers clipped: 1 point and the smoothed line above 2.00"]);
});

test("a smoothed line that falls from a spike out of sight is clipped, and said", () => {
  const values = Array.from({ length: 400 }, (_, index) => 1 + (index % 10) / 10);
  values[100] = 1e6;
  const { y, notes, beyond } = smoothedModel(values, [110, 399]);
  expect(y.domain).toEqual([1, 2]);
  expect(beyond.map(({ count, smoothed }) => [count, smoothed])).toEqual([[0, 1]]);
  expect(notes).toEqual(["Outliers clipped: the smoothed line above 2.00"]);
});

test("no mark of the live end stands beyond the axis", () => {
  const values = Array.from({ length: 400 }, (_, index) => 1 + (index % 10) / 10);
  expect(smoothedModel(values).series[0].end).not.toBeNull();
  values[395] = 1e6;
  expect(smoothedModel(values).series[0].end).toBeNull();
});
