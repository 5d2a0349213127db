import { expect, test } from "vitest";
import { selectBenchmarkByName } from "#db/queries/benchmarks.ts";
import { DELETION_GRACE_MS } from "../../contracts/housekeeping/annotation-limits.ts";
import { moveThings } from "../moving/move.ts";
import { externalWorld } from "../external/testing.ts";
import { createProject } from "../projects/change.ts";
import { launchRuns } from "../runs/launch.ts";
import { stopRun } from "../runs/stop.ts";
import { addBenchmark, freshKey, joinWorker, launch, makeWorld, startNext, type World } from "../testing.ts";
import { deleteDue, deleteOwner } from "./delete.ts";

const homeOf = ({ ctx }: World, runId: string) =>
  ctx.db.$client.prepare("select experiment_id from runs where id = ?").pluck().get(runId) as
    string | undefined;

function afterTheGrace(world: World, runId: string) {
  world.clock.now += DELETION_GRACE_MS;
  deleteDue(world.ctx);
  return homeOf(world, runId);
}

test("a run that was launched into a deleted experiment and has ended before it was due is kept with it", () => {
  const world = makeWorld();
  const { experimentId, runs } = launch(world);
  for (const { id } of runs) stopRun(world.ctx, id);
  deleteOwner(world.ctx, { id: experimentId });
  world.clock.now += 1000;
  const made = launchRuns(world.ctx, {
    launchKey: freshKey(),
    recipe: "grpo",
    matrix: { presets: ["baseline"], edits: {}, factors: [], seeds: [5] },
    experiment: { id: experimentId },
  });
  startNext(world, joinWorker(world)).finish();
  expect(afterTheGrace(world, made.runs[0].id)).toBe(experimentId);
});

test("a run that was moved to where runs of its experiment had been deleted is kept", () => {
  const world = makeWorld();
  createProject(world.ctx, { name: "Side" });
  const { runs } = launch(world, { seeds: [0, 1, 2] });
  for (const { id } of runs) stopRun(world.ctx, id);
  moveThings(world.ctx, { ids: [runs[0].id], to: "side" });
  deleteOwner(world.ctx, { id: homeOf(world, runs[0].id) ?? "" });
  world.clock.now += 1000;
  moveThings(world.ctx, { ids: [runs[1].id], to: "side" });
  expect(afterTheGrace(world, runs[1].id)).toBeDefined();
});

test("a run that a client began in a deleted experiment and ended is kept", () => {
  const { world, verbs, open } = externalWorld();
  const end = { state: "finished" as const, exitCode: 0, reason: null };
  const first = open();
  verbs.end(first.runId, end);
  deleteOwner(world.ctx, { id: homeOf(world, first.runId) ?? "" });
  world.clock.now += 1000;
  const second = open({ key: "r2", writer: "w2" });
  verbs.end(second.runId, end);
  expect(afterTheGrace(world, second.runId)).toBeDefined();
});

test("a run that goes on in a deleted experiment and ends again is kept with what it sent", () => {
  const { world, verbs, open } = externalWorld();
  const end = { state: "finished" as const, exitCode: 0, reason: null };
  const { runId } = open();
  verbs.end(runId, end);
  deleteOwner(world.ctx, { id: homeOf(world, runId) ?? "" });
  world.clock.now += 1000;
  verbs.end(open({ writer: "w2" }).runId, end);
  expect(afterTheGrace(world, runId)).toBeDefined();
});

test("a benchmark that a run was on after it was deleted is kept", () => {
  const world = makeWorld();
  const id = addBenchmark(world, "holdout");
  deleteOwner(world.ctx, { id });
  world.clock.now += 1000;
  const { runs } = launch(world, { edits: { problems: "holdout" }, seeds: [0] });
  stopRun(world.ctx, runs[0].id);
  afterTheGrace(world, runs[0].id);
  expect(selectBenchmarkByName(world.ctx.db, "holdout")?.id).toBe(id);
});

test("an experiment that is deleted again with a run that came meanwhile goes with it, later", () => {
  const world = makeWorld();
  const { experimentId, runs } = launch(world);
  for (const { id } of runs) stopRun(world.ctx, id);
  const { purgeAt } = deleteOwner(world.ctx, { id: experimentId });
  world.clock.now += 1000;
  const again = launch(world, { seeds: [7] }, { experimentId }).runs[0];
  stopRun(world.ctx, again.id);
  expect(deleteOwner(world.ctx, { id: experimentId }).purgeAt).toBe(purgeAt + 1000);
  expect(afterTheGrace(world, again.id)).toBeUndefined();
});
