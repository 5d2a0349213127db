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

test("NaN and infinities are told with where, as what they are", () => {
  const told = (...band: Parameters<typeof along>) =>
    notes([along(...band)]).find((note) => /NaN|infinite/.test(note));
  expect(told([3, 2, 2], [0, 1, 1])).toBe("NaN from train step 100");
  expect(told([3, 3, 0], [0, 1, 30])).toBe("NaN from train step 100");
  expect(told([3, 1, 3], [0, 2, 0], [0, 2, 0])).toBe("infinite at train step 100");
  expect(told([2, 3, 2], [1, 0, 1], [1, 0, 0])).toBe("NaN or infinite at 2 of 3 x, first at train step 0");
  expect(told([3, 3], [0, 0])).toBeUndefined();
});

test("of bins the place is as exact as they are wide", () => {
  const binned = (x: number[], nonFinite: number[]) =>
    testBand({ ...along([3, 3, 3], nonFinite), aligned: "binned", x });
  const told = (band: ReturnType<typeof binned>) => notes([band]).find((note) => note.includes("NaN"));
  expect(told(binned([395.595, 405.595, 415.595], [0, 1, 1]))).toBe("NaN from about train step 410");
  expect(told(binned([0.125, 1.375, 2.625], [0, 0, 1]))).toBe("NaN at about train step 3");
  expect(told(binned([5, 5, 5], [1, 0, 0]))).toBe("NaN at about train step 5");
});

test("of several configurations it is told how many have some", () => {
  expect(notes([along([3, 2], [0, 1]), along([2, 2], [1, 1]), along([3, 3], [0, 0])])[2]).toBe(
    "NaN in 2 of 3 configurations, first at train step 0",
  );
});

test("what every seed has only as NaN is no n", () => {
  expect(notes([along([0, 0], [2, 2])])).toEqual(["NaN from train step 0"]);
});

test("another axis than the page's, and what is not drawn, is told as under single lines", () => {
  expect(notes([testBand({ axis: "epoch", unplaced: 1, hidden: 2, sent: 3, begun: 4 })])).toEqual([
    "n 3 seeds",
    "over its own axis, epoch: it has no train step",
    "1 point has no train step and is not drawn",
    "2 points of earlier attempts are left out, later ones took their place",
    "1 of 4 runs that have begun has not sent it",
  ]);
  expect(notes([testBand(), testBand({ axis: "epoch" })])).toEqual([
    "n 3 seeds",
    "1 configuration has no train step and is not drawn",
  ]);
  expect(notes([testBand({ axis: "epoch" })], { metric: "sft/loss" })).toEqual(["n 3 seeds"]);
});

test("runs of a configuration that sent nothing at all are counted, those that wait to begin are not", () => {
  const silent = testBand({ key: "w", x: [], n: [], sent: 0, runs: 0, begun: 2 });
  expect(notes([testBand(), silent])).toEqual(["n 3 seeds", "2 of 5 runs that have begun have not sent it"]);
  expect(notes([testBand(), { ...silent, begun: 0 }])).toEqual(["n 3 seeds"]);
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
    "exponential mean, weight 0.95, of each attempt before they are put together",
  );
});

test("nothing is told where nothing is drawn", () => {
  expect(notes([testBand({ x: [], n: [] })])).toEqual([]);
});

test("resumed runs that begin again on the axis are said to be left out", () => {
  const one = testBand({ axis: "wall", restarted: 1 });
  expect(notes([one], { axis: "wall" })).toContain(
    "1 run was resumed and is left out: wall seconds began again",
  );
  expect(
    notes([one, testBand({ axis: "wall", restarted: 2, runs: 0, x: [], n: [] })], { axis: "wall" }),
  ).toContain("3 runs were resumed and are left out: wall seconds began again");
});
