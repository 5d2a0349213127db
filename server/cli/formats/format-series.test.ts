import { expect, test } from "vitest";
import type { PrintedWindow } from "../../contracts/charts/printed-window.ts";
import { formatSeries } from "../print.ts";

const window = (more: Partial<PrintedWindow> = {}): PrintedWindow => ({
  runId: "run_a",
  attemptId: "att_a",
  attempt: 1,
  metric: "loss",
  axis: "step",
  raw: true,
  total: 2,
  unplaced: 0,
  hidden: 0,
  x0: [1, 2],
  x1: [1, 2],
  first: [0.5, null],
  last: [0.5, null],
  min: [0.5, null],
  max: [0.5, null],
  mean: [0.5, null],
  n: [1, 1],
  nan: [0, 1],
  posInf: [0, 0],
  negInf: [0, 0],
  ...more,
});

test("a line per point has x and value, and NaN where the run said so", () => {
  expect(formatSeries(window(), "step")).toEqual(["# loss, attempt 1, 2 points", "1\t0.5", "2\tNaN"]);
  expect(formatSeries(window({ raw: false, nan: [3, 1], posInf: [1, 0] }), "step").slice(0, 2)).toEqual([
    "# loss, attempt 1, 2 points, bucketed to 2 (mean)",
    "1\t0.5 NaN inf",
  ]);
});

test("another axis than asked, and what is not among the points, is said", () => {
  expect(formatSeries(window({ axis: "tokens", hidden: 4, unplaced: 1 }), "wall")[0]).toBe(
    "# loss, attempt 1, 2 points, over tokens, the only x it has, 4 hidden by a later attempt, 1 without a place on wall",
  );
});

test("damaged points are no series without points", () => {
  const empty = window({ total: 0, x0: [], mean: [], damaged: "Points of series 7 are damaged on disk." });
  expect(formatSeries(empty, "step")).toEqual(["# loss, attempt 1: Points of series 7 are damaged on disk."]);
});
