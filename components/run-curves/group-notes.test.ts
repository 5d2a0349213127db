import { expect, test } from "vitest";
import { groupNotes, type NotesQuestion } from "./group-notes.ts";
import { testBand } from "./group-testing.ts";

const QUESTION: NotesQuestion = {
  metric: "reward/raw",
  axis: "step",
  mode: "mean-ci",
  smoothing: { kind: "none" },
  leftOut: 0,
};
const notes = (bands: Parameters<typeof groupNotes>[0], more: Partial<NotesQuestion> = {}) =>
  groupNotes(bands, { ...QUESTION, ...more });
const along = (n: number[], nonFinite: number[], posInf = n.map(() => 0)) =>
  testBand({ x: n.map((_, i) => 100 * i), n, nonFinite, posInf, negInf: n.map(() => 0) });

test("n is what is averaged, wherever it varies along x or between configurations", () => {
  expect(notes([testBand()])).toEqual(["n 3 seeds"]);
  expect(notes([along([3, 3, 2], [0, 0, 0])])).toEqual(["n 2 to 3 seeds", "no interval below 3 seeds"]);
  expect(notes([testBand(), testBand({ n: [1, 1] })])).toEqual([
    "n 1 to 3 seeds",
    "no interval below 3 seeds",
  ]);
  expect(notes([testBand({ n: [1, 1] })], { mode: "median-range" })).toEqual(["n 1 seed"]);
});

test("a seed that turns NaN is told with where, as what it is", () => {
  const told = (...band: Parameters<typeof along>) =>
    notes([along(...band)]).find((note) => / seeds? (is|are) (NaN|infinite)/.test(note));
  expect(told([3, 2, 2], [0, 1, 1])).toBe("1 seed is NaN from train step 100");
  expect(told([3, 2, 0], [0, 1, 3])).toBe("up to 3 seeds are NaN from train step 100");
  expect(told([3, 1, 3], [0, 2, 0], [0, 2, 0])).toBe("2 seeds are infinite at train step 100");
  expect(told([2, 3, 2], [1, 0, 1], [1, 0, 0])).toBe(
    "1 seed is NaN or infinite at 2 of 3 x, first at train step 0",
  );
  expect(told([3, 3], [0, 0])).toBeUndefined();
});

test("of several configurations it is told how many have such seeds", () => {
  expect(notes([along([3, 2], [0, 1]), along([2, 2], [1, 1]), along([3, 3], [0, 0])])[2]).toBe(
    "seeds of 2 of 3 configurations are NaN, first at train step 0",
  );
});

test("what every seed has only as NaN is no n", () => {
  expect(notes([along([0, 0], [2, 2])])).toEqual(["2 seeds are NaN from train step 0"]);
});

test("another axis than the page's, and what is not drawn, is told as under single lines", () => {
  expect(notes([testBand({ axis: "epoch", unplaced: 1, hidden: 2, sent: 3, asked: 4 })])).toEqual([
    "n 3 seeds",
    "over its own axis, epoch: it has no train step",
    "1 point has no train step and is not drawn",
    "2 points of earlier attempts are left out, later ones took their place",
    "1 of 4 runs has not sent it over epoch",
  ]);
  expect(notes([testBand(), testBand({ axis: "epoch" })])).toEqual([
    "n 3 seeds",
    "1 configuration has no train step and is not drawn",
  ]);
  expect(notes([testBand({ axis: "epoch" })], { metric: "sft/loss" })).toEqual(["n 3 seeds"]);
});

test("how runs were put together is told", () => {
  expect(notes([testBand({ aligned: "binned" })], { leftOut: 2 })).toEqual([
    "n 3 seeds",
    "each run by its means in bins of x",
    "2 runs of seeds that other runs count for are left out",
  ]);
  expect(notes([testBand({ aligned: "binned", coarsened: true })])[1]).toBe(
    "each run by its means in bins of x, as wide as the points of the sparsest run are apart",
  );
  expect(notes([testBand()], { smoothing: { kind: "ema", weight: 0.95 } })[1]).toBe(
    "each run smoothed before they are put together",
  );
});

test("nothing is told where nothing is drawn", () => {
  expect(notes([testBand({ x: [], n: [] })])).toEqual([]);
});
