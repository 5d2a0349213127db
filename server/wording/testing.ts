import type { SeedBand } from "../contracts/charts/bands.ts";

/** Three seeds at two x, the second without any value. */
export function testBand(more: Partial<SeedBand> = {}): SeedBand {
  return {
    key: "exp_0000000000000000 v",
    label: "v",
    baseline: false,
    runs: 3,
    sent: 3,
    begun: 3,
    members: ["a", "b", "c"],
    standings: [0, 0, 0],
    leftOut: 0,
    aligned: "exact",
    coarsened: false,
    elsewhere: 0,
    restarted: 0,
    axis: "step",
    unplaced: 0,
    hidden: 0,
    x: [1, 2],
    n: [3, 0],
    nonFinite: [0, 0],
    posInf: [0, 0],
    negInf: [0, 0],
    mean: [5, null],
    low: [4, null],
    high: [6, null],
    median: [4.5, null],
    iqm: [4.8, null],
    min: [1, null],
    max: [9, null],
    ...more,
  };
}
