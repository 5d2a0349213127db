import { expect, test } from "vitest";
import { grpo } from "../../../workers/recipes/grpo/manifest.ts";
import type { Params } from "../../../workers/protocol/manifest.ts";
import { expandMatrix } from "./matrix.ts";

const labels = (presets: string[], edits: Params, factors: { name: string; levels: number[] }[] = []) =>
  expandMatrix(grpo, { presets, edits, factors, seeds: [0], twin: false }).map(({ label }) => label);

test("a preset that was changed into another one is called by that one", () => {
  expect(labels(["baseline"], { beta_kl: 0 })).toEqual(["no_kl"]);
  expect(labels(["baseline"], { beta_kl: 0, eps_high: 0.28 })).toEqual(["asym_clip"]);
  expect(labels(["no_kl"], { beta_kl: 0, iterations: 12 })).toEqual(["no_kl"]);
});

test("a preset with a value of no preset says so", () => {
  expect(labels(["baseline"], { beta_kl: 0.02 })).toEqual(["baseline, beta_kl 0.02"]);
  expect(labels(["baseline"], { beta_kl: 0, eps_high: 0.35, iterations: 12 })).toEqual([
    "no_kl, eps_high 0.35",
  ]);
});

test("what no preset is for changes no name, and a matrix is called by what it varies", () => {
  expect(labels(["baseline"], { iterations: 12, eval_problems: 60 })).toEqual(["baseline"]);
  expect(labels(["baseline", "no_kl"], { eps_high: 0.28 })).toEqual(["baseline", "no_kl"]);
  expect(labels(["baseline"], { beta_kl: 0 }, [{ name: "eps_high", levels: [0.2, 0.3] }])).toEqual([
    "eps_high 0.2",
    "eps_high 0.3",
  ]);
});
