import { expect, test } from "vitest";
import type { TrainContext } from "../recipe.ts";
import { Refusal } from "../refusal.ts";
import { readSaved, writeSaved } from "./saved-training.ts";

const numbers = (...all: number[]) => Float32Array.from(all);
const SAVED = {
  state: {
    trainStep: 3,
    parameters: numbers(1, 2),
    reference: numbers(3, 4),
    optimizer: { first: numbers(5, 6), second: numbers(7, 8), steps: 9 },
    carried: 0.5,
    past: [[{ episodes: 4, solved: 1 }]],
  },
  episodes: 10,
  updates: 11,
};

const context = (text: string | null = null, recipe = "grpo@1.0", seed = 0): TrainContext => ({
  params: { lr: 0.1 },
  seed,
  inputs: {
    network: () => null,
    evaluation: () => {
      throw new Error("none");
    },
    labels: () => {
      throw new Error("none");
    },
    problems: () => null,
  },
  emit: () => {},
  log: () => {},
  saved: { recipe, read: () => text, write: () => {} },
  shouldStop: () => Promise.resolve(false),
});

test("a saved training is read as it was written, and only by the run that wrote it", () => {
  const text = writeSaved(context(), "problems", SAVED);
  expect(readSaved(context(), "problems", 2)).toBeNull();
  expect(readSaved(context(text), "problems", 2)).toEqual(SAVED);
  const others: [TrainContext, string][] = [
    [context(text, "grpo@1.1"), "problems"],
    [context(text, "dgro@1.0"), "problems"],
    [context(text, "grpo@1.0", 1), "problems"],
    [context(text), "other problems"],
  ];
  for (const [other, problems] of others)
    expect(() => readSaved(other, problems, 2)).toThrow("cannot go on as this one");
});

test.each([
  ["parameters", null],
  ["past", [[{ episodes: 1 }]]],
  ["carried", "0"],
  ["trainStep", -1],
  ["first", "no base64"],
  ["second", ""],
])("one whose %s has another shape is refused in a sentence", (name, value) => {
  const saved = JSON.parse(writeSaved(context(), "problems", SAVED)) as object;
  const text = JSON.stringify({ ...saved, [name]: value });
  expect(() => readSaved(context(text), "problems", 2)).toThrow(Refusal);
});
