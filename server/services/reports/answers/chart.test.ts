import { expect, test } from "vitest";
import type { SeedBand } from "../../../contracts/series.ts";
import { lostSeeds, missingSeeds, panelNotes } from "./chart.ts";

const band = (nonFinite: number[]): SeedBand => {
  const columns = { mean: [2.4, 1.1, 1.1], low: [null, null, null], high: [null, null, null], n: [3, 2, 2] };
  const kinds = { posInf: [0, 0, 0], negInf: [0, 0, 0] };
  return {
    cell: "a",
    config: "dgro",
    baseline: false,
    seeds: 3,
    sent: 3,
    axis: "step",
    aligned: "exact",
    coarsened: false,
    elsewhere: 0,
    restarted: 0,
    unplaced: 0,
    x: [0, 500, 501],
    nonFinite,
    ...columns,
    ...kinds,
  };
};

test("a printed mean says how many of its seeds it leaves out, and where", () => {
  expect(lostSeeds(band([0, 1, 1]))).toEqual([
    "dgro: NaN or infinite at 2 of 3 places, first at step 500; the mean there is of as few as 2 of 3 seeds.",
  ]);
  expect(lostSeeds(band([0, 0, 40]))[0]).toContain(
    "infinite at step 501; the mean there is of as few as 2 of 3 seeds",
  );
  expect(lostSeeds({ ...band([7, 0, 0]), aligned: "binned" })[0]).toContain(
    "at about step 0; the mean there is of the other points.",
  );
  expect(lostSeeds(band([0, 0, 0]))).toEqual([]);
});

test("seeds that a printed mean is not of are counted", () => {
  expect(missingSeeds(band([0, 0, 0]))).toEqual([]);
  expect(missingSeeds({ ...band([0, 0, 0]), elsewhere: 1 })).toEqual([
    "dgro: 1 seed has no place over train step and is not drawn.",
  ]);
  expect(missingSeeds({ ...band([0, 0, 0]), elsewhere: 1, restarted: 1 })[0]).toContain(
    "2 seeds have no place",
  );
});

test("a printed chart is by train step: configurations on another axis are named, and are not those without a point", () => {
  const line = { label: "a", baseline: false, seeds: 3, x: [1], mean: [1], low: [0], high: [2] };
  const panel = { metric: "m", title: "Spread", unit: "", lines: [line] };
  expect(panelNotes(panel, 2, ["dgro"])).toEqual(["dgro: Spread has no train step and is not drawn."]);
  expect(panelNotes(panel, 3, ["dgro"])).toContain("1 of 3 have no point of Spread.");
});
