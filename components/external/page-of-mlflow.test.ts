import { expect, test } from "vitest";
import { idOfName } from "#server/adapters/mlflow/experiments.ts";
import { pageOfMlflow } from "./page-of-mlflow.ts";

const hash = (name: string, run = "") => `#/experiments/${idOfName(name)}${run && `/runs/${run}`}`;

test("the address of a run that MLflow prints leads to that run, whatever its experiment is called", () => {
  for (const name of ["grpo-mlflow", "Default", "größer/???>>>", "🙂"])
    expect(pageOfMlflow(hash(name, "run_90k7jy4pqt5nafgy"))).toBe("/runs/run_90k7jy4pqt5nafgy");
});

test("the address of an experiment leads to the experiment of that name", () => {
  for (const name of ["grpo-mlflow", "Default", "größer/???>>>", "🙂"])
    expect(pageOfMlflow(hash(name))).toBe(`/ablab/${encodeURIComponent(name)}`);
});

test("an id that another server gave leads to the list, and any other hash nowhere", () => {
  expect(pageOfMlflow("#/experiments/17")).toBe("/experiments");
  expect(pageOfMlflow("#/experiments/e-%%")).toBeNull();
  expect(pageOfMlflow("#section")).toBeNull();
  expect(pageOfMlflow("")).toBeNull();
});
