import { describe, expect, test } from "vitest";
import type { BandMode, SeedBand } from "#server/contracts/charts/bands.ts";
import { testBand } from "#server/wording/testing.ts";
import { bandLines, nameBands } from "./band-lines.ts";

const KEY = testBand().key;
const lines = (bands: SeedBand[], mode: BandMode = "mean-ci", cast = {}) =>
  bandLines(bands, mode, { colours: new Map([[KEY, 4]]), ...cast });

describe("the line of a configuration", () => {
  test("is the middle that was asked for, with its band and n, in the colour of its runs", () => {
    expect(lines([testBand({ restarted: 1 })], "median-range")).toEqual([
      {
        key: KEY,
        label: "v",
        variant: "v",
        colour: 4,
        baseline: false,
        pinned: false,
        points: [{ x: 1, mean: 4.5, low: 1, high: 9, n: 3, nonFinite: 0, posInf: 0, negInf: 0 }],
        seeds: 2,
      },
    ]);
    expect(lines([testBand()])[0].points[0]).toMatchObject({ mean: 5, low: 4, high: 6 });
    expect(lines([testBand()], "iqm-range")[0].points[0]).toMatchObject({ mean: 4.8, low: 1, high: 9 });
  });

  test("keeps an x where its seeds are only NaN or infinite, without a middle", () => {
    const [{ points }] = lines([testBand({ nonFinite: [1, 3], posInf: [0, 2] })]);
    expect(points[0]).toMatchObject({ x: 1, mean: 5, nonFinite: 1 });
    expect(points[1]).toMatchObject({ x: 2, mean: null, n: 0, nonFinite: 3, posInf: 2 });
  });

  test("is not there where no run of it has a point", () => {
    expect(lines([testBand({ x: [], n: [], mean: [] })])).toEqual([]);
  });

  test("is the baseline of its experiment, or of the page where that has its own", () => {
    const band = testBand({ baseline: true });
    expect(lines([band])[0].baseline).toBe(true);
    expect(lines([band], "mean-ci", { baseline: null })[0].baseline).toBe(false);
    expect(lines([testBand()], "mean-ci", { baseline: KEY, pinned: KEY })[0]).toMatchObject({
      baseline: true,
      pinned: true,
    });
  });
});

describe("names", () => {
  const named = (names: Map<string, string> | undefined, ...keys: string[]) =>
    nameBands(
      keys.map((key) => testBand({ key, label: "no KL" })),
      { names },
    ).map(({ label }) => label);
  const [a, b] = ["exp_aaaaaaaaaaaaaaaa", "exp_bbbbbbbbbbbbbbbb"];

  test("of two experiments' configurations that are called alike tell them apart", () => {
    expect(named(undefined, `${a} c`)).toEqual(["no KL"]);
    expect(named(undefined, `${a} c`, `${b} c`)).toEqual(["no KL, aaaaaaaa", "no KL, bbbbbbbb"]);
    expect(named(undefined, `${a} c`, `${a} d`)).toEqual(["no KL, c", "no KL, d"]);
  });

  test("of a page are used, and a line of the page before is left out", () => {
    expect(named(new Map([["k", "first"]]), "k", "of the page before")).toEqual(["first"]);
  });
});
