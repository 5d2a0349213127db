import { expect, test } from "vitest";
import type { PointStore, Span } from "#db/points/point-store.ts";
import type { Smoothing } from "../../contracts/charts/smoothing.ts";
import { smoothLine } from "../../stats/testing/smooth-line.ts";
import { eachSmoothed } from "./smooth-buckets.ts";
import { doAtOnce } from "./sliced.ts";

const BLOCK = 700;

/** A store of one series of these values at 0, 1, 2, ... in several blocks. */
const storeOf = (values: Float64Array) =>
  ({
    *read() {
      for (let start = 0; start < values.length; start += BLOCK) {
        const value = values.slice(start, start + BLOCK);
        yield { x: Float64Array.from(value, (_, i) => start + i), value, at: value };
      }
    },
  }) as unknown as PointStore;

function given(values: Float64Array, smoothing: Smoothing, within: Span): [x: number, smoothed: number][] {
  const all: [number, number][] = [];
  const question = { until: null, within, smoothing };
  doAtOnce(eachSmoothed(storeOf(values), 1, question, (x, smoothed) => all.push([x, smoothed])));
  return all;
}

const LINES: [name: string, value: (i: number) => number][] = [
  ["a line that rises", (i) => i],
  ["a wave", (i) => Math.sin(i / 300)],
];
const SPANS: Span[] = [
  { from: null, to: null },
  { from: 777, to: 1500 },
  { from: 1950, to: null },
];

test.each(LINES)(
  "of %s a wide Gaussian is right to a part in 200 at each point, at its ends and zoomed too",
  (_, f) => {
    const values = Float64Array.from({ length: 2000 }, (_none, i) => f(i));
    const range = Math.max(...values) - Math.min(...values);
    for (const sigma of [16, 100, 400, 1000])
      for (const within of SPANS) {
        const smoothing = { kind: "gaussian", sigma } as const;
        const whole = smoothLine(values, smoothing);
        const found = given(values, smoothing, within);
        const [from, to] = [within.from ?? 0, within.to ?? values.length - 1];
        expect(found.map(([x]) => x)).toEqual(Array.from({ length: to - from + 1 }, (_none, i) => from + i));
        const worst = Math.max(...found.map(([x, smoothed]) => Math.abs(smoothed - whole[x])));
        expect(worst).toBeLessThan(range / 200);
      }
  },
);

test("the other kinds are read at every point", () => {
  const values = Float64Array.from({ length: 1500 }, (_, i) => (i * 7919) % 13);
  for (const smoothing of [
    { kind: "ema", weight: 0.9 },
    { kind: "mean", width: 20 },
  ] as const) {
    const whole = smoothLine(values, smoothing);
    expect(given(values, smoothing, { from: 690, to: 710 })).toEqual(
      Array.from({ length: 21 }, (_, i) => [690 + i, whole[690 + i]]),
    );
  }
});
