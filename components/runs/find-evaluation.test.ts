import { expect, test } from "vitest";
import { isEvaluationFound } from "./evaluation-metrics.ts";

test("without a search the evaluations stand above the panels", () => {
  expect(["", "  "].map(isEvaluationFound)).toEqual([true, true]);
});

test("a search that fits none of their titles and metrics hides them", () => {
  expect(["zzzz", "entropy", "reward mean", "rr@5 zzzz"].map(isEvaluationFound)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test("they are found by section, title and metric, in any case and with words in any order", () => {
  expect(["EVAL", "rr@5", "eval/steps", "rr@5 held"].map(isEvaluationFound)).toEqual([
    true,
    true,
    true,
    true,
  ]);
});
