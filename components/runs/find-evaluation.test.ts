import { expect, test } from "vitest";
import { evaluationCharts } from "#server/services/runs/evaluation-summary.ts";
import { isEvaluationFound } from "./evaluation-metrics.ts";

const isFound = (search: string) => isEvaluationFound(search, evaluationCharts([]));

test("without a search the evaluations stand above the panels", () => {
  expect(["", "  "].map(isFound)).toEqual([true, true]);
});

test("a search that fits none of their titles and metrics hides them", () => {
  expect(["zzzz", "entropy", "reward mean", "rr@5 zzzz"].map(isFound)).toEqual([false, false, false, false]);
});

test("they are found by section, title and metric, in any case and with words in any order", () => {
  expect(["EVAL", "rr@5", "eval/steps", "rr@5 held"].map(isFound)).toEqual([true, true, true, true]);
});

test("where programs were measured their own metrics are found, and RR@5 is not", () => {
  const evaluations = [{ kind: "programs", lead: { metric: "eval/solved" } }] as unknown as Parameters<
    typeof evaluationCharts
  >[0];
  expect(
    ["solved", "cases passed", "rr@5"].map((search) =>
      isEvaluationFound(search, evaluationCharts(evaluations)),
    ),
  ).toEqual([true, true, false]);
});
