import { expect, test } from "vitest";
import type { PipelinePlan } from "#server/contracts/launch/pipeline.ts";
import { lintsByClaim } from "./pipeline-form.tsx";

const lint = (id: string, stage: string, detail = "d"): PipelinePlan["lints"][number] => ({
  id,
  level: "caution",
  field: null,
  claim: `${id} holds.`,
  detail,
  variants: ["v"],
  stage,
});

test("what is said of several stages stands once with all of them, in order; other numbers stand apart", () => {
  const found = lintsByClaim([
    lint("L03", "sft"),
    lint("L13", "prm"),
    lint("L03", "rl"),
    lint("L03", "x", "e"),
  ]);
  expect(found.map(({ lint: { id }, stages }) => [id, stages])).toEqual([
    ["L03", ["sft", "rl"]],
    ["L13", ["prm"]],
    ["L03", ["x"]],
  ]);
});
