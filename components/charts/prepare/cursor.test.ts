import * as fc from "fast-check";
import { expect, test } from "vitest";
import { prepareLines } from "#server/plot/preparers.ts";
import { nearestIndex } from "#server/plot/read-out.ts";
import type { ZoomRange } from "#server/plot/series.ts";
import { rawWindow, steps } from "#server/plot/testing.ts";
import { nextSample, snapToSample, walkSamples, placeTooltip } from "./cursor.ts";

const model = (lines: number[][], zoom: ZoomRange | null = null) =>
  prepareLines({
    series: lines.map((xs, index) => ({
      key: String(index),
      label: "",
      window: rawWindow(xs.map((x): [number, number] => [x, 1])),
    })),
    x: { label: "train step", kind: "count" },
    y: { kind: "number" },
    zoom,
  });
const hundred = model([steps(0, 100).map(([x]) => x)]);

test("arrows step sample by sample of any line and stop at the ends", () => {
  const two = model([
    [0, 10, 20],
    [5, 10, 15],
  ]);
  expect(walkSamples(two, "ArrowRight", 0)).toBe(5);
  expect(walkSamples(two, "ArrowRight", 10)).toBe(15);
  expect(walkSamples(two, "ArrowLeft", 15)).toBe(10);
  expect(walkSamples(two, "ArrowLeft", 0)).toBeNull();
  expect(walkSamples(two, "ArrowRight", 20)).toBeNull();
});

test("page keys cross a tenth of what is shown, and one sample at least", () => {
  expect(walkSamples(hundred, "PageUp", 4)).toBe(14);
  expect(walkSamples(hundred, "PageDown", 50)).toBe(40);
  expect(walkSamples(model([[0, 50, 100]]), "PageUp", 0)).toBe(50);
});

test("from nowhere the cursor enters at the side the key points away from", () => {
  expect(walkSamples(hundred, "ArrowRight", null)).toBe(0);
  expect(walkSamples(hundred, "ArrowLeft", null)).toBe(100);
  expect(walkSamples(hundred, "Home", 50)).toBe(0);
  expect(walkSamples(hundred, "End", null)).toBe(100);
});

test("zoomed in, it stays in sight", () => {
  const zoomed = model([steps(0, 100).map(([x]) => x)], [20.5, 40.5]);
  expect(walkSamples(zoomed, "Home", null)).toBe(21);
  expect(walkSamples(zoomed, "End", null)).toBe(40);
  expect(walkSamples(zoomed, "ArrowRight", 40)).toBeNull();
  expect(snapToSample(zoomed, 0)).toBe(21);
  expect(snapToSample(model([[0, 100]], [20, 40]), 30)).toBeNull();
});

test("other keys are not taken, nor is any without samples", () => {
  expect(walkSamples(hundred, "Tab", 3)).toBeNull();
  expect(walkSamples(model([[]]), "ArrowRight", null)).toBeNull();
});

test("between two measurements the nearest is read, not an average", () => {
  const columns = Float64Array.of(0, 50, 100);
  expect([-5, 24, 26, 75, 99, 400].map((at) => nearestIndex(columns, at))).toEqual([0, 0, 1, 1, 2, 2]);
  expect(nearestIndex(new Float64Array(), 3)).toBe(-1);
});

test("whatever the lines, the cursor stands on a sample, the nearest, and walks over each once", () => {
  const line = fc
    .uniqueArray(fc.integer({ min: -500, max: 500 }), { maxLength: 40 })
    .map((xs) => xs.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: -600, max: 600 }),
      (lines, at) => {
        const all = [...new Set(lines.flat())].sort((a, b) => a - b);
        const plot = model(lines);
        const snapped = snapToSample(plot, at);
        fc.pre(all.length > 0);
        const least = Math.min(...all.map((x) => Math.abs(x - at)));
        expect(all).toContain(snapped);
        expect(Math.abs((snapped as number) - at)).toBe(least);
        const walked = [];
        for (let x: number | null = all[0]; x !== null; x = nextSample(plot, x, 1)) walked.push(x);
        expect(walked).toEqual(all);
      },
    ),
  );
});

test("a tooltip stands beside the cursor, where the chart has more room", () => {
  expect(placeTooltip({ px: 300, roomier: "right" }, 200, 1200)).toBe(312);
  expect(placeTooltip({ px: 700, roomier: "left" }, 200, 1200)).toBe(488);
});

test("it changes sides where it would leave the window", () => {
  expect(placeTooltip({ px: 1100, roomier: "right" }, 200, 1200)).toBe(888);
  expect(placeTooltip({ px: 100, roomier: "left" }, 200, 1200)).toBe(112);
});

test("on a phone it lies over the cursor and is still whole", () => {
  expect(placeTooltip({ px: 200, roomier: "left" }, 300, 390)).toBe(8);
  expect(placeTooltip({ px: 180, roomier: "right" }, 300, 390)).toBe(82);
});

test("wherever the cursor is, a tooltip that fits into the window is inside it", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 320, max: 2000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom("left", "right" as const),
      (viewport, at, share, roomier) => {
        const width = share * (viewport - 16);
        const left = placeTooltip({ px: at * viewport, roomier }, width, viewport);
        expect(left).toBeGreaterThanOrEqual(8);
        expect(left + width).toBeLessThanOrEqual(viewport - 8 + 1e-9);
      },
    ),
  );
});
