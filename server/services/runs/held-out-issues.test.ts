import { expect, test } from "vitest";
import { generateProblem } from "../../../workers/lab/env/generate.ts";
import { loadProblemSets } from "../../../workers/recipes/problems/problem-sets.ts";
import { problemsEvent, recordOf } from "../../../workers/recipes/problems/leave-problems.ts";
import { countSteps } from "../../../workers/math/testing/count-steps.ts";
import { PlanInput } from "../../contracts/launch/launch.ts";
import { freshKey, joinWorker, makeWorld, startNext, type World } from "../testing.ts";
import { launchRuns } from "./launch.ts";
import { planLaunch } from "./plan.ts";

const records = (n: number, first = 0, level: "easy" | "hard" = "hard") =>
  Array.from({ length: n }, (_, i) => recordOf(generateProblem(42, first + i, level)));

/** A run that leaves these problems as a set. */
function makerOf(world: World, name: string, problems: ReturnType<typeof records>): string {
  const { runs } = launchRuns(world.ctx, {
    launchKey: freshKey(),
    recipe: "benchmark",
    matrix: { presets: ["per_type"], edits: {}, factors: [], seeds: [0] },
    experiment: { title: name },
  });
  const attempt = startNext(world, joinWorker(world));
  attempt.send(problemsEvent(name, problems, [], 1));
  attempt.finish();
  return runs[0].id;
}

const wanted = (train: string, edits: Record<string, string | number> = {}, inputs = {}) => ({
  recipe: "grpo",
  matrix: { presets: ["baseline"], edits, factors: [], seeds: [0] },
  inputs: { train_set: { run: train }, ...inputs },
});

const planned = (world: World, ...how: Parameters<typeof wanted>) =>
  planLaunch(world.ctx, PlanInput.parse(wanted(...how))).issues;

const launched = (world: World, ...how: Parameters<typeof wanted>) =>
  launchRuns(world.ctx, {
    launchKey: freshKey(),
    experiment: { title: "On a subset" },
    ...wanted(...how),
  });

test("a train set with generated held-out problems is refused by form and launch, in the words of the trainer", () => {
  const world = makeWorld();
  const leaky = makerOf(world, "leaky", [...records(3), ...records(2, 1_000_005)]);
  const message =
    "Problem hard-42-1000005 of the training has the same content as a held-out one, so evaluations would measure memory. Change problem_seed or sft_seed, or train on another set.";
  expect(planned(world, leaky)).toEqual([{ field: "train_set", message, variant: "baseline" }]);
  expect(() => launched(world, leaky)).toThrow(message);
  expect(planned(world, leaky, { problem_seed: 43 })).toEqual([]);
  // The held-out ones are the first; the third is not among them.
  expect(planned(world, leaky, { eval_problems: 8 })).toHaveLength(1);
  const far = makerOf(world, "far", records(3, 1_000_300));
  expect(launched(world, far).runs).toHaveLength(1);
});

test("of a set exactly what its trainer holds out is refused, and no other problem of it", () => {
  const world = makeWorld();
  const all = [...records(30), ...records(30, 0, "easy")];
  const whole = makerOf(world, "whole", all);
  const params = { problem_seed: 7, holdout_share: 0.3, only_level: "hard" as const };
  const { heldOut, train } = loadProblemSets(
    {
      ...params,
      problems: "generated",
      level: "hard",
      names: "neutral",
      train_problems: 600,
      eval_problems: 8,
    },
    null,
    {
      set: {
        kind: "problems",
        run: { id: whole, name: "w", recipe: "benchmark" },
        name: "whole",
        hash: "",
        problems: all,
      },
      trainSet: null,
    },
  );
  const set = new Set(heldOut.map(({ contentHash }) => contentHash));
  expect([set.size, train.length]).toEqual([8, 21]);
  const given = { problem_set: { run: whole } };
  const edits = { ...params, eval_problems: 8 };
  const apart = makerOf(
    world,
    "apart",
    all.filter(({ hash }) => !set.has(hash)),
  );
  expect(planned(world, apart, edits, given)).toEqual([]);
  for (const one of all.filter(({ hash }) => set.has(hash)).slice(0, 3)) {
    const leaky = makerOf(world, `leaky ${one.key}`, [all.find(({ hash }) => !set.has(hash)) ?? one, one]);
    expect(planned(world, leaky, edits, given).map(({ message }) => message.split(" of ")[0])).toEqual([
      `Problem ${one.key}`,
    ]);
    const named = { ...edits, problems: "whole" };
    expect(planned(world, leaky, named)).toHaveLength(1);
  }
});

test("a change that the split does not read makes no held-out problem again, another seed makes all of them", () => {
  const world = makeWorld();
  const train = makerOf(world, "far", records(3, 1_000_300));
  const ask = (edits: Record<string, string | number>) =>
    countSteps(() => planned(world, train, { eval_problems: 20, ...edits })).calls("generateProblem");
  expect(ask({})).toBe(20);
  expect(ask({ learning_rate: 0.002 })).toBe(0);
  expect(ask({ problem_seed: 7 })).toBe(20);
  expect(ask({ level: "easy" })).toBe(20);
  expect(ask({ eval_problems: 21 })).toBe(21);
  expect(ask({})).toBe(0);
});
