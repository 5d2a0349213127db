import { expect, test } from "vitest";
import type { EpisodeStepView } from "#server/contracts/evaluation.ts";
import { firstDifference } from "./episode-pair.tsx";

const steps = (...acts: string[]): EpisodeStepView[] =>
  acts.map((act, i) => ({
    step: i + 1,
    action: act.split(" ")[0],
    target: act.split(" ")[1] ?? null,
    status: "INFEASIBLE",
    iisBefore: null,
    iisAfter: null,
    label: null,
    reason: null,
  }));

test("two episodes part where action or target first differ, or where the shorter one ends", () => {
  expect(firstDifference(steps("GET_IIS", "DROP c1"), steps("GET_IIS", "DROP c2"))).toBe(2);
  expect(firstDifference(steps("GET_IIS"), steps("CHECK"))).toBe(1);
  expect(firstDifference(steps("GET_IIS"), steps("GET_IIS", "DROP c1"))).toBe(2);
  expect(firstDifference(steps("GET_IIS", "DROP c1"), steps("GET_IIS", "DROP c1"))).toBeNull();
});
