import { expect, test } from "vitest";
import { brushedRange, moveBrush, type Brush, type BrushEvent } from "./brush.ts";
import { createScale } from "./scale.ts";

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
