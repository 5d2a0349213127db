import { expect, test } from "vitest";
import { selectRun } from "#db/queries/runs.ts";
import { freshKey, joinWorker, launch, makeWorld } from "../testing.ts";
import { launchAgain } from "./again.ts";

test("a run is launched again as the same cell and seed, with another id", () => {
  const world = makeWorld();
  joinWorker(world);
  const [run] = launch(world, { presets: ["no_kl"], seeds: [4], edits: { group_size: 6 } }).runs;
  const launchKey = freshKey();
  const [again] = launchAgain(world.ctx, { id: run.id, launchKey }).runs;
  expect(launchAgain(world.ctx, { id: run.id, launchKey }).runs[0].id).toBe(again.id);
  const [before, after] = [run.id, again.id].map((id) => selectRun(world.ctx.db, id));
  const { cell, seed, params, experimentId, recipeVersion } = before ?? {};
  expect(again.id).not.toBe(run.id);
  expect(after).toMatchObject({ cell, seed, params, experimentId, recipeVersion });
});
