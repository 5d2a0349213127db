import { describe, expect, test } from "vitest";
import { type BenchmarkRecord, insertBenchmark } from "#db/queries/benchmarks.ts";
import { selectExperiment } from "#db/queries/experiments.ts";
import { selectRunInputs } from "#db/queries/inputs.ts";
import { selectRunsByExperiment } from "#db/queries/runs.ts";
import type { PipelineInput } from "../../contracts/launch/launch.ts";
import { addBenchmark, freshKey, makeWorld, type World } from "../testing.ts";
import { newId } from "../hashing.ts";
import { launchPipeline } from "./launch-pipeline.ts";
import { planPipeline } from "./plan-pipeline.ts";

type Stage = PipelineInput["stages"][number];
const range = (n: number) => Array.from({ length: n }, (_, i) => i);
const matrix = (preset: string, seeds = [0], more: Partial<Stage["matrix"]> = {}): Stage["matrix"] => ({
  presets: [preset],
  edits: {},
  factors: [],
  seeds,
  ...more,
});
const rates = (n: number) => [{ name: "learning_rate", levels: range(n).map((i) => (i + 1) / 1e6) }];

const launchStages = (world: World, stages: Stage[], baseline = stages[0].key) =>
  launchPipeline(world.ctx, { launchKey: freshKey(), experiment: { title: "x" }, baseline, stages });

const sft = (seeds = [0], more: Partial<Stage["matrix"]> = {}): Stage => ({
  key: "sft",
  recipe: "sft",
  matrix: matrix("start", seeds, more),
});
const rl = (seeds = [0], more: Partial<Stage["matrix"]> = {}): Stage => ({
  key: "rl",
  recipe: "grpo",
  matrix: matrix("baseline", seeds, more),
  inputs: { start: { stage: "sft" } },
});
const measured = (policy: string, preset = "greedy", key = "measured"): Stage => ({
  key,
  recipe: "evaluate",
  matrix: matrix(preset),
  inputs: { policy: { stage: policy } },
});

describe("how many runs a chain may stand for", () => {
  test("sources times variants are counted before the runs are made, so a later mistake is never reached", () => {
    const world = makeWorld();
    const chain = [sft(range(200)), rl([0], { factors: rates(50) }), measured("nowhere")];
    expect(() => launchStages(world, chain)).toThrow(
      /stage rl: The launch stands for 10,200 runs up to here; one launch holds at most 500/,
    );
  });

  test("500 fit and 501 do not, over all stages together", () => {
    const even = [sft(range(50)), rl([0], { factors: rates(9) })];
    expect(launchStages(makeWorld(), even).runs).toHaveLength(500);
    expect(() => launchStages(makeWorld(), [...even, { ...sft(), key: "one-more" }])).toThrow(
      /stage one-more: The launch stands for 501 runs/,
    );
  });
});

describe("what a stage takes from earlier ones", () => {
  test("runs say whose they are where the stage before has several configurations, and not where it has one", () => {
    const chain = [sft([1, 2], { presets: ["start", "early"] }), measured("sft")];
    expect(
      launchStages(makeWorld(), chain)
        .runs.slice(4)
        .map((run) => run.name),
    ).toEqual([
      "measured of sft, start-s1",
      "measured of sft, early-s1",
      "measured of sft, start-s2",
      "measured of sft, early-s2",
    ]);
    expect(
      launchStages(makeWorld(), [sft([1, 2]), measured("sft")])
        .runs.slice(2)
        .map((r) => r.label),
    ).toEqual(["measured", "measured"]);
  });

  test("seeds are the outer order, so that an early look sees every configuration", () => {
    const { runs } = launchStages(makeWorld(), [sft(), rl([4, 3], { factors: rates(2) })]);
    expect(runs.slice(1).map((run) => run.seed)).toEqual([3, 3, 4, 4]);
    expect(new Set(runs.slice(1, 3).map((run) => run.label)).size).toBe(2);
  });

  test("slots that follow several runs take those of the same seed, and are refused where a seed is missing", () => {
    const prm: Stage = {
      key: "prm",
      recipe: "prm-train",
      matrix: matrix("default", [0, 1]),
      inputs: { labels: { stage: "labels" } },
    };
    const labels: Stage = {
      key: "labels",
      recipe: "prm-labels",
      matrix: matrix("rules"),
      inputs: { episodes: { stage: "episodes" } },
    };
    const chain = (seeds: number[]) => [
      sft(seeds),
      measured("sft", "for_labels", "episodes"),
      labels,
      prm,
      { ...rl([0]), inputs: { start: { stage: "sft" }, prm: { stage: "prm" } } },
    ];
    const world = makeWorld();
    const { runs } = launchStages(world, chain([0, 1]));
    const names = new Map(runs.map(({ id, name }) => [id, name]));
    const taken = selectRunInputs(
      world.ctx.db,
      runs.filter(({ label }) => label === "rl").map(({ id }) => id),
    ).map(({ input }) => `${names.get(input.runId)} ${input.slot} ${input.fromName}`);
    expect(taken.toSorted()).toEqual([
      "rl-s0 prm prm-s0",
      "rl-s0 start sft-s0",
      "rl-s1 prm prm-s1",
      "rl-s1 start sft-s1",
    ]);
    const made: Stage = { key: "made", recipe: "benchmark", matrix: matrix("per_type", [0, 2]) };
    const apart = { ...rl(), inputs: { start: { stage: "sft" }, train_set: { stage: "made" } } };
    expect(() => launchStages(makeWorld(), [sft([0, 1]), made, apart])).toThrow(
      /stage rl: Slots that follow several runs each need one run of every seed; stage made has others/,
    );
    expect(launchStages(makeWorld(), chain([0])).runs.at(-1)?.seed).toBe(1);
  });

  test("a benchmark is in the cell by its content, not by its name", () => {
    const cellOn = (name: string, hash: string) => {
      const world = makeWorld();
      addBenchmark(world, name, hash);
      const { experimentId } = launchStages(world, [sft([0], { edits: { problems: name } })]);
      return selectRunsByExperiment(world.ctx.db, experimentId)[0];
    };
    const [a, b] = [cellOn("set", "a".repeat(64)), cellOn("set", "b".repeat(64))];
    expect([a.benchmarkHash, b.benchmarkHash]).toEqual(["a".repeat(64), "b".repeat(64)]);
    expect(a.cell).not.toBe(b.cell);
    expect(() => launchStages(makeWorld(), [sft([0], { edits: { problems: "gone" } })])).toThrow(
      /There is no benchmark "gone"/,
    );
  });
});

describe("the plan of the experiment that a chain makes", () => {
  const planOf = (stages: Stage[], baseline: string) => {
    const world = makeWorld();
    const { experimentId } = launchStages(world, stages, baseline);
    return selectExperiment(world.ctx.db, experimentId)?.plan;
  };

  test("its seeds are those the compared runs have, which may come from the stage before", () => {
    expect(planOf([sft([7, 8, 9]), measured("sft")], "measured")?.seeds).toEqual([7, 8, 9]);
  });

  test("its comparisons count what is measured on held-out problems, beside the baseline", () => {
    const stages = [sft(), rl([0, 1]), measured("rl")];
    expect(planOf(stages, "rl")?.comparisons).toBe(2);
    expect(planOf([...stages, measured("sft", "for_labels", "episodes")], "rl")?.comparisons).toBe(2);
  });
});

test("the plan of a chain says what each stage's recipe says, with the stage", () => {
  const { lints } = planPipeline(makeWorld().ctx, { chain: "sft-dgro-prm", seeds: [0, 1, 2] });
  expect(lints.filter((lint) => lint.id === "L13")).toMatchObject([
    { stage: "grpo-prm", level: "caution", field: "prm_weight" },
  ]);
});

test("a level that no problem of the set has is refused before anything is launched", () => {
  const world = makeWorld();
  const summary = { levels: [{ word: "easy", count: 12 }] } as unknown as BenchmarkRecord["summary"];
  insertBenchmark(
    world.ctx.db,
    {
      id: newId("benchmark"),
      name: "easy ones",
      hash: "a".repeat(64),
      n: 12,
      summary,
      createdBy: "t",
      createdAt: 1,
    },
    [],
  );
  const on = (only_level: string) => () =>
    launchStages(world, [sft([0], { edits: { problems: "easy ones", only_level } })]);
  expect(on("hard")).toThrow('"easy ones" has no problem of the level hard. It has: easy 12.');
  expect(on("easy")().runs).toHaveLength(1);
});
