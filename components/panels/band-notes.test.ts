import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { bandNotes, withNotes } from "./band-notes.ts";

type Band = Parameters<typeof bandNotes>[0][number];

const band = (more: Partial<Band> = {}): Band => ({
  axis: "step",
  unplaced: 0,
  aligned: "exact",
  coarsened: false,
  elsewhere: 0,
  restarted: 0,
  n: [5, 4],
  mean: [1, 2],
  low: [0, 1],
  ...more,
});
const notes = (...bands: Band[]) => bandNotes(bands, "step");

test("n is told as it is along x, over all configurations", () => {
  expect(notes(band())).toEqual(["n 4 to 5 seeds"]);
  expect(notes(band({ n: [5, 5] }))).toEqual(["n 5 seeds"]);
  expect(notes(band(), band({ n: [2, 0], low: [null, null], mean: [1, null] }))).toEqual([
    "n 2 to 5 seeds",
    "no interval below 3 seeds",
  ]);
});

test("a band that ends where all seeds are equal says why, and one of too few seeds does not", () => {
  expect(notes(band({ n: [3, 3], low: [0, null] }))).toEqual([
    "n 3 seeds",
    "no interval where all seeds are equal",
  ]);
  expect(notes(band({ n: [3, 2], low: [0, null] }))).not.toContain("no interval where all seeds are equal");
  expect(notes(band({ n: [3, 0], low: [0, null], mean: [1, null] }))).toEqual(["n 3 seeds"]);
});

test("configurations on another axis are counted, and their seeds are not in n", () => {
  const onTokens = band({ axis: "tokens", n: [2, 2] });
  expect(notes(band(), onTokens)).toEqual([
    "n 4 to 5 seeds",
    "1 configuration has no train step and is not drawn",
  ]);
  expect(notes(onTokens, onTokens, band())[1]).toBe("2 configurations have no train step and are not drawn");
});

test("an axis that none has is told with the one that is drawn", () => {
  const onTokens = band({ axis: "tokens" });
  expect(notes(onTokens)[1]).toBe("over its own axis, tokens: it has no train step");
  expect(bandNotes([onTokens], "tokens")).toEqual(["n 4 to 5 seeds"]);
});

test("resumed runs that a clock has twice are told", () => {
  expect(bandNotes([band({ axis: "wall", restarted: 1 })], "wall")).toEqual([
    "n 4 to 5 seeds",
    "1 run was resumed and is left out: wall seconds began again",
  ]);
});

test("points without a place are told where others are drawn; where none is, the chart says it", () => {
  expect(notes(band({ unplaced: 2 }))[1]).toBe("2 points have no train step and are not drawn");
  expect(notes(band({ unplaced: 2, n: [], mean: [], low: [] }))).toEqual([]);
});

test("bins are told, and under a chart all of it stands before the chart's own note", () => {
  expect(notes(band({ aligned: "binned" }))[1]).toBe("each run by its means in bins of x");
  expect(renderToStaticMarkup(withNotes(["a", "b"], "Own note."))).toBe("a; b. Own note.");
  expect(withNotes([], "Own note.")).toBe("Own note.");
});
