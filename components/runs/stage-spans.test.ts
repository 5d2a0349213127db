import { expect, test } from "vitest";
import type { StageOfRun } from "#server/contracts/rollouts/stage-of-run.ts";
import { stageSpans } from "./stage-spans.ts";

const stage = (from: number, to: number | null, weights: number[]): StageOfRun => ({
  from,
  to,
  change: "began",
  name: "x",
  reason: "x.",
  weights: Object.fromEntries(weights.map((weight, i) => [`level ${i}`, weight])),
  measured: null,
});

test("a stage is as long as it lasted, and as hard as what it draws; the open one reaches to the last step", () => {
  const stages = [stage(1, 10, [1, 0, 0]), stage(11, 14, [0.5, 0.5, 0]), stage(15, null, [0, 0, 1])];
  const spans = stageSpans(stages, 21, 40);
  expect(spans.map(({ share }) => share)).toEqual([10, 4, 7]);
  expect(spans.map(({ hardness }) => hardness)).toEqual([0, 25, 100]);
  expect(stageSpans([stage(15, null, [1])], 3, 40)).toMatchObject([{ share: 1, hardness: 0 }]);
});
