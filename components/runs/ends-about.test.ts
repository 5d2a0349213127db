import { expect, test } from "vitest";
import type { RunRow } from "#server/contracts/run.ts";
import { endsAbout, endsAboutInList } from "./ends-about.ts";

const run = (more: Partial<RunRow>): RunRow =>
  ({
    state: "running",
    startedAt: 1000,
    endedAt: null,
    arrival: null,
    step: 10,
    plannedSteps: 40,
    attempt: 1,
    ...more,
  }) as RunRow;

test("a run ends when its remaining steps are done at the pace of those that it made", () => {
  expect(endsAbout(run({}), 2000)).toBe(5000);
});

test("where the pace is not known there is no end: before the first step, without a plan, after the end", () => {
  for (const more of [{ step: null }, { step: 0 }, { plannedSteps: 0 }, { state: "finished" as const }])
    expect(endsAboutInList(run(more), 2000)).toBeNull();
});

test("a list knows no pace of a further attempt, whose first step it is not told", () => {
  expect(endsAboutInList(run({ attempt: 2 }), 2000)).toBeNull();
  expect(endsAbout(run({ attempt: 2 }), 2000, 5)).toBe(8000);
});
