import { expect, test } from "vitest";
import type { LaunchInput } from "../../contracts/launch/launch.ts";
import { freshKey, makeWorld, type World } from "../testing.ts";
import { getRun } from "../runs/get.ts";
import { launchRuns } from "../runs/launch.ts";
import { describeGoOn } from "./kept-settings.ts";

type Edits = LaunchInput["matrix"]["edits"];

const launchOne = (world: World, recipe: string, preset: string, edits: Edits, inputs = {}) =>
  launchRuns(world.ctx, {
    launchKey: freshKey(),
    recipe,
    matrix: { presets: [preset], edits, factors: [], seeds: [3] },
    inputs,
    experiment: { title: recipe },
  }).runs[0];

const offer = (world: World, id: string, recipe: string, slot: string) =>
  getRun(world.ctx, id).lineage.offers.find((one) => one.recipe === recipe && one.slot === slot);

test("GRPO from a run keeps its problems, how they are measured, and the shape of its policy", () => {
  const world = makeWorld();
  const edits = { level: "easy", eval_problems: 120, eval_max_steps: 14, hidden: 48, sft_epochs: 3 };
  const { id, name } = launchOne(world, "sft", "start", edits);
  expect(offer(world, id, "grpo", "start")).toMatchObject({
    words: "GRPO from it",
    set: { level: "easy", eval_problems: 120, eval_max_steps: 14, hidden: 48 },
    inputs: { start: id },
  });
  // How its demonstrations were learnt is no setting of who goes on.
  expect(offer(world, id, "grpo", "start")?.set).not.toHaveProperty("sft_epochs");
  const told = describeGoOn(world.ctx, { id, recipe: "grpo", slot: "start" });
  expect(told.name).toBe(name);
  expect(told.said.map(({ label, value }) => `${label} ${String(value)}`)).toHaveLength(4);
  expect(told.said[0]).toMatchObject({ name: "level", value: "easy" });
});

test("evaluate it plays the same problems; what only its training had stays there", () => {
  const world = makeWorld();
  const edits = { only_level: "hard", learning_rate: 0.01, temperature: 0.7, group_size: 4 };
  const { id } = launchOne(world, "grpo", "baseline", edits);
  expect(offer(world, id, "evaluate", "policy")?.set).toEqual({ only_level: "hard" });
  // The same kind of training goes on with all that both have in the same place.
  expect(offer(world, id, "grpo", "start")?.set).toMatchObject(edits);
});

test("a set of problems that the source took is taken again", () => {
  const world = makeWorld();
  const made = launchOne(world, "benchmark", "per_type", {});
  const { id } = launchOne(world, "grpo", "baseline", {}, { problem_set: { run: made.id } });
  expect(offer(world, id, "evaluate", "policy")?.inputs).toEqual({ policy: id, problem_set: made.id });
  expect(describeGoOn(world.ctx, { id, recipe: "evaluate", slot: "policy" }).said).toEqual([
    { name: "problem_set", label: expect.any(String), value: made.name },
  ]);
});
