import { expect, test } from "vitest";
import { isServiceError } from "../../errors.ts";
import { getRun } from "../runs/get.ts";
import { listRuns } from "../runs/list.ts";
import { stopRun } from "../runs/stop.ts";
import { freshKey, joinWorker, launch, makeWorld, startNext, type World } from "../testing.ts";
import { stopExperiment } from "./stop.ts";

const statesOf = (world: World, experimentId: string): string[] =>
  listRuns(world.ctx, { experimentId, state: "all", search: "", limit: 100, offset: 0 }).rows.map(
    (row) => row.state,
  );

test("stopping an experiment takes its queue away and asks its running runs in one change, and leaves others alone", () => {
  const world = makeWorld();
  const stopped = launch(world, { seeds: [0, 1, 2, 3, 4] }, { title: "Too large" });
  const other = launch(world, { seeds: [0] }, { title: "Another", launchKey: freshKey() });
  const worker = joinWorker(world, { slots: 2 });
  const running = [startNext(world, worker), startNext(world, worker)];
  const ticks: number[] = [];
  world.ctx.live.subscribe((tick) => void ticks.push(tick.id));
  expect(stopExperiment(world.ctx, stopped.experimentId)).toEqual({
    asked: 2,
    dequeued: 3,
    message:
      "3 runs taken out of the queue; 2 runs asked to stop, each by the stop signals of its recipe, SIGKILL last.",
  });
  expect(statesOf(world, stopped.experimentId).toSorted()).toEqual([
    "killed",
    "killed",
    "killed",
    "stopping",
    "stopping",
  ]);
  expect(ticks).toHaveLength(1);
  expect(running.map((run) => getRun(world.ctx, run.runId).attempts[0].stopRequestedBy)).toEqual([
    "tester",
    "tester",
  ]);
  expect(statesOf(world, other.experimentId)).toEqual(["queued"]);
});

test("a second stop changes nothing and says who was asked before; an ended experiment says that it has ended", () => {
  const world = makeWorld();
  const { experimentId } = launch(world, {}, { title: "One run" });
  const attempt = startNext(world, joinWorker(world));
  stopRun(world.ctx, attempt.runId);
  expect(stopExperiment(world.ctx, experimentId)).toEqual({
    asked: 0,
    dequeued: 0,
    message: "1 run asked before.",
  });
  attempt.finish({ reason: "stopped", askedBy: "tester", code: null, signal: "SIGINT" });
  expect(stopExperiment(world.ctx, experimentId).message).toBe('Every run of "One run" has already ended.');
});

test("an experiment that does not exist is refused", () => {
  const world = makeWorld();
  try {
    stopExperiment(world.ctx, "exp_0000000000000000");
    expect.unreachable();
  } catch (error) {
    expect(isServiceError(error) && error.code).toBe("not_found");
  }
});
