import { expect, test } from "vitest";
import { durationOf } from "./duration.ts";

const run = { state: "running" as const, startedAt: 1000, endedAt: null, stateAt: 5000, arrival: null };
const arrival = { firstAt: 90_000, lastAt: 95_000, lagMs: 80_000, syncedMs: 80_000 };

test("a run lasts by its own clock, and one that fell silent until it was heard last", () => {
  expect(durationOf(run, 9000)).toBe(8000);
  expect(durationOf({ ...run, endedAt: 3000, arrival }, 99_000)).toBe(2000);
  expect(durationOf({ ...run, arrival }, 99_000)).toBe(18_000);
  expect(durationOf({ ...run, state: "unreachable", arrival }, 999_000)).toBe(14_000);
  expect(durationOf({ ...run, state: "unreachable" }, 999_000)).toBe(4000);
  expect(durationOf({ ...run, startedAt: null, arrival }, 99_000)).toBeNull();
});
