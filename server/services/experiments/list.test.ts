import { expect, test } from "vitest";
import { launch, makeWorld } from "../testing.ts";
import { listExperiments } from "./list.ts";

test("experiments are listed newest first, those of one millisecond in the order in which they were launched", () => {
  const world = makeWorld();
  const titles = ["a", "b", "c", "d", "e"];
  for (const title of titles) launch(world, {}, { title });
  world.clock.now += 1;
  launch(world, {}, { title: "later" });
  expect(listExperiments(world.ctx).map(({ title }) => title)).toEqual(["later", ...titles.toReversed()]);
});
