import { expect, test } from "vitest";
import { addBenchmark, makeWorld } from "../testing.ts";
import { planChain } from "./plan-chain.ts";

test("on a named benchmark a chain makes none, and all its stages are on that one", () => {
  const world = makeWorld();
  addBenchmark(world, "levels", "b".repeat(64));
  const own = planChain(world.ctx, { chain: "gradient" });
  const named = planChain(world.ctx, { chain: "gradient", problems: "levels" });
  expect(named.issues).toEqual([]);
  expect(own.stages.map(({ key }) => key)).toEqual(["set", ...named.stages.map(({ key }) => key)]);
  for (const { launch } of [named])
    for (const {
      inputs,
      matrix: { edits },
    } of launch) {
      expect(inputs).toEqual({});
      expect(edits.problems).toBe("levels");
    }
});
