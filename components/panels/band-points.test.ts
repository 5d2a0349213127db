import { expect, test } from "vitest";
import type { SeedBand } from "#server/contracts/series.ts";
import { bandPoints } from "./band-points.ts";

test("an x without any point is a gap, and one where seeds are only NaN has no mean and counts them", () => {
  const band: SeedBand = {
    cell: "c",
    config: "c",
    baseline: false,
    seeds: 2,
    sent: 2,
    axis: "step",
    aligned: "exact",
    coarsened: false,
    elsewhere: 0,
    restarted: 0,
    unplaced: 0,
    x: [1, 2, 3],
    mean: [5, null, null],
    low: [4, null, null],
    high: [6, null, null],
    n: [2, 0, 0],
    nonFinite: [0, 2, 0],
    posInf: [0, 1, 0],
    negInf: [0, 0, 0],
  };
  expect(bandPoints(band)).toEqual([
    { x: 1, mean: 5, low: 4, high: 6, n: 2, nonFinite: 0, posInf: 0, negInf: 0 },
    { x: 2, mean: null, low: null, high: null, n: 0, nonFinite: 2, posInf: 1, negInf: 0 },
  ]);
});
