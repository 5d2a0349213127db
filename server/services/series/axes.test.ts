import { expect, test } from "vitest";
import { axesOf } from "./axis-map.ts";
import { addPoints, worldWithRuns } from "./testing.ts";

test("only axes that some metric can be drawn over are offered, own ones of a run after the built-in", () => {
  const { world, runs } = worldWithRuns(2);
  addPoints(world, runs[0].attemptId, "reward/raw", [[1, 1]]);
  addPoints(world, runs[0].attemptId, "progress/episodes", [[1, 256]]);
  addPoints(world, runs[1].attemptId, "loss", [[4096, 1]], "tokens");
  expect(axesOf(world.ctx, { runIds: runs.map((run) => run.runId) })).toEqual([
    { axis: "step", metrics: 2 },
    { axis: "episodes", metrics: 2 },
    { axis: "wall", metrics: 3 },
    { axis: "tokens", metrics: 1 },
  ]);
  expect(axesOf(world.ctx, { runIds: [runs[1].runId] }).map(({ axis }) => axis)).toEqual(["wall", "tokens"]);
});
