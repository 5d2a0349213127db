import { expect, test } from "vitest";
import { updateName } from "#db/queries/annotations.ts";
import { freshKey, joinWorker, launch, makeWorld, startNext, type World } from "../../testing.ts";
import { resolveRun } from "./resolve.ts";
import { stopRun } from "../stop.ts";

/** The same launched again, a second later each time, and given one name: several runs of it. Oldest first. */
function launchAgain(world: World, times: number) {
  return Array.from({ length: times }, () => {
    world.clock.now += 1000;
    const [run] = launch(world, {}, { launchKey: freshKey() }).runs;
    updateName(world.ctx.db, "run", run.id, "baseline");
    return { ...run, name: "baseline" };
  });
}

test("a name that one run has is that run, for every purpose, without a word about it", () => {
  const world = makeWorld();
  const [{ id, name }] = launchAgain(world, 1);
  for (const purpose of ["read", "stop", "delete"] as const)
    expect(resolveRun(world.ctx, name, purpose)).toEqual({ id, choice: null });
});

test("of three runs with one name, reading takes the newest and says so", () => {
  const world = makeWorld();
  const runs = launchAgain(world, 3);
  const newest = runs[2];
  expect(resolveRun(world.ctx, newest.name, "read")).toEqual({
    id: newest.id,
    choice: `3 runs have this name; this is the newest (id ${newest.id}).`,
  });
  expect(resolveRun(world.ctx, runs[0].id, "delete")).toEqual({ id: runs[0].id, choice: null });
});

test("stopping and deleting refuse a name that several open runs have, and list their ids", () => {
  const world = makeWorld();
  const [first, second] = launchAgain(world, 2);
  for (const purpose of ["stop", "delete"] as const) {
    const refused = () => resolveRun(world.ctx, first.name, purpose);
    expect(refused).toThrow(`"${first.name}": 2 runs have this name`);
    expect(refused).toThrow(`${second.id} (queued), ${first.id} (queued). Give the id of one.`);
  }
});

test("stopping takes the only one that has not ended, and says that; deleting still refuses", () => {
  const world = makeWorld();
  const [first, second] = launchAgain(world, 2);
  stopRun(world.ctx, second.id);
  expect(resolveRun(world.ctx, first.name, "stop")).toEqual({
    id: first.id,
    choice: `2 runs have this name; this is the only one that has not ended (id ${first.id}).`,
  });
  expect(() => resolveRun(world.ctx, first.name, "delete")).toThrow(
    `${second.id} (killed), ${first.id} (queued)`,
  );
  startNext(world, joinWorker(world)).finish();
  expect(resolveRun(world.ctx, first.name, "stop").id).toBe(second.id);
});
