import { expect, test } from "vitest";
import { varianceCrumbs } from "./variance-page.tsx";

const labels = (...args: Parameters<typeof varianceCrumbs>) => varianceCrumbs(...args).map((c) => c.label);
const of = (id: string) => ({ experimentId: id, experiment: `grpo ${id}` });

test("the page of one experiment stands behind it, whether it or runs of it were asked for", () => {
  expect(labels("exp_1", [of("exp_1"), of("exp_1")])).toEqual([
    "Experiments",
    "grpo exp_1",
    "Reward variance",
  ]);
  expect(labels(null, [of("exp_1")])).toEqual(["Experiments", "grpo exp_1", "Reward variance"]);
});

test("before it is read an experiment has no name, and runs of several experiments have none", () => {
  expect(labels("exp_1", undefined)).toEqual(["Experiments", "Experiment", "Reward variance"]);
  expect(labels("exp_1", [])).toEqual(["Experiments", "Experiment", "Reward variance"]);
  expect(labels(null, [of("exp_1"), of("exp_2")])).toEqual(["Reward variance"]);
  expect(labels(null, undefined)).toEqual(["Reward variance"]);
});
