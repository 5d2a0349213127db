import { expect, test } from "vitest";
import { countSteps } from "../../../workers/math/testing/count-steps.ts";
import { planSeedsAndProblems, seedsNeededForProblems } from "./plan.ts";

test("the seeds that a difference needs, of 200, are found in fewer steps than one plan takes with its floors", () => {
  const sources = {
    sigma: [0.03, 0.03] as [number, number],
    tau: 0.2,
    residual: [0.4, 0.4] as [number, number],
  };
  const search = () => seedsNeededForProblems(0.06, sources, { N: 300 });
  const plan = () => planSeedsAndProblems(sources, { n: 5, N: 300 });
  expect([search(), plan().detectable].every(Number.isFinite)).toBe(true);
  expect(countSteps(search).steps).toBeLessThan(countSteps(plan).steps);
});
