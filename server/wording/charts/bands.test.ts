import { describe, expect, test } from "vitest";
import type { SeedBand } from "../../contracts/charts/bands.ts";
import { showBands } from "../../contracts/charts/shown-bands.ts";
import { bandCaption, bandNotes, linesWithoutInterval, notSent, type BandNotes, shortNote } from "./bands.ts";
import { testBand } from "../testing.ts";

interface Asked extends Partial<BandNotes> {
  axis?: string;
}
const notes = (bands: SeedBand[], { axis = "step", ...question }: Asked = {}) =>
  bandNotes(showBands(bands, axis), { metric: "reward/raw", ...question });
const called = (label: string, more: Partial<SeedBand> = {}) => testBand({ key: label, label, ...more });
/** Seeds behind the mean, and points that are NaN, at x of 0, 100, 200 and so on. */
const along = (n: number[], nonFinite = n.map(() => 0), posInf = n.map(() => 0)) =>
  testBand({
    x: n.map((_, i) => 100 * i),
    n,
    nonFinite,
    posInf,
    negInf: n.map(() => 0),
    mean: n.map((seeds) => (seeds > 0 ? 1 : null)),
    low: n.map((seeds) => (seeds > 2 ? 0 : null)),
  });
const silent = called("w", { x: [], n: [], nonFinite: [], sent: 0, runs: 0, begun: 2 });

describe("seeds", () => {
  test("n is what is averaged, wherever it varies along x or between configurations", () => {
    expect(notes([along([3, 3])])).toEqual(["n 3 seeds"]);
    expect(notes([along([3, 3, 2])])).toEqual(["n 2 to 3 seeds", "no interval below 3 seeds"]);
    expect(notes([along([3, 3]), along([1, 1])])).toEqual(["n 1 to 3 seeds", "no interval below 3 seeds"]);
    expect(notes([along([1, 1])], { mode: "median-range" })).toEqual(["n 1 seed"]);
    expect(notes([along([1, 1])], { isOneRun: true })).toEqual([]);
  });

  test("a band that ends where all seeds are equal says why, and one of too few seeds does not", () => {
    const equal = { n: [3, 3], mean: [1, 2], low: [0, null] };
    expect(notes([testBand(equal)])).toEqual(["n 3 seeds", "no interval where all seeds are equal"]);
    expect(notes([testBand({ ...equal, n: [3, 2] })])).not.toContain("no interval where all seeds are equal");
    expect(notes([testBand({ ...equal, n: [3, 0], mean: [1, null] })])).toEqual(["n 3 seeds"]);
  });

  test("lines that have no interval anywhere are named for a picture that has no other words", () => {
    const few = (label: string, n: number) => called(label, { n: [n, n] });
    expect(linesWithoutInterval([few("a", 3), few("b", 2)])).toEqual(["b: 2 seeds, no interval"]);
    expect(linesWithoutInterval([few("a", 1), few("b", 2)])).toEqual(["Fewer than 3 seeds, no intervals"]);
    expect(linesWithoutInterval([few("a", 1)])).toEqual(["1 seed, no interval"]);
    expect(linesWithoutInterval([few("a", 3)])).toEqual([]);
  });

  test("runs that another run counts for are told, by the answer or by the page that knows of more", () => {
    const told = "2 runs of seeds that other runs count for are left out";
    expect(notes([testBand({ leftOut: 1 }), silent, called("u", { leftOut: 1 })]).at(-1)).toBe(told);
    expect(notes([testBand()], { leftOut: 2 })).toEqual(["n 3 seeds", told]);
  });
});

describe("points that are NaN or infinite", () => {
  const told = (...band: Parameters<typeof along>) =>
    notes([along(...band)]).find((note) => /NaN|infinite/.test(note));

  test("are told with where, as what they are, and with how few seeds are left for the mean", () => {
    expect(told([3, 2, 2], [0, 1, 1])).toBe("NaN from train step 100, the mean there is of 2 of 3 seeds");
    expect(told([3, 2, 1], [0, 1, 2])).toBe(
      "NaN from train step 100, the mean there is of as few as 1 of 3 seeds",
    );
    expect(told([3, 1, 3], [0, 2, 0], [0, 2, 0])).toBe(
      "infinite at train step 100, the mean there is of 1 of 3 seeds",
    );
    expect(told([2, 3, 2], [1, 0, 1], [1, 0, 0])).toMatch(
      /^NaN or infinite at 2 of 3 x, first at train step 0, /,
    );
    expect(told([3, 3], [0, 0])).toBeUndefined();
  });

  test("leave no mean where no seed has another, and the other points where a bin has some of all", () => {
    expect(notes([along([0, 0], [2, 2])])).toEqual(["NaN from train step 0, no mean there"]);
    expect(notes([{ ...along([3, 3], [1, 0]), aligned: "binned", x: [0.5, 1.5] }])).toContain(
      "NaN at about train step 1, the mean there is of the other points",
    );
    expect(notes([{ ...along([1, 0], [0, 1]), runs: 1 }])).toContain("NaN at train step 100");
  });

  test("in bins are as exactly placed as these are wide", () => {
    const binned = (x: number[], nonFinite: number[]) =>
      notes([{ ...along([3, 3, 3], nonFinite), aligned: "binned", x }]).find((note) => note.includes("NaN"));
    expect(binned([395.595, 405.595, 415.595], [0, 1, 1])).toMatch(/^NaN from about train step 410,/);
    expect(binned([0.125, 1.375, 2.625], [0, 0, 1])).toMatch(/^NaN at about train step 3,/);
    expect(binned([5, 5, 5], [1, 0, 0])).toMatch(/^NaN at about train step 5,/);
  });

  test("of a few of several configurations are told by name, of more it is told how many have some", () => {
    const bad = (label: string, from = 0) => ({ ...along([3, 2, 2], [0, from === 0 ? 1 : 0, 1]), label });
    expect(notes([bad("dgro", 1), along([3, 3])])).toContain(
      "dgro: NaN at train step 200, the mean there is of 2 of 3 seeds",
    );
    const four = ["a", "b", "c", "d"].map((label) => bad(label));
    expect(notes([...four, along([3, 3])])).toContain(
      "NaN in 4 of 5 configurations, first at train step 100",
    );
  });
});

describe("what is not drawn", () => {
  test("configurations on another axis are named, or counted where they are many, and their seeds are not in n", () => {
    const onTokens = (label: string) => called(label, { axis: "tokens", n: [2, 2] });
    expect(notes([testBand(), onTokens("a")])).toEqual(["n 3 seeds", "a has no train step and is not drawn"]);
    expect(notes([onTokens("a"), onTokens("b"), testBand()])[1]).toBe(
      "a and b have no train step and are not drawn",
    );
    expect(notes([testBand(), ...["a", "b", "c", "d"].map(onTokens)])[1]).toBe(
      "4 configurations have no train step and are not drawn",
    );
  });

  test("an axis that none has is told with the one that is drawn", () => {
    const onTokens = testBand({ axis: "tokens" });
    expect(notes([onTokens])[1]).toBe("over its own axis, tokens: it has no train step");
    expect(notes([onTokens], { axis: "tokens" })).toEqual(["n 3 seeds"]);
    expect(notes([testBand({ axis: "epoch" })], { metric: "sft/loss" })).toEqual(["n 3 seeds"]);
  });

  test("single runs are told with whose they are, unless there is one line or they are of many", () => {
    const wall = { axis: "wall" };
    const began = (runs: number) => testBand({ ...wall, restarted: runs });
    expect(notes([began(1)], wall)).toContain("1 run was resumed and is left out: wall seconds began again");
    expect(notes([began(1), called("u", { ...wall, restarted: 2, runs: 0, x: [], n: [] })], wall)).toContain(
      "3 runs of v and u were resumed and are left out: wall seconds began again",
    );
    expect(notes([testBand({ elsewhere: 1 }), called("u")])).toContain(
      "1 run of v has no train step and is not drawn",
    );
    const many = ["a", "b", "c", "d"].map((label) => called(label, { elsewhere: 1 }));
    expect(notes(many)).toContain("4 runs have no train step and are not drawn");
  });

  test("points without a place, points of earlier attempts and runs that have not sent it are counted", () => {
    expect(notes([testBand({ unplaced: 1, hidden: 2, begun: 4 })])).toEqual([
      "n 3 seeds",
      "1 point has no train step and is not drawn",
      "2 points of earlier attempts are left out, later ones took their place",
      "1 of 4 runs that have begun has not sent it",
    ]);
    expect([notSent(3, 5), notSent(4, 5), notSent(5, 5)]).toEqual([
      "2 of 5 runs that have begun have not sent it",
      "1 of 5 runs that have begun has not sent it",
      null,
    ]);
  });

  test("configurations without any point are named, and those of their runs that have begun are counted", () => {
    expect(notes([testBand(), silent])).toEqual([
      "n 3 seeds",
      "2 of 5 runs that have begun have not sent it",
      "w has no point",
    ]);
    expect(notes([testBand(), { ...silent, begun: 0 }])).toEqual(["n 3 seeds", "w has no point"]);
    const four = ["a", "b", "c", "d"].map((label) => ({ ...silent, label, begun: 0 }));
    expect(notes([testBand(), ...four])).toContain("4 of 5 configurations have no point");
  });

  test("nothing is told where nothing is drawn, but where no other text says why", () => {
    expect(notes([testBand({ x: [], n: [] })])).toEqual([]);
    expect(notes([silent])).toEqual([]);
    expect(notes([{ ...silent, begun: 0 }], { tellsEmpty: true })).toEqual(["w has no point"]);
    const fixed = showBands([testBand({ axis: "tokens" })], "step", true);
    expect(bandCaption(fixed, { metric: "group/std", tellsEmpty: true })).toBe(
      "Nothing is drawn: v has no train step and is not drawn.",
    );
  });
});

test("how runs were put together is told: bins as soon as one line is of them, and wide ones as such", () => {
  expect(notes([testBand(), testBand({ aligned: "binned" })])[1]).toBe("each run by its means in bins of x");
  expect(notes([testBand({ aligned: "binned" }), testBand({ aligned: "binned", coarsened: true })])[1]).toBe(
    "each run by its means in bins of x, as wide as the points of the sparsest run are apart",
  );
  expect(notes([testBand()], { smoothed: "exponential mean, weight 0.95" })[1]).toBe(
    "exponential mean, weight 0.95, of each attempt before they are put together",
  );
});

test("what line and fill are is said first, and only where there is something", () => {
  const foot = (bands: SeedBand[], mode?: BandNotes["mode"]) =>
    bandCaption(showBands(bands, "step"), { metric: "reward/raw", mode });
  expect(foot([testBand()])).toBe("Mean over seeds, band = 95 % t interval; n 3 seeds.");
  expect(foot([testBand()], "median-range")).toBe("Median over seeds, band = lowest to highest; n 3 seeds.");
  expect(foot([])).toBeNull();
});

describe("a note under a printed chart", () => {
  const folded = (note: string) => shortNote(note);

  test("that lines may not be ranked is read at once, and why, one press away", () => {
    expect(folded("Not ranked (C02). Measured on 2 sets; one has more.")).toEqual([
      "Not ranked (C02).",
      "Measured on 2 sets; one has more.",
    ]);
    expect(folded("Group std: Not ranked (C01). 3 reward functions.")[0]).toBe(
      "Group std: Not ranked (C01).",
    );
  });

  test("what line and fill are, and where points are NaN, is never folded; what has no interval or no point is", () => {
    const lines = "Mean over seeds, band = 95 % t interval; n 1 to 3 seeds; no interval below 3 seeds";
    expect(folded(`${lines}; dgro: NaN from train step 30, no mean there; sft has no point.`)).toEqual([
      "Mean over seeds, band = 95 % t interval; n 1 to 3 seeds; dgro: NaN from train step 30, no mean there.",
      "No interval below 3 seeds; sft has no point.",
    ]);
    expect(folded("sft: 1 seed, no interval.")).toEqual([null, "sft: 1 seed, no interval."]);
    expect(folded("Curves are by train step.")).toEqual(["Curves are by train step.", null]);
  });
});
