import { expect, test } from "vitest";
import { freshKey, joinWorker, launch, makeWorld, type World } from "../testing.ts";
import { moveThings } from "../moving/move.ts";
import { createProject } from "../projects/change.ts";
import { launchRuns } from "../runs/launch.ts";
import { stopRun } from "../runs/stop.ts";
import { moveInQueue } from "./move.ts";
import { pauseQueue } from "./pause.ts";
import { prioritise } from "./prioritise.ts";
import { readQueue } from "./read.ts";
import { restoreQueue } from "./restore.ts";

const names = (world: World) => readQueue(world.ctx).runs.map(({ name }) => name);

/** A world in which four runs wait, by seed, and a worker that has a slot for each. */
function withFour() {
  const world = makeWorld();
  const { runs } = launch(world, { seeds: [0, 1, 2, 3] });
  return { world, ids: runs.map(({ id }) => id), worker: joinWorker(world, { slots: 8 }) };
}

test("what is put first is given out first, and what is launched later waits behind it", () => {
  const { world, ids, worker } = withFour();
  expect(moveInQueue(world.ctx, { id: ids[3], before: ids[0] }).message).toBe(
    "baseline-s3 is 1st of 4 in line.",
  );
  world.clock.now += 1000;
  launch(world, { seeds: [7] }, { launchKey: freshKey(), title: "Another" });
  expect(names(world)).toEqual(["baseline-s3", "baseline-s0", "baseline-s1", "baseline-s2", "baseline-s7-2"]);
  expect(Array.from({ length: 3 }, () => worker.claim()?.runName)).toEqual([
    "baseline-s3",
    "baseline-s0",
    "baseline-s1",
  ]);
});

test("of two who move at once, the second is told and changes nothing", () => {
  const { world, ids } = withFour();
  const { version } = readQueue(world.ctx);
  moveInQueue(world.ctx, { id: ids[3], before: ids[0], version });
  expect(() => moveInQueue(world.ctx, { id: ids[0], before: null, version })).toThrow(
    /Somebody else has changed the queue meanwhile/,
  );
  expect(names(world)).toEqual(["baseline-s3", "baseline-s0", "baseline-s1", "baseline-s2"]);
});

test("a claim between two moves does not get into their way", () => {
  const { world, ids, worker } = withFour();
  const { version } = moveInQueue(world.ctx, { id: ids[3], before: ids[0], version: 0 });
  expect(worker.claim()?.runName).toBe("baseline-s3");
  moveInQueue(world.ctx, { id: ids[2], before: ids[0], version });
  expect(names(world)).toEqual(["baseline-s2", "baseline-s0", "baseline-s1"]);
  expect(() => moveInQueue(world.ctx, { id: ids[3], before: null })).toThrow(
    /baseline-s3 does not wait in the queue any more: it is starting/,
  );
});

test("a higher priority goes before, a lower behind, and both are taken back", () => {
  const { world, ids } = withFour();
  prioritise(world.ctx, { id: ids[2], priority: "high" });
  const { undo } = prioritise(world.ctx, { id: ids[0], priority: "low" });
  expect(names(world)).toEqual(["baseline-s2", "baseline-s1", "baseline-s3", "baseline-s0"]);
  restoreQueue(world.ctx, undo);
  expect(names(world)).toEqual(["baseline-s2", "baseline-s0", "baseline-s1", "baseline-s3"]);
  expect(() => restoreQueue(world.ctx, undo)).toThrow(/Somebody else/);
});

test("a move of a run that has begun since cannot be taken back, and that is what is said", () => {
  const { world, ids, worker } = withFour();
  const { undo } = prioritise(world.ctx, { id: ids[2], priority: "now" });
  expect(worker.claim()?.runName).toBe("baseline-s2");
  expect(restoreQueue(world.ctx, undo)).toMatchObject({
    changed: false,
    message: "Nothing was taken back: what was moved waits no more.",
  });
});

test("a paused queue gives out nothing but what is to run now, says who paused it, and goes on", () => {
  const { world, ids, worker } = withFour();
  expect(pauseQueue(world.ctx, { paused: true }).message).toBe(
    "The queue is paused: nothing new starts. 4 runs wait; what trains goes on.",
  );
  expect(worker.claim()).toBeNull();
  expect(readQueue(world.ctx)).toMatchObject({
    paused: { by: "tester" },
    runs: [{ why: "waits: tester paused the queue, 1st in line" }, {}, {}, {}],
  });
  prioritise(world.ctx, { id: ids[2], priority: "now" });
  expect(worker.claim()?.runName).toBe("baseline-s2");
  expect(worker.claim()).toBeNull();
  pauseQueue(world.ctx, { paused: false });
  expect(worker.claim()?.runName).toBe("baseline-s0");
});

test("pausing twice is one pause, and what has left the queue is forgotten", () => {
  const { world, ids } = withFour();
  const first = pauseQueue(world.ctx, { paused: true });
  expect(pauseQueue(world.ctx, { paused: true })).toMatchObject({
    changed: false,
    version: first.version,
  });
  prioritise(world.ctx, { id: ids[1], priority: "high" });
  stopRun(world.ctx, ids[1]);
  expect(moveInQueue(world.ctx, { id: ids[3], before: ids[0] }).undo.was.priorities).toEqual({});
});

test("a run that waits for another keeps its place, and what can start is not held up by it", () => {
  const { world, ids, worker } = withFour();
  const [evaluation] = launchRuns(world.ctx, {
    launchKey: freshKey(),
    recipe: "evaluate",
    matrix: { presets: ["greedy"], edits: {}, factors: [], seeds: [0] },
    inputs: { policy: { run: ids[0] } },
    experiment: { title: "Measured" },
  }).runs;
  prioritise(world.ctx, { id: evaluation.id, priority: "now" });
  expect(names(world)[0]).toBe(evaluation.name);
  expect(readQueue(world.ctx).runs[0].why).toMatch(/^waits for the checkpoint of baseline-s0/);
  expect(worker.claim()?.runName).toBe("baseline-s0");
});

test("what waits says of which project it is: the order is one for the whole bench", () => {
  const { world, ids } = withFour();
  createProject(world.ctx, { name: "Side" });
  moveThings(world.ctx, { ids: [ids[2]], to: "side" });
  expect(readQueue(world.ctx).runs.map(({ project }) => project.slug)).toEqual([
    "lp-debug",
    "lp-debug",
    "side",
    "lp-debug",
  ]);
});

test("an order that is put back says nothing of who paused, names each run once, and only runs", () => {
  const { world, ids } = withFour();
  const { version } = readQueue(world.ctx);
  const was = {
    order: [ids[3], ids[3], ids[2]],
    priorities: {},
    paused: { at: 1, by: "somebody \u202Eelse" },
  };
  const { undo } = restoreQueue(world.ctx, { version, was });
  expect(readQueue(world.ctx).paused).toEqual({ by: "tester", at: world.clock.now });
  expect(names(world)).toEqual(["baseline-s3", "baseline-s2", "baseline-s0", "baseline-s1"]);
  const next = moveInQueue(world.ctx, { id: ids[0], before: null });
  expect(next.undo.was.order).toEqual([ids[3], ids[2]]);
  const wrong: (typeof was)[] = [
    { ...was, paused: { at: -1, by: "tester" } },
    { ...was, paused: { at: 1, by: "x".repeat(100_000) } },
    { ...was, order: ["x".repeat(1000)] },
  ];
  for (const one of wrong) expect(() => restoreQueue(world.ctx, { ...undo, was: one })).toThrow();
});
