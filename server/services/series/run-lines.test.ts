import { expect, test } from "vitest";
import { pointStore } from "#db/points/open-point-store.ts";
import { runLines } from "./run-lines.ts";
import { addPoints, METRIC, resume, steps, worldWithRuns } from "./testing.ts";

test("points that a resumed run hides and that are damaged count as none, and any other failure is told", () => {
  const { world, runs } = worldWithRuns();
  const [{ runId, attemptId }] = runs;
  addPoints(world, attemptId, METRIC, steps(10));
  addPoints(world, resume(world, attemptId), METRIC, steps(5));
  const store = pointStore(world.ctx.db);
  const hiddenWith = (failure: Error) => {
    const failing = {
      ...store,
      window: () => {
        throw failure;
      },
    };
    const question = { runIds: [runId], metrics: [METRIC], xAxis: "step", overlap: "latest" } as const;
    return runLines(world.ctx, failing, question).map(({ hidden }) => hidden);
  };
  expect(hiddenWith(Object.assign(new Error("torn"), { code: "DAMAGED_POINTS" }))).toEqual([0, 0]);
  expect(() => hiddenWith(new Error("no memory"))).toThrow("no memory");
});
