import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createScale } from "#server/plot/scale.ts";
import type { ZoomRange } from "#server/plot/series.ts";
import {
  brushedRange,
  moveBrush,
  type Brush,
  type BrushEvent,
  settle,
  zoomAround,
  zoomByKey,
  type ZoomState,
} from "./zoom.ts";

const x = createScale([0, 1000], [30, 330]);
const after = (...events: BrushEvent[]) =>
  events.reduce<Brush | null>((brush, event) => moveBrush(brush, event), null);
const down = (px: number): BrushEvent => ({ type: "down", px });
const move = (px: number): BrushEvent => ({ type: "move", px });

test("dragging in either direction zooms to what was crossed", () => {
  expect(brushedRange(after(down(60), move(90), move(120)), x, [0, 1000])).toEqual([100, 300]);
  expect(brushedRange(after(down(120), move(60)), x, [0, 1000])).toEqual([100, 300]);
});

test("a click is no zoom, nor a drag that came back to where it began", () => {
  expect(brushedRange(after(down(60), move(62)), x, [0, 1000])).toBeUndefined();
  expect(brushedRange(after(down(60), move(120), move(61)), x, [0, 1000])).toBeUndefined();
  expect(brushedRange(null, x, [0, 1000])).toBeUndefined();
});

test("dragging out of the plot zooms to its edge, and across all of it to all", () => {
  expect(brushedRange(after(down(180), move(900)), x, [0, 1000])).toEqual([500, 1000]);
  expect(brushedRange(after(down(10), move(900)), x, [0, 1000])).toBeNull();
  expect(brushedRange(after(down(10), move(900)), x, [-500, 2000])).toEqual([0, 1000]);
});

test("moving without pressing draws nothing, and lifting or Escape ends it", () => {
  expect(after(move(80))).toBeNull();
  expect(after(down(60), move(120), { type: "cancel" })).toBeNull();
  expect(after(down(60), move(120), { type: "up" }, move(200))).toBeNull();
});

const state = (shown: ZoomRange, full: ZoomRange | null = [0, 1000], log = false): ZoomState => ({
  shown,
  full,
  log,
});

test("up zooms in around the cursor, which keeps its place", () => {
  expect(zoomByKey(state([0, 1000]), "ArrowUp", 200)).toEqual([100, 600]);
  expect(zoomByKey(state([0, 1000]), "ArrowUp", null)).toEqual([250, 750]);
});

test("down zooms out, and beyond the ends there is all", () => {
  expect(zoomByKey(state([250, 750]), "ArrowDown", null)).toBeNull();
  expect(zoomByKey(state([400, 600]), "ArrowDown", null)).toEqual([300, 700]);
});

test("left and right move along and stop at the ends", () => {
  expect(zoomByKey(state([400, 600]), "ArrowRight", null)).toEqual([450, 650]);
  expect(zoomByKey(state([790, 990]), "ArrowRight", null)).toEqual([800, 1000]);
  expect(zoomByKey(state([800, 1000]), "ArrowRight", null)).toBeUndefined();
  expect(zoomByKey(state([0, 1000]), "ArrowLeft", null)).toBeUndefined();
});

test("on a log axis it zooms by decades", () => {
  const [from, to] = zoomByKey(state([1, 10_000], [1, 10_000], true), "ArrowUp", null) as ZoomRange;
  expect([from, to].map((value) => Math.round(Math.log10(value) * 1e6) / 1e6)).toEqual([1, 3]);
});

test("where nobody knows how far the axis goes, nothing stops at what happens to be loaded", () => {
  expect(zoomByKey(state([400, 600], null), "ArrowDown", null)).toEqual([300, 700]);
  expect(zoomByKey(state([400, 600], null), "ArrowLeft", null)).toEqual([350, 550]);
});

test("other keys mean nothing, and what is too small to draw is no zoom", () => {
  expect(zoomByKey(state([0, 1000]), "Enter", null)).toBeUndefined();
  expect(settle({ log: false, full: [0, 1000] }, [5, 5])).toBeUndefined();
  expect(settle({ log: false, full: [0, 2 ** 53] }, [2 ** 53 - 1e-3, 2 ** 53])).toBeUndefined();
  expect(settle({ log: false, full: [0, 1000] }, [-5, 1005])).toBeNull();
});

test("bounds are round numbers", () => {
  expect(settle({ full: null, log: false }, [123.456789, 223.4567891])).toEqual([123.46, 223.46]);
  expect(settle({ full: null, log: false }, [1234567.89, 9876543.21])).toEqual([1234600, 9876500]);
  expect(settle({ full: null, log: true }, [1.23456789e-7, 9.87654321])).toEqual([1.2346e-7, 9.8765]);
});

test("whatever keys are pressed, the stretch stays ascending, inside, and can always be left", () => {
  const keys = fc.array(fc.constantFrom("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"), {
    maxLength: 60,
  });
  const low = fc.double({ min: -1e9, max: 1e9, noNaN: true });
  const span = fc.double({ min: 1e-3, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(keys, low, span, fc.boolean(), (pressed, start, width, log) => {
      const full: ZoomRange = log ? [width, width * 1e4] : [start, start + width];
      let shown = full;
      for (const key of pressed) {
        const next = zoomByKey(state(shown, full, log), key, null);
        if (next === undefined) continue;
        shown = next ?? full;
        expect(shown[0]).toBeLessThan(shown[1]);
        expect(shown[0]).toBeGreaterThanOrEqual(full[0]);
        expect(shown[1]).toBeLessThanOrEqual(full[1]);
      }
      let left: ZoomRange | null | undefined = shown;
      for (let press = 0; press < 80 && left; press++) left = zoomAround(state(left, full, log), null, 0.5);
      expect(left === null || (left?.[0] === full[0] && left[1] === full[1])).toBe(true);
    }),
  );
});
