import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { layoutPlot } from "#server/plot/layout-plot.ts";
import { prepareLines } from "#server/plot/preparers.ts";
import { nearestIndex } from "#server/plot/read-out.ts";
import type { ZoomRange } from "#server/plot/series.ts";
import { rawWindow, steps } from "#server/plot/testing.ts";
import { nearestLine, nextSample, placeTooltip, snapToSample, walkSamples } from "./cursor.ts";

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

const frame = { plot: { top: 400, bottom: 532 }, top: 380, viewport: { width: 1200, height: 900 } };
const tip = { width: 200, height: 120 };

test("a tooltip stands under the plot, around the cursor", () => {
  expect(placeTooltip(300, tip, frame)).toEqual({ left: 200, top: 536 });
});

test("it stands above the whole chart where only there it fits", () => {
  const low = { ...frame, viewport: { width: 1200, height: 640 } };
  expect(placeTooltip(300, tip, low)).toEqual({ left: 200, top: 256 });
});

test("wherever the cursor is, a tooltip that fits into the window is inside it, and off the plot where a side has room", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      fc.integer({ min: 320, max: 2000 }),
      fc.integer({ min: 400, max: 1200 }),
      fc.tuple(share, share, share, share),
      (width, height, [at, wide, high, up]) => {
        const size = { width: wide * (width - 16), height: high * (height - 16) };
        const top = up * (height - 152);
        const plot = { top: top + 20, bottom: top + 152 };
        const placed = placeTooltip(at * width, size, { plot, top, viewport: { width, height } });
        expect(placed.left).toBeGreaterThanOrEqual(8 - 1e-9);
        expect(placed.left + size.width).toBeLessThanOrEqual(width - 8 + 1e-9);
        expect(placed.top).toBeGreaterThanOrEqual(8 - 1e-9);
        expect(placed.top + size.height).toBeLessThanOrEqual(height - 8 + 1e-9);
        const fits = plot.bottom + 4 + size.height <= height - 8 || top - 4 - size.height >= 8;
        if (fits) expect(placed.top >= plot.bottom || placed.top + size.height <= top).toBe(true);
      },
    ),
  );
});

describe("the line that a pointer means", () => {
  const lines = prepareLines({
    series: [
      ["a", 0],
      ["b", 100],
    ].map(([key, first]) => ({
      key: String(key),
      label: "",
      window: rawWindow([
        [0, Number(first)],
        [10, 100],
      ]),
    })),
    x: { label: "train step", kind: "count" },
    y: { kind: "number" },
  });
  const layout = layoutPlot(lines, 400, 200);
  const near = (x: number, y: number) =>
    nearestLine(lines, layout, { px: layout.x.toPx(x), py: layout.y.toPx(y) })?.key ?? null;

  test("is the nearest straight up or down, between its samples too", () => {
    expect(near(5, 55)).toBe("a");
    expect(near(5, 98)).toBe("b");
  });

  test("is none where none is near, and none of a single one", () => {
    expect(near(0, 50)).toBe(null);
    const [one] = lines.series;
    expect(nearestLine({ series: [one] }, layout, { px: layout.x.toPx(5), py: layout.y.toPx(50) })).toBe(
      null,
    );
  });
});
