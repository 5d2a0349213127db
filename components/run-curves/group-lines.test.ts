import { describe, expect, test } from "vitest";
import type { CurveVariant } from "#server/contracts/curves.ts";
import type { GroupBand } from "#server/contracts/series.ts";
import { groupLines } from "./group-lines.ts";
import { testBand } from "./group-testing.ts";

const variant: CurveVariant = {
  key: "v",
  label: "no KL",
  experimentId: "e",
  experiment: "E",
  baseline: false,
  place: 0,
};
const lines = (bands: GroupBand[], mode: Parameters<typeof groupLines>[1]) =>
  groupLines(bands, mode, new Map([["v", variant]]), new Map([["v", 4]]));

describe("the line of a configuration", () => {
  test("is the middle that was asked for, with its band and n, in the colour of its runs", () => {
    expect(lines([testBand()], "median-range")).toEqual([
      {
        key: "v",
        label: "no KL",
        variant: "no KL",
        colour: 4,
        baseline: false,
        points: [{ x: 1, mean: 4.5, low: 1, high: 9, n: 3, nonFinite: 0, posInf: 0, negInf: 0 }],
        seeds: 3,
      },
    ]);
    expect(lines([testBand()], "mean-ci")[0].points[0]).toMatchObject({ mean: 5, low: 4, high: 6 });
    expect(lines([testBand()], "iqm-range")[0].points[0]).toMatchObject({ mean: 4.8, low: 1, high: 9 });
  });

  test("keeps an x where its seeds are only NaN or infinite, without a mean", () => {
    const [{ points }] = lines([testBand({ nonFinite: [1, 3], posInf: [0, 2] })], "mean-ci");
    expect(points[0]).toMatchObject({ x: 1, mean: 5, nonFinite: 1 });
    expect(points[1]).toMatchObject({ x: 2, mean: null, n: 0, nonFinite: 3, posInf: 2 });
  });

  test("is not there where no run of it has a point", () => {
    expect(lines([testBand({ x: [], n: [], mean: [] })], "mean-ci")).toEqual([]);
  });
});
