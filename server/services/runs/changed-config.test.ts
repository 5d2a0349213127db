import { expect, test } from "vitest";
import { selectRun } from "#db/queries/runs.ts";
import { freshKey, makeWorld } from "../testing.ts";
import { changedConfig } from "./changed-config.ts";
import { launchPipeline } from "./launch-pipeline.ts";

const matrix = (preset: string, seeds = [0]) => ({ presets: [preset], edits: {}, factors: [], seeds });

test("what configurations take from others is told apart by configuration, not by seed, and told of one recipe in both directions", () => {
  const { ctx } = makeWorld();
  const { runs } = launchPipeline(ctx, {
    launchKey: freshKey(),
    experiment: { title: "Before and after" },
    baseline: "before",
    stages: [
      { key: "sft", recipe: "sft", matrix: matrix("start") },
      { key: "before", recipe: "evaluate", matrix: matrix("greedy"), inputs: { policy: { stage: "sft" } } },
      { key: "rl", recipe: "grpo", matrix: matrix("baseline", [3, 4]), inputs: { start: { stage: "sft" } } },
      { key: "after", recipe: "evaluate", matrix: matrix("greedy"), inputs: { policy: { stage: "rl" } } },
    ],
  });
  const changed = (from: string, to: string) => {
    const [before, after] = [from, to].map((name) => {
      const run = selectRun(ctx.db, runs.find((one) => one.name === name)?.id ?? "");
      if (!run) throw new Error(`no run ${name}`);
      return { params: run.params, runs: [run] };
    });
    return changedConfig(ctx.db, before, after);
  };
  expect(changed("before-s0", "after-s3")).toMatchObject([{ name: "policy", from: "sft", to: "rl" }]);
  expect(changed("after-s3", "before-s0")).toMatchObject([{ name: "policy", from: "rl", to: "sft" }]);
  expect(changed("after-s3", "after-s4")).toEqual([]);
  expect(changed("sft-s0", "rl-s3")).toContainEqual(
    expect.objectContaining({ name: "start", from: null, to: "sft" }),
  );
  expect(changed("rl-s3", "sft-s0").map(({ name }) => name)).not.toContain("start");
});
