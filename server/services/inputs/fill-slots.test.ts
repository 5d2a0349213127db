import { expect, test } from "vitest";
import { type FilledSlot, shapeIssue } from "./fill-slots.ts";

const filled = (features: number, hidden = 32): FilledSlot[] => [
  {
    slot: "start",
    kind: "checkpoint",
    fromRunId: "run_1",
    fromName: "sft-s0",
    evaluationId: null,
    identity: "a",
    network: { features, hidden, actions: 8 },
  },
];

test("a checkpoint of another shape is refused before a launch, with the field that mends it", () => {
  const issue = (features: number, params: Record<string, number | boolean>) =>
    shapeIssue(filled(features), params);
  expect(issue(36, { hidden: 32, observe_names: false })).toMatchObject({
    field: "observe_names",
    message:
      "The checkpoint of sft-s0 has another architecture (36 features, 32 hidden units, 8 actions); this asks for 32 features. Set observe_names to true.",
  });
  expect(issue(32, { hidden: 32, observe_names: true })?.message).toContain("Set observe_names to false.");
  expect(issue(32, { hidden: 64, observe_names: false })).toMatchObject({ field: "hidden" });
  for (const [features, observed] of [
    [32, false],
    [36, true],
  ] as const)
    expect(issue(features, { hidden: 32, observe_names: observed })).toBeNull();
  expect(issue(36, {})).toBeNull();
});
