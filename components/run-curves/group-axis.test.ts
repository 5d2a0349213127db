import { expect, test } from "vitest";
import { groupAxis } from "./group-axis.ts";
import { testBand } from "./group-testing.ts";

const onEpoch = testBand({ key: "e", axis: "epoch" });

test("bands that only have an axis of their own are drawn over that, and named by it", () => {
  expect(groupAxis([onEpoch], "step")).toEqual({ axis: "epoch", drawn: [onEpoch], others: 0 });
});

test("bands on two axes never share a picture: the asked axis is drawn, the others are counted", () => {
  const onStep = testBand({ key: "s" });
  const without = testBand({ key: "n", axis: "epoch", x: [], n: [], sent: 0 });
  expect(groupAxis([onEpoch, onStep, without], "step")).toEqual({ axis: "step", drawn: [onStep], others: 1 });
});

test("without any point the axis is the asked one", () => {
  expect(groupAxis([], "step")).toEqual({ axis: "step", drawn: [], others: 0 });
});

test("a part of x without points changes no axis", () => {
  const outOfSight = testBand({ key: "s", x: [], n: [], runs: 0 });
  expect(groupAxis([onEpoch, outOfSight], "step")).toEqual({ axis: "step", drawn: [], others: 1 });
  expect(groupAxis([{ ...onEpoch, x: [] }], "step")).toEqual({ axis: "epoch", drawn: [], others: 0 });
});
