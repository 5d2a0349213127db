import { expect, test } from "vitest";
import type { CurveRun, CurveVariant } from "#server/contracts/charts/curves.ts";
import { runNames, variantNames } from "./curve-names.ts";

const variant = (key: string, label: string, experiment: string): CurveVariant => ({
  key,
  label,
  experimentId: `exp_${experiment.toLowerCase()}0000000000`,
  experiment,
  baseline: false,
  place: 0,
  colour: "rest",
});
const run = (id: string, key: string, seed = 0): CurveRun => ({
  id: `run_${id}${"0".repeat(15)}`,
  name: "grpo-s0",
  seed,
  variant: key,
  state: "finished",
  begun: true,
  queuedAt: 0,
  standing: 0,
});
const variants = [
  variant("a 11111111aa", "no KL", "First"),
  variant("b 11111111aa", "no KL", "Second"),
  variant("b 22222222aa", "clean", "Second"),
];
const names = (runs: CurveRun[]) => [...runNames(runs, new Map(variants.map((v) => [v.key, v]))).values()];

test("runs of one name are told apart by seed, else by configuration, by experiment, and at last by their ids", () => {
  const [first, second, clean] = variants.map(({ key }) => key);
  expect(names([run("a", first, 0), run("b", first, 1)])).toEqual(["grpo-s0, seed 0", "grpo-s0, seed 1"]);
  expect(names([run("a", second), run("b", clean)])).toEqual(["grpo-s0, no KL", "grpo-s0, clean"]);
  expect(names([run("a", first), run("b", second)])).toEqual(["grpo-s0, First", "grpo-s0, Second"]);
  expect(names([run("a", first), run("b", first)])).toEqual(["grpo-s0, a0000000", "grpo-s0, b0000000"]);
  expect(names([run("a", first)])).toEqual(["grpo-s0"]);
});

test("configurations of one name are told apart by their experiments, and those of other names are left alone", () => {
  expect([...variantNames(variants).values()]).toEqual(["no KL, First", "no KL, Second", "clean"]);
});
