import { expect, test } from "vitest";
import { insertRunInputs } from "#db/queries/inputs.ts";
import { launchRuns } from "../runs/launch.ts";
import { freshKey, launch, makeWorld, type World } from "../testing.ts";
import { trainingRounds } from "./rounds.ts";

const look = (world: World, experimentId: string, subset: string) =>
  launchRuns(world.ctx, {
    launchKey: freshKey(),
    recipe: "evaluate",
    matrix: { presets: ["oracle"], edits: {}, factors: [], seeds: [0] },
    experiment: { id: experimentId },
  }).runs.map(({ id }) => {
    world.ctx.db.$client
      .prepare("update runs set params = json_set(params, '$.subset', ?) where id = ?")
      .run(subset, id);
    return id;
  })[0];

function take(world: World, runId: string, slot: string, fromRunId: string): void {
  const kind = slot === "start" ? "checkpoint" : "problems";
  insertRunInputs(world.ctx.db, [{ runId, slot, kind, fromRunId, fromName: "x", evaluationId: null }]);
}

test("a run is one round further than the run it starts from, and only with a set that was left by failures", () => {
  const world = makeWorld();
  const { experimentId, runs } = launch(world, { factors: [{ name: "grad_clip", levels: [1, 2, 3, 4] }] });
  const [first, second, control, other] = runs.map(({ id }) => id);
  const [weak, alike] = ["weighted", "uniform"].map((subset) => look(world, experimentId, subset));
  take(world, first, "train_set", weak);
  take(world, second, "train_set", weak);
  take(world, second, "start", first);
  take(world, control, "train_set", alike);
  take(world, other, "start", first);
  expect(trainingRounds(world.ctx, experimentId)).toMatchObject([
    { arm: "uniform", round: 1, runs: [{ id: control }], rrAt5: null, failed: null, weights: [] },
    { arm: "weighted", round: 1, runs: [{ id: first }] },
    { arm: "weighted", round: 2, runs: [{ id: second }] },
  ]);
});
