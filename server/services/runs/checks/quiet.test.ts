import { expect, test } from "vitest";
import { runFindings } from "../findings.ts";
import { attemptOf, give, twoRuns } from "./testing.ts";

const MINUTE = 60_000;

test("a run that runs and logs nothing for 5 min is found, once it logs again it is not, and once it ended neither", () => {
  const { world, baseline } = twoRuns();
  const { ctx, clock } = world;
  const said = () => {
    const attempt = { ...attemptOf(world, baseline.attemptId), state: "running" as const };
    return (runFindings(ctx, [attempt]).get(attempt.id) ?? []).map(
      ({ rule, severity }) => `${rule} ${severity}`,
    );
  };
  for (let step = 1; step <= 6; step++) {
    clock.now += MINUTE / 2;
    give(world, baseline.attemptId, step, { "optim/grad_norm": [1] });
  }
  expect(said()).toEqual([]);
  clock.now += 4 * MINUTE;
  expect(said()).toEqual([]);
  clock.now += MINUTE;
  expect(said()).toEqual(["D26 warning"]);
  clock.now += 16 * MINUTE;
  expect(said()).toEqual(["D26 error"]);
  give(world, baseline.attemptId, 7, { "optim/grad_norm": [1] });
  expect(said()).toEqual([]);
  clock.now += 60 * MINUTE;
  const ended = { ...attemptOf(world, baseline.attemptId), state: "finished" as const, endedAt: clock.now };
  expect(runFindings(ctx, [ended]).get(ended.id)).toEqual([]);
});
