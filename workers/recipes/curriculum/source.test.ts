import { expect, test } from "vitest";
import { PACES } from "../../lab/curriculum/stage.ts";
import { generateProblem } from "../../lab/env/generate.ts";
import { defaultParams } from "../../protocol/manifest.ts";
import { grpo } from "../grpo/manifest.ts";
import { Refusal } from "../refusal.ts";
import { SOURCE_TITLES } from "./manifest.ts";
import { type CurriculumParams, problemSource } from "./source.ts";

const params = (over: Partial<CurriculumParams>) =>
  ({ ...defaultParams(grpo), ...over }) as unknown as CurriculumParams;
const easy = Array.from({ length: 3 }, (_, i) => generateProblem(1, i, "easy"));
const hard = Array.from({ length: 2 }, (_, i) => generateProblem(1, i, "hard"));

test("the form offers exactly the paces that there are, and one level", () => {
  expect(Object.keys(SOURCE_TITLES)).toEqual(["fixed", ...PACES]);
});

test("a level that no train problem has is refused in one sentence, with the levels that there are", () => {
  const ask = () => problemSource(params({ problem_source: "four_stages" }), [...easy, ...hard], "mine", 1);
  expect(ask).toThrow(Refusal);
  expect(ask).toThrow(
    'The problem source "four stages" draws the levels easy, medium, hard, but no train problem of "mine" is medium. Its levels are: easy (3), hard (2). Choose problem_source=fixed or a set with these levels.',
  );
  expect(problemSource(params({}), easy, "mine", 1).all).toEqual(easy);
});
