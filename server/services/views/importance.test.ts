import { beforeEach, describe, expect, test } from "vitest";
import { ImportanceInput, RunValuesInput } from "../../contracts/charts/run-values.ts";
import { groupWords } from "../../wording/importance.ts";
import { addPoints } from "../series/testing.ts";
import { joinWorker, launch, makeWorld, startNext, type World } from "../testing.ts";
import { sweepImportance } from "./importance.ts";
import { runValues } from "./run-values.ts";

let world: World;
beforeEach(() => {
  world = makeWorld();
});

/** A full matrix of two parameters with three seeds; each run sends one value and finishes, but for the last. */
function sweep(
  factors: { name: string; levels: number[] }[],
  valueOf: (params: Record<string, unknown>) => number,
) {
  const { experimentId, runs } = launch(world, { seeds: [0, 1, 2], factors });
  const worker = joinWorker(world, { slots: runs.length });
  runs.forEach((_, i) => {
    const attempt = startNext(world, worker);
    const { attemptId, assignment } = attempt;
    addPoints(world, attemptId, "policy/kl", [[1, valueOf(assignment.params) + i / 1000]]);
    addPoints(world, attemptId, "reward/raw", [[1, valueOf(assignment.params) + i / 1000]]);
    if (i < runs.length - 1) attempt.finish();
  });
  return { experimentId, runs };
}
const decided = (outcome: string, experimentId: string) =>
  sweepImportance(world.ctx, ImportanceInput.parse({ experimentId, outcome: `metric:${outcome}:last` }));

describe("what the parameters of a sweep decide", () => {
  test("is of finished runs with a value, says how many these are, and the parameter that decides it leads", () => {
    const { experimentId } = sweep(
      [
        { name: "learning_rate", levels: [0.001, 0.002] },
        { name: "beta_kl", levels: [0, 0.01] },
      ],
      ({ learning_rate }) => Number(learning_rate) * 1000,
    );
    const found = decided("policy/kl", experimentId);
    expect(found).toMatchObject({ total: 12, finished: 11, valued: 11, unranked: 0 });
    const [group] = found.groups;
    expect(group).toMatchObject({ words: "", runs: 11, seeds: 3, configurations: 4, why: null });
    expect(group.parameters.map(({ names }) => names)).toEqual([["learning_rate"], ["beta_kl"]]);
    expect(group.parameters[0].share).toBeGreaterThan(0.95);
    expect(group.parameters[1].p).toBeGreaterThan(0.05);
    expect(group.unvaried).toBeGreaterThan(10);
  });

  test("runs without a said seed are not counted as seeds", () => {
    const { experimentId } = sweep([{ name: "beta_kl", levels: [0, 0.01, 0.02, 0.03] }], () => 1);
    world.ctx.db.$client.exec("update runs set seed = -seed where seed > 0");
    const [group] = decided("policy/kl", experimentId).groups;
    expect(group).toMatchObject({ runs: 11, seeds: 1, withoutSeed: 7 });
    expect(groupWords(group)).toMatch(/, 1\sseed and 7\sruns without a seed on record$/);
    world.ctx.db.$client.exec("update runs set seed = -3 where seed = 0");
    expect(groupWords(decided("policy/kl", experimentId).groups[0])).toMatch(/, no seed on record$/);
  });

  test("never puts rewards of different functions together, and says what tells the groups apart", () => {
    const { experimentId } = sweep(
      [{ name: "reward_scale_positive", levels: [1, 1.4] }],
      ({ reward_scale_positive }) => Number(reward_scale_positive),
    );
    const { groups } = decided("reward/shaped", experimentId);
    expect(groups).toEqual([]);
    const raw = decided("reward/raw", experimentId);
    expect(raw.groups.every(({ why, parameters }) => why === "few" && parameters.length === 0)).toBe(true);
  });
});

test("the values of runs are the last points and the settings, null where there is none", () => {
  const { experimentId, runs } = sweep([{ name: "beta_kl", levels: [0, 0.01] }], () => 1);
  const columns = ["metric:policy/kl:last", "param:beta_kl", "param:none", "metric:eval/rr:last"];
  const found = runValues(world.ctx, RunValuesInput.parse({ experimentId, columns }));
  expect([found.total, found.runs.length]).toEqual([runs.length, runs.length]);
  for (const { values } of found.runs) {
    expect(values[0]).toBeCloseTo(1, 1);
    expect([0, 0.01]).toContain(values[1]);
    expect(values.slice(2)).toEqual([null, null]);
  }
  expect(found.params).toEqual([{ name: "beta_kl", settings: 2, runs: runs.length, numeric: true }]);
  expect(found.metrics).toContain("policy/kl");
});

test("a column that no run can have is refused", () => {
  expect(() => RunValuesInput.parse({ columns: ["seed"] })).toThrow(/A column is a metric/);
  expect(() => ImportanceInput.parse({ outcome: "param:beta_kl" })).toThrow(/The outcome is a metric/);
});
