import { expect, test } from "vitest";
import { runsHref } from "./curves.ts";

const view = { experiment: null, state: "all", q: "", where: [] } as const;

test("the way back to the runs keeps the experiment and the filter of the curves", () => {
  expect(runsHref({ ...view, where: [] })).toBe("/runs");
  expect(runsHref({ ...view, where: [], experiment: "exp_1", state: "failed", q: "grpo" })).toBe(
    "/runs?view=failed&q=grpo&experiment=exp_1",
  );
});

test("a state that the table has no tab for is not in the way", () => {
  expect(runsHref({ ...view, where: [], experiment: "exp_1", state: "finished" })).toBe(
    "/runs?experiment=exp_1",
  );
});
