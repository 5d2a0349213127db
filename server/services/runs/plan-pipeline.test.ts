import { expect, test } from "vitest";
import { addBenchmark, makeWorld } from "../testing.ts";
import { planPipeline } from "./plan-pipeline.ts";

test("on a named benchmark a chain makes none, and all its stages are on that one", () => {
  const world = makeWorld();
  addBenchmark(world, "levels", "b".repeat(64));
  const own = planPipeline(world.ctx, { chain: "gradient" });
  const named = planPipeline(world.ctx, { chain: "gradient", problems: "levels" });
  expect(named.issues).toEqual([]);
  expect(own.stages.map(({ key }) => key)).toEqual(["set", ...named.stages.map(({ key }) => key)]);
  for (const { launch } of [named])
    for (const {
      inputs,
      matrix: { edits },
    } of launch) {
      expect(inputs).toEqual({});
      expect(edits.problems).toBe("levels");
    }
});

test("a chain of programs plays no benchmark, and one that is named for it is refused", () => {
  const world = makeWorld();
  addBenchmark(world, "levels", "b".repeat(64));
  for (const chain of ["fizzbuzz", "hard-problems"]) {
    expect(planPipeline(world.ctx, { chain })).toMatchObject({ choosesProblems: false, issues: [] });
    expect(planPipeline(world.ctx, { chain, problems: "levels" }).issues).toEqual([
      {
        field: "problems",
        message: 'No stage of this pipeline plays the problems of a benchmark. Leave "levels" out.',
        variant: "problems",
      },
    ]);
  }
  expect(planPipeline(world.ctx, { chain: "gradient" }).choosesProblems).toBe(true);
  expect(planPipeline(world.ctx, { chain: "gradient", problems: "none" }).issues[0].message).toBe(
    'There is no benchmark "none".',
  );
});

test("each chain says which recipes it has, so that a form of another one can say that none has it", () => {
  const { id, chains, stages } = planPipeline(makeWorld().ctx, { chain: "gradient" });
  const own = chains.find((chain) => chain.id === id);
  expect(own?.recipes.toSorted()).toEqual([...new Set(stages.map(({ recipe }) => recipe))].toSorted());
});
