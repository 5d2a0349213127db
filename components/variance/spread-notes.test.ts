import { expect, test } from "vitest";
import { oneAxis } from "#components/panels/one-axis.ts";
import { spreadNotes, type SpreadLine } from "./spread-notes.ts";

const line = (label: string, more: Partial<SpreadLine> = {}): SpreadLine => ({
  label,
  axis: "step",
  n: [3, 3],
  mean: [1, 2],
  low: [0.5, 1.5],
  elsewhere: 0,
  restarted: 0,
  unplaced: 0,
  aligned: "exact",
  coarsened: false,
  ...more,
});
const four = (more: Partial<SpreadLine> = {}) => ["mean", "p90", "p50", "p10"].map((p) => line(p, more));
const notes = (lines: SpreadLine[], seeds: number) => spreadNotes(oneAxis(lines, "step"), "step", seeds);

test("the fill is said to be the interval of the mean, and the other lines quantiles over groups", () => {
  expect(notes(four(), 3)).toEqual([
    "Mean over seeds, band = 95 % t interval",
    "lines p10, p50, p90 over groups",
    "n 3 seeds",
  ]);
  expect(notes([line("mean")], 3)).toEqual(["Mean over seeds, band = 95 % t interval", "n 3 seeds"]);
  expect(notes(four({ n: [1, 1] }), 1)).toEqual(["Lines p10, p50, p90 over groups"]);
});

test("runs on another axis, and resumed ones, are counted once and not once per line", () => {
  expect(notes(four({ elsewhere: 1 }), 4)).toContain("1 run has no train step and is not drawn");
  expect(notes([line("mean"), line("p90", { elsewhere: 2 })], 4)).toContain(
    "2 runs have no train step and are not drawn",
  );
  expect(notes(four({ restarted: 1 }), 4).filter((note) => /resumed/.test(note))).toEqual([
    expect.stringMatching(/^1 run was resumed/),
  ]);
});

test("a line of another axis is named, and is none of those that are drawn", () => {
  const all = [line("mean"), line("p90", { axis: "tokens" }), line("p50")];
  expect(notes(all, 3)).toEqual([
    "Mean over seeds, band = 95 % t interval",
    "line p50 over groups",
    "n 3 seeds",
    "p90: no train step, not drawn",
  ]);
});
