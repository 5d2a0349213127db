import { expect, test } from "vitest";
import { defaultParams, trainerArgs } from "../protocol/manifest.ts";
import { RECIPES } from "../recipes/catalog.ts";
import { ArgumentError, readArguments } from "./arguments.ts";

test("what the worker writes is read back, for every recipe and its smoke configuration", () => {
  for (const recipe of RECIPES) {
    const request = readArguments(trainerArgs(recipe, recipe.smoke, 17));
    expect(request).toEqual({ recipe, params: recipe.smoke, seed: 17 });
  }
});

test("a person may leave out everything but the recipe", () => {
  const [recipe] = RECIPES;
  expect(readArguments([recipe.slug])).toEqual({ recipe, params: defaultParams(recipe), seed: 0 });
  expect(readArguments([recipe.slug, "--beta_kl=0", "--dynamic=true"]).params).toMatchObject({
    beta_kl: 0,
    dynamic: true,
  });
});

const KNOWN = RECIPES.map(({ slug }) => slug).join(", ");

test.each([
  [[], `No recipe was named. Known: ${KNOWN}.`],
  [["dpo"], `There is no recipe "dpo". Known: ${KNOWN}.`],
  [["grpo", "--betakl=0"], 'Unknown parameter "betakl".'],
  [["grpo", "beta_kl=0"], '"beta_kl=0" is not of the form --name=value.'],
  [["grpo", "--group_size=many"], "Group size G (group_size) must be a whole number from 2 to 64 episodes."],
  [["grpo", "--dynamic=perhaps"], "either true or false"],
  [["grpo", "--reward="], "must be one of"],
  [["grpo", "--seed=-1"], 'The seed must be a whole number from 0 to 2147483647, not "-1".'],
  [["grpo", "--seed="], "The seed must be a whole number"],
  [["grpo", "--hidden=30"], "Hidden units must be a multiple of 4."],
])("%o is refused in one sentence", (argv, message) => {
  expect(() => readArguments(argv)).toThrow(ArgumentError);
  expect(() => readArguments(argv)).toThrow(message);
});
