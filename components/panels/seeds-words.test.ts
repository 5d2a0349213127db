import { expect, test } from "vitest";
import { seedsNotes } from "./seeds-words.ts";

const band = {
  axis: "step",
  n: [3, 3],
  mean: [1, 2],
  low: [0.5, 1.5],
  elsewhere: 0,
  restarted: 0,
  unplaced: 0,
  aligned: "exact" as const,
  coarsened: false,
};

test("what line and fill are is said first under the chart, and only where there is something", () => {
  expect(seedsNotes([band], "step")).toEqual(["Mean over seeds, band = 95 % t interval", "n 3 seeds"]);
  expect(seedsNotes([], "step")).toEqual([]);
});
