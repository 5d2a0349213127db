import { expect, test } from "vitest";
import { updateName } from "#db/queries/annotations.ts";
import { selectRunInputs } from "#db/queries/inputs.ts";
import type { PipelineInput } from "../../../contracts/launch/launch.ts";
import { freshKey, launch, makeWorld } from "../../testing.ts";
import { launchPipeline } from "../launch-pipeline.ts";

const matrix = { presets: ["baseline", "no_kl"], seeds: [0, 1] };
const names = ({ runs }: ReturnType<typeof launch>) => runs.map(({ name }) => name);

test("runs are named by configuration and seed, and where a name is taken all of a launch have one number", () => {
  const world = makeWorld();
  const again = (own: Partial<typeof matrix> = {}) =>
    names(launch(world, { ...matrix, ...own }, { launchKey: freshKey() }));
  expect(again()).toEqual(["baseline-s0", "no_kl-s0", "baseline-s1", "no_kl-s1"]);
  expect(again()).toEqual(["baseline-s0-2", "no_kl-s0-2", "baseline-s1-2", "no_kl-s1-2"]);
  expect(again({ seeds: [1, 2] })).toEqual(["baseline-s1-3", "no_kl-s1-3", "baseline-s2-3", "no_kl-s2-3"]);
  // Other seeds of the same configurations are no part of the first experiment either.
  expect(again({ seeds: [7] })).toEqual(["baseline-s7-4", "no_kl-s7-4"]);
  expect(again({ presets: ["token_loss"], seeds: [7] })).toEqual(["token_loss-s7"]);
});

test("more seeds of an experiment have its number, and what is launched there once more has another", () => {
  const world = makeWorld();
  launch(world, matrix);
  const { experimentId } = launch(world, matrix, { launchKey: freshKey() });
  const into = (seeds: number[]) =>
    names(launch(world, { ...matrix, seeds }, { launchKey: freshKey(), experimentId }));
  expect(into([2])).toEqual(["baseline-s2-2", "no_kl-s2-2"]);
  expect(into([1])).toEqual(["baseline-s1-3", "no_kl-s1-3"]);
  expect(into([5])).toEqual(["baseline-s5-3", "no_kl-s5-3"]);
});

test("a name that somebody gave is taken too, and a launch that is repeated is given none", () => {
  const world = makeWorld();
  const [first] = launch(world, { seeds: [0] }).runs;
  updateName(world.ctx.db, "run", first.id, "no_kl-s4");
  const key = freshKey();
  const launched = () => names(launch(world, { presets: ["no_kl"], seeds: [4] }, { launchKey: key }));
  expect(launched()).toEqual(["no_kl-s4-2"]);
  expect(launched()).toEqual(["no_kl-s4-2"]);
});

test("in a chain every stage has the number, and what a run takes names its source as it is called", () => {
  const world = makeWorld();
  const start = (key: string): PipelineInput => ({
    launchKey: key,
    experiment: { title: "A chain" },
    baseline: "rl",
    stages: [
      {
        key: "sft",
        recipe: "sft",
        matrix: { presets: ["start"], edits: {}, factors: [], seeds: [0] },
        inputs: {},
      },
      {
        key: "rl",
        recipe: "grpo",
        matrix: { presets: ["baseline"], edits: {}, factors: [], seeds: [3] },
        inputs: { start: { stage: "sft" } },
      },
    ],
    sharedStarts: false,
  });
  launchPipeline(world.ctx, start(freshKey()));
  const { runs } = launchPipeline(world.ctx, start(freshKey()));
  expect(runs.map(({ name }) => name)).toEqual(["sft-s0-2", "rl-s3-2"]);
  expect(selectRunInputs(world.ctx.db, [runs[1].id]).map(({ input }) => input.fromName)).toEqual([
    "sft-s0-2",
  ]);
});
