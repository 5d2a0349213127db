import { expect, test } from "vitest";
import type { SeedBand } from "../../../contracts/series.ts";
import { lostSeeds } from "./chart.ts";

const band = (nonFinite: number[]): SeedBand => {
  const columns = { mean: [2.4, 1.1, 1.1], low: [null, null, null], high: [null, null, null], n: [3, 2, 2] };
  const kinds = { posInf: [0, 0, 0], negInf: [0, 0, 0] };
  return {
    cell: "a",
    config: "dgro",
    baseline: false,
    seeds: 3,
    unplaced: 0,
    x: [0, 500, 501],
    nonFinite,
    ...columns,
    ...kinds,
  };
};

test("a printed mean says how many of its seeds it leaves out, and from which step on", () => {
  expect(lostSeeds(band([0, 1, 1]))).toEqual([
    "dgro: 1 of 3 seeds is NaN or infinite at steps from 500 on; the mean there is of the others.",
  ]);
  expect(lostSeeds(band([0, 1, 2]))[0]).toContain("2 of 3 seeds are NaN or infinite");
  expect(lostSeeds(band([0, 0, 0]))).toEqual([]);
});
