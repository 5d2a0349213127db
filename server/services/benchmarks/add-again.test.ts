import { expect, test } from "vitest";
import { selectBenchmarks } from "#db/queries/benchmarks.ts";
import { generateProblem } from "../../../workers/lab/env/generate.ts";
import { problemsEvent, recordOf } from "../../../workers/recipes/problems/leave-problems.ts";
import { DELETION_GRACE_MS } from "../../contracts/housekeeping/annotation-limits.ts";
import { deleteDue, deleteOwner } from "../deletion/delete.ts";
import { getRun } from "../runs/get.ts";
import { joinWorker, launch, makeWorld, startNext } from "../testing.ts";
import { benchmarkFiles } from "./files.ts";
import { registerBenchmark } from "./register.ts";
import { stageFiles } from "./stage.ts";

/** A registered set that was deleted, and its files; `first` is where its problems begin. */
async function deletedSet() {
  const world = makeWorld();
  const filesFrom = async (name: string, first: number) => {
    launch(world);
    const attempt = startNext(world, joinWorker(world));
    world.ctx.db.$client.prepare("update runs set recipe = 'maker' where id = ?").run(attempt.runId);
    const records = Array.from({ length: 12 }, (_, i) => recordOf(generateProblem(first, i, "easy")));
    attempt.send(problemsEvent(name, records, [], 1));
    attempt.finish();
    const id = String(getRun(world.ctx, attempt.runId).lineage.madeSet?.id);
    return { id, files: await benchmarkFiles(world.ctx, { id }) };
  };
  const { id, files } = await filesFrom("holdout", 5);
  const other = await filesFrom("other", 6);
  deleteOwner(world.ctx, { id: other.id });
  world.clock.now += DELETION_GRACE_MS + 1;
  deleteDue(world.ctx);
  deleteOwner(world.ctx, { id });
  const add = (name: string, which = files) => {
    const stagingId = "0190f3a4-0000-7000-8000-000000000001";
    stageFiles(world.ctx, { stagingId, files: which });
    return registerBenchmark(world.ctx, { stagingId, name });
  };
  const later = () => {
    world.clock.now += DELETION_GRACE_MS + 1;
    deleteDue(world.ctx);
    return selectBenchmarks(world.ctx.db).map((set) => [set.id, set.name]);
  };
  return { id, add, later, otherFiles: other.files };
}

test("a deleted set that is added again is back, and stays", async () => {
  const { id, add, later } = await deletedSet();
  expect(await add("holdout")).toMatchObject({ id, name: "holdout" });
  expect(later()).toEqual([[id, "holdout"]]);
});

test("added again under another name it is back under that one", async () => {
  const { id, add, later } = await deletedSet();
  expect(await add("again")).toMatchObject({ id, name: "again" });
  expect(later()).toEqual([[id, "again"]]);
});

test("other problems get the name of a deleted set, which goes when it was to go", async () => {
  const { id, add, later, otherFiles } = await deletedSet();
  const added = await add("holdout", otherFiles);
  expect(added.name).toBe("holdout");
  expect(added.id).not.toBe(id);
  expect(later()).toEqual([[added.id, "holdout"]]);
});
