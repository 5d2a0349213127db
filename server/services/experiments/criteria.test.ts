import { expect, test } from "vitest";
import { launchRuns } from "../runs/launch.ts";
import { freshKey, joinWorker, makeWorld, pointsEvents, startNextIfAny } from "../testing.ts";
import { criteriaTable } from "./criteria.ts";

/** An experiment of code-grpo on these families, whose runs end with such values by seed. */
function judged(families: string, valuesOf: (seed: number) => Record<string, number>, seeds = [0, 1]) {
  const world = makeWorld();
  const { experimentId } = launchRuns(world.ctx, {
    launchKey: freshKey(),
    recipe: "code-grpo",
    matrix: { presets: ["baseline"], edits: { families }, factors: [], seeds },
    experiment: { title: "Judged" },
  });
  const before = criteriaTable(world.ctx, experimentId);
  const worker = joinWorker(world);
  for (let run = startNextIfAny(world, worker); run; run = startNextIfAny(world, worker)) {
    const seed = Number(/s(\d+)$/.exec(run.assignment.runName)?.[1] ?? 0);
    for (const event of pointsEvents(valuesOf(seed), 12)) run.send(event);
    run.finish();
  }
  return { before, after: criteriaTable(world.ctx, experimentId) };
}

test("each criterion has its target before a run has ended, and nothing that was reached", () => {
  const { before } = judged("fizzbuzz", () => ({}));
  expect(before.rows.map(({ metric, op, target }) => `${metric} ${op} ${target}`)).toEqual([
    "reward/raw at_least 0.95",
    "eval/solved at_least 0.95",
    "policy/kl at_most 0.5",
    "program/limit_share at_most 0.05",
  ]);
  for (const { judged: cells } of before.rows) expect(cells).toEqual([{ actual: null, n: 0, met: 0 }]);
});

test("a criterion is judged seed by seed, so that a good mean hides no seed that missed", () => {
  const { after } = judged("fizzbuzz", (seed) => ({
    "reward/raw": seed === 0 ? 1 : 0.93,
    "policy/kl": seed === 0 ? 0.4 : 0.7,
    "program/limit_share": 0,
  }));
  const of = (metric: string) => after.rows.find((row) => row.metric === metric)?.judged[0];
  expect(of("reward/raw")).toEqual({ actual: 0.965, n: 2, met: 1 });
  expect(of("policy/kl")).toMatchObject({ n: 2, met: 1 });
  expect(of("program/limit_share")).toEqual({ actual: 0, n: 2, met: 2 });
  expect(of("eval/solved")).toEqual({ actual: null, n: 0, met: 0 });
});

test("a run whose recipe promised nothing has no criteria", () => {
  expect(judged("all", () => ({})).after).toEqual({ cells: [], rows: [] });
});
