import { expect, test } from "vitest";
import { keep } from "../annotations/annotate.ts";
import { annotationsOf } from "../annotations/read.ts";
import { createProject } from "../projects/change.ts";
import { launch, makeWorld } from "../testing.ts";
import { moveThings } from "./move.ts";

test("what is noted of an experiment that runs came into is there again when its last run was moved away and back", () => {
  const world = makeWorld();
  for (const name of ["Side", "Third"]) createProject(world.ctx, { name });
  const { runs } = launch(world, { seeds: [0, 1, 2] });
  const home = () =>
    world.ctx.db.$client
      .prepare("select experiment_id from runs where id = ?")
      .pluck()
      .get(runs[0].id) as string;
  moveThings(world.ctx, { ids: [runs[0].id, runs[1].id], to: "side" });
  keep(world.ctx, { changes: [{ id: home(), notes: "why" }] });
  const undo = [runs[1], runs[0]].map(({ id }) => moveThings(world.ctx, { ids: [id], to: "third" }).undo);
  for (const back of undo.toReversed().flat()) moveThings(world.ctx, back);
  expect(annotationsOf(world.ctx, [home()])[home()].notes).toBe("why");
});
