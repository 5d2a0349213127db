import { expect, test } from "vitest";
import { launch, makeWorld } from "../testing.ts";
import { experimentCells } from "./cells.ts";

test("a configuration has its place by first launch, whichever is the baseline and whatever was launched elsewhere", () => {
  const world = makeWorld();
  launch(world, { presets: ["dynamic"] });
  const { experimentId } = launch(world, { presets: ["baseline", "no_kl", "dynamic"], seeds: [0, 1] });
  world.clock.now += 1000;
  launch(world, { presets: ["token_loss"], seeds: [2] }, { experimentId });
  world.clock.now += 1000;
  launch(world, { presets: ["no_kl"], seeds: [2] }, { experimentId });
  const placed = () =>
    experimentCells(world.ctx, experimentId).cells.map(({ config, place }) => `${place} ${config}`);
  expect(placed()).toEqual(["0 baseline", "1 no_kl", "2 dynamic", "3 token_loss"]);
  world.ctx.db.$client
    .prepare("update experiments set baseline_cell = (select cell from runs where label = 'dynamic' limit 1)")
    .run();
  expect(placed()).toEqual(["2 dynamic", "0 baseline", "1 no_kl", "3 token_loss"]);
});
