import { expect, test } from "vitest";
import type { SeedBand } from "#server/contracts/charts/bands.ts";
import type { VarianceCell } from "#server/contracts/variance.ts";
import { testBand } from "#server/wording/testing.ts";
import { spreadAxes } from "./spread-axes.ts";

const cell = (config: string, rewardHash: string, noise: VarianceCell["noise"] = null) =>
  ({ key: `e ${config}`, config, rewardHash, noise, reachable: null }) as VarianceCell;
const band = (config: string, high: number): SeedBand =>
  testBand({ key: `e ${config}`, mean: [high / 2], high: [high] });

test("configurations of one reward share their axis and nothing is said about it", () => {
  const axes = spreadAxes([cell("a", "r"), cell("b", "r")], [band("a", 0.5), band("b", 1)]);
  expect([...axes.values()]).toEqual([
    { top: 1.1, words: null },
    { top: 1.1, words: null },
  ]);
});

test("another reward has an axis of its own, and each chart says with whom it can be compared", () => {
  const cells = [cell("a", "r"), cell("b", "r"), cell("scaled", "s")];
  const axes = spreadAxes(cells, [band("a", 0.5), band("b", 0.2), band("scaled", 2)]);
  expect(axes.get("e a")).toEqual({ top: 0.54, words: "Same reward and y axis as b." });
  expect(axes.get("e scaled")).toEqual({
    top: 2.2,
    words: "Its own y axis: no other configuration has this reward.",
  });
});

test("a noise floor is in view, and without any point the axis fits later", () => {
  const noisy = cell("a", "r", { withinGroupSd: 1, pooledSd: 1 });
  expect(spreadAxes([noisy], [band("a", 0.5)]).get("e a")?.top).toBe(1.1);
  expect(spreadAxes([cell("a", "r")], []).get("e a")?.top).toBeNull();
});

test("an axis does not follow an interval beyond what a group can reach", () => {
  const bounded = { ...cell("a", "r"), reachable: 0.5 };
  expect(spreadAxes([bounded], [band("a", 0.9)]).get("e a")?.top).toBe(0.54);
});
