import { expect, test } from "vitest";
import { launchPipeline } from "../runs/launch-pipeline.ts";
import { listRuns } from "../runs/list.ts";
import { planPipeline } from "../runs/plan-pipeline.ts";
import { freshKey, joinWorker, makeWorld, startNextIfAny, type World } from "../testing.ts";

/** Self-play with these seeds, of which every run finishes but the one of this name. */
function playedUntil(failing: string, seeds: number[]) {
  const world = makeWorld();
  const plan = planPipeline(world.ctx, { chain: "self-play", seeds });
  launchPipeline(world.ctx, {
    launchKey: freshKey(),
    experiment: { title: plan.title },
    stages: plan.launch,
    baseline: plan.baseline,
  });
  const worker = joinWorker(world, { slots: 3 });
  const started: string[] = [];
  for (;;) {
    const attempt = startNextIfAny(world, worker);
    if (!attempt) return { started, rows: rowsOf(world) };
    started.push(attempt.assignment.runName);
    if (attempt.assignment.runName === failing)
      attempt.finish({ code: 1, reason: "error", detail: "the policy is of another shape" });
    else attempt.finish();
  }
}

const rowsOf = (world: World) =>
  new Map(
    listRuns(world.ctx, { experimentId: null, state: "all", search: "", limit: 500, offset: 0 }).rows.map(
      (row) => [row.name, row],
    ),
  );

test("a first evaluation that fails ends self-play: no set is drawn, no round trains, and each run says why", () => {
  const { started, rows } = playedUntil("played-1-s0", [0, 1]);
  expect(started).toEqual(["sft-s0", "played-1-s0"]);
  expect(rows.get("played-1-s0")?.state).toBe("failed");
  const after = [...rows.values()].filter(({ name }) => !started.includes(name));
  expect(after.length).toBeGreaterThan(20);
  expect(new Set(after.map(({ state }) => state))).toEqual(new Set(["killed"]));
  expect(rows.get("weak-set-1-s1")?.why).toMatch(
    /^never started: it takes its input from played-1-s0 .*, which ended as failed/,
  );
  expect(rows.get("weak-3-s0")?.why).toMatch(/^never started: it takes its input from weak-\S+ /);
});

test("an evaluation that fails in a later round ends the rounds after it, and neither the other arm nor another seed", () => {
  const { started, rows } = playedUntil("weak-played-2-s0", [0, 1]);
  const ended = [...rows.values()].filter(({ state }) => state === "killed").map(({ name }) => name);
  expect(ended.toSorted()).toEqual([
    "weak-2-s0",
    "weak-3-s0",
    "weak-played-3-s0",
    "weak-set-2-s0",
    "weak-set-3-s0",
  ]);
  expect(rows.get("weak-1-s0")?.state).toBe("finished");
  expect(started).toEqual(expect.arrayContaining(["weak-3-s1", "uniform-3-s0", "uniform-3-s1"]));
});
