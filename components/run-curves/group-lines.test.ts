import { describe, expect, test } from "vitest";
import type { CurveVariant } from "#server/contracts/curves.ts";
import type { GroupBand } from "#server/contracts/series.ts";
import { groupLines, groupNotes } from "./group-lines.ts";

const band = (more: Partial<GroupBand> = {}): GroupBand => ({
  key: "v",
  runs: 3,
  asked: 3,
  aligned: "exact",
  axis: "step",
  unplaced: 0,
  hidden: 0,
  x: [1, 2],
  n: [3, 2],
  mean: [5, null],
  low: [4, null],
  high: [6, null],
  median: [4.5, null],
  iqm: [4.8, null],
  min: [1, null],
  max: [9, null],
  ...more,
});
const variant: CurveVariant = {
  key: "v",
  label: "no KL",
  experimentId: "e",
  experiment: "E",
  baseline: false,
};
const lines = (bands: GroupBand[], mode: Parameters<typeof groupLines>[1]) =>
  groupLines(bands, mode, new Map([["v", variant]]), new Map([["v", 4]]));

describe("the line of a configuration", () => {
  test("is the middle that was asked for, with its band and n, in the colour of its runs", () => {
    expect(lines([band()], "median-range")).toEqual([
      {
        key: "v",
        label: "no KL",
        colour: 4,
        baseline: false,
        points: [{ x: 1, mean: 4.5, low: 1, high: 9, n: 3 }],
      },
    ]);
    expect(lines([band()], "mean-ci")[0].points[0]).toMatchObject({ mean: 5, low: 4, high: 6 });
    expect(lines([band()], "iqm-range")[0].points[0]).toMatchObject({ mean: 4.8, low: 1, high: 9 });
  });

  test("is not there where no run of it has a point", () => {
    expect(lines([band({ x: [], n: [], mean: [] })], "mean-ci")).toEqual([]);
  });
});

describe("notes", () => {
  test("say how many seeds are behind the lines, and where there is no interval", () => {
    expect(groupNotes([band(), band({ runs: 3 })], 0)).toEqual(["n 3 seeds"]);
    expect(groupNotes([band(), band({ runs: 1 })], 0)).toEqual([
      "n 1 to 3 seeds",
      "no interval below 3 seeds",
    ]);
  });

  test("say what was left out and that x was put into bins", () => {
    expect(groupNotes([band({ aligned: "binned" })], 2)).toEqual([
      "n 3 seeds",
      "each run by its means in bins of x",
      "2 runs of seeds that other runs count for are left out",
    ]);
  });
});
