import { expect, test } from "vitest";
import type { SeedBand } from "#server/contracts/charts/bands.ts";
import { showBands } from "#server/contracts/charts/shown-bands.ts";
import { testBand } from "#server/wording/testing.ts";
import { nothingDrawn } from "./nothing-drawn.ts";

const bare = (more: Partial<SeedBand> = {}) => testBand({ x: [], n: [], ...more });
const said = (
  bands: SeedBand[],
  { axis = "step", ...more }: { axis?: string; zoom?: [number, number]; ended?: number | null } = {},
) => nothingDrawn(showBands(bands, axis), { zoom: null, ended: 0, ...more });

test("a chart without a point says which of its points and runs have no place there", () => {
  expect(said([testBand()])).toBeUndefined();
  expect(
    said([bare({ axis: "episodes", unplaced: 5 }), bare({ axis: "episodes" })], { axis: "episodes" }),
  ).toMatchObject({ reason: "None of 5 points has a place over train episodes. Choose another x." });
  expect(said([bare({ axis: "wall", restarted: 2 })], { axis: "wall" })).toMatchObject({
    reason: "2 runs were resumed and are left out: wall seconds began again. Choose another x.",
  });
  expect(said([bare()])).toMatchObject({ reason: "None that was sent has a place over train step." });
});

test("of a part without points it is said how all can be seen", () => {
  expect(said([bare()], { zoom: [310, 420] })).toMatchObject({
    title: "No points in this part",
    reason: "None between 310 and 420 on train step. Reset the zoom to see all.",
  });
});

test("where no run has sent anything it is waited for, or not", () => {
  const silent = bare({ sent: 0 });
  expect(said([silent])).toMatchObject({ title: "No points yet" });
  expect(said([silent], { ended: 2 })).toMatchObject({
    reason: "Both runs have ended, and neither sent one.",
  });
  expect(said([], { ended: null })).toMatchObject({ reason: "None of these runs has sent this metric." });
});
