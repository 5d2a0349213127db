import { expect, test } from "vitest";
import { selectBenchmarkByName } from "#db/queries/benchmarks.ts";
import { insertRunInputs } from "#db/queries/inputs.ts";
import { DELETION_GRACE_MS } from "../../contracts/housekeeping/annotation-limits.ts";
import { listExperiments } from "../experiments/list.ts";
import { keep } from "../annotations/annotate.ts";
import { annotationsOf } from "../annotations/read.ts";
import { reportWorld } from "../reports/testing.ts";
import { launchRuns } from "../runs/launch.ts";
import { stopRun } from "../runs/stop.ts";
import { addBenchmark, codeOf, freshKey, launch, makeWorld, type World } from "../testing.ts";
import { deleteDue, deleteOwner } from "./delete.ts";
import { planOwnerDeletion } from "./plan.ts";

/** Rows of every table, by its name. */
function tables({ ctx }: World): Record<string, unknown[]> {
  const names = ctx.db.$client
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .pluck()
    .all() as string[];
  return Object.fromEntries(
    names
      .filter((name) => name !== "ticks")
      .map((name) => [name, ctx.db.$client.prepare(`select * from "${name}"`).all()]),
  );
}

const wait = (world: World, ms: number) => {
  world.clock.now += ms;
  deleteDue(world.ctx);
};

/** An experiment of the report world, and a run elsewhere that took something from one of its runs. */
function withTaker() {
  const world = reportWorld();
  const experimentId = world.ctx.db.$client
    .prepare("select experiment_id from runs where id = ?")
    .pluck()
    .get(world.runs[0].id) as string;
  const taker = launch(world, { seeds: [9] }, { title: "Next" }).runs[0];
  insertRunInputs(world.ctx.db, [
    {
      runId: taker.id,
      slot: "start",
      kind: "checkpoint",
      fromRunId: world.runs[0].id,
      fromName: world.runs[0].name,
      evaluationId: null,
    },
  ]);
  return { world, experimentId, taker };
}

test("an experiment says what goes with it and what stays, and is refused while something waits for it", () => {
  const { world, experimentId, taker } = withTaker();
  expect(() => planOwnerDeletion(world.ctx, experimentId)).toThrow("has not ended. Stop or finish it first.");
  stopRun(world.ctx, taker.id);
  const { message, stays, name } = planOwnerDeletion(world.ctx, experimentId);
  expect(message).toMatch(/^With ".*" go \d+ runs: \d+ points and \d+ evaluations\.$/);
  expect(name).not.toBe("");
  expect(stays).toEqual([
    `1 run of other experiments took something from its runs and stays, but cannot be repeated: ${taker.name}.`,
  ]);
});

test("what is deleted leaves the lists, comes back whole within some minutes, and is gone after them", () => {
  const { world, experimentId, taker } = withTaker();
  stopRun(world.ctx, taker.id);
  const before = tables(world);
  const { undo, purgeAt } = deleteOwner(world.ctx, { id: experimentId });
  expect(purgeAt).toBe(world.clock.now + DELETION_GRACE_MS);
  expect(annotationsOf(world.ctx, [experimentId])[experimentId]).toMatchObject({ archived: true, purgeAt });
  wait(world, DELETION_GRACE_MS - 1);
  const { message } = keep(world.ctx, { changes: undo });
  expect(message).toMatch(/^Brought back /);
  const back = tables(world);
  expect({ ...back, keepings: before.keepings }).toEqual(before);
  expect(annotationsOf(world.ctx, [experimentId])[experimentId]).toMatchObject({ archived: false });
  wait(world, 2 * DELETION_GRACE_MS);
  expect(tables(world).runs).toEqual(before.runs);
  deleteOwner(world.ctx, { id: experimentId });
  wait(world, DELETION_GRACE_MS);
  const after = tables(world);
  expect(after.runs.map((run) => (run as { id: string }).id)).toEqual([taker.id]);
  expect(after.experiments).toHaveLength(before.experiments.length - 1);
  for (const gone of ["series", "evaluations", "evaluation_rows"]) expect(after[gone], gone).toEqual([]);
  expect(after.reports).toHaveLength(before.reports.length);
  expect(world.ctx.db.$client.pragma("foreign_key_check")).toEqual([]);
});

test("an experiment that got a run after it was deleted is brought back and not deleted", () => {
  const world = makeWorld();
  const { experimentId, runs } = launch(world);
  for (const { id } of runs) stopRun(world.ctx, id);
  deleteOwner(world.ctx, { id: experimentId });
  launchRuns(world.ctx, {
    launchKey: freshKey(),
    recipe: "grpo",
    matrix: { presets: ["baseline"], edits: {}, factors: [], seeds: [5] },
    experiment: { id: experimentId },
  });
  wait(world, DELETION_GRACE_MS);
  expect(listExperiments(world.ctx).map(({ id }) => id)).toContain(experimentId);
  expect(annotationsOf(world.ctx, [experimentId])[experimentId].purgeAt).toBeUndefined();
});

test("a benchmark is refused while a run is on it, then goes with its problems; what was measured on it stays", () => {
  const world = makeWorld();
  const id = addBenchmark(world, "holdout");
  const { runs } = launch(world, { edits: { problems: "holdout" }, seeds: [0] });
  expect(codeOf(() => planOwnerDeletion(world.ctx, id)).code).toBe("conflict");
  for (const run of runs) stopRun(world.ctx, run.id);
  expect(planOwnerDeletion(world.ctx, id).stays).toEqual([
    `1 run was on it, with 0 evaluations: ${runs[0].name}. What it measured stays, but it cannot be repeated, and nothing can be learnt from its episodes any more.`,
  ]);
  deleteOwner(world.ctx, { id });
  expect(selectBenchmarkByName(world.ctx.db, "holdout")?.id).toBe(id);
  wait(world, DELETION_GRACE_MS);
  expect(selectBenchmarkByName(world.ctx.db, "holdout")).toBeUndefined();
  expect(tables(world).benchmark_problems).toEqual([]);
  expect(tables(world).runs).toHaveLength(1);
  expect(world.ctx.db.$client.pragma("foreign_key_check")).toEqual([]);
});

test("to unarchive what was deleted brings it back too, and what is not there is said", () => {
  const world = makeWorld();
  const id = addBenchmark(world, "holdout");
  deleteOwner(world.ctx, { id });
  keep(world.ctx, { changes: [{ id, archived: false }] });
  wait(world, DELETION_GRACE_MS);
  expect(selectBenchmarkByName(world.ctx.db, "holdout")?.id).toBe(id);
  expect(codeOf(() => deleteOwner(world.ctx, { id: "exp_0000000000000000" })).code).toBe("not_found");
  expect(() => deleteOwner(world.ctx, { id: "run_0000000000000000" })).toThrow();
});

test("what is deleted twice goes when it was first to go, and what was archived before comes back archived", () => {
  const world = makeWorld();
  const id = addBenchmark(world, "holdout");
  keep(world.ctx, { changes: [{ id, archived: true }] });
  const { purgeAt, undo } = deleteOwner(world.ctx, { id });
  world.clock.now += 60_000;
  expect(deleteOwner(world.ctx, { id }).purgeAt).toBe(purgeAt);
  keep(world.ctx, { changes: undo });
  const { [id]: kept } = annotationsOf(world.ctx, [id]);
  expect([kept.archived, kept.purgeAt]).toEqual([true, undefined]);
});

test("what is deleted twice, from two windows, is in the lists again after either is taken back", () => {
  const world = makeWorld();
  const { experimentId, runs } = launch(world);
  for (const { id } of runs) stopRun(world.ctx, id);
  const [first, second] = [0, 1].map(() => deleteOwner(world.ctx, { id: experimentId }));
  for (const { undo } of [second, first]) {
    deleteOwner(world.ctx, { id: experimentId });
    expect(keep(world.ctx, { changes: undo }).message).toMatch(/^Brought back /);
    expect(listExperiments(world.ctx).map(({ id }) => id)).toContain(experimentId);
    const kept = annotationsOf(world.ctx, [experimentId])[experimentId];
    expect([kept.archived, kept.purgeAt]).toEqual([false, undefined]);
  }
});
