import { expect, test } from "vitest";
import { selectRun } from "#db/queries/runs.ts";
import { seedBands } from "./bands.ts";
import { addPoints, worldWithRuns } from "./testing.ts";

test("a band says at which x a seed is NaN and which are behind its mean", () => {
  const { world, runs } = worldWithRuns(3);
  runs.forEach(({ attemptId }, i) =>
    addPoints(world, attemptId, "reward/raw", [
      [1, i],
      [2, i === 2 ? Number.NaN : i],
      [3, i === 2 ? -Infinity : i],
    ]),
  );
  const experimentId = selectRun(world.ctx.db, runs[0].runId)?.experimentId ?? "";
  const [band] = seedBands(world.ctx, { experimentId, metric: "reward/raw", xAxis: "step", points: 50 });
  expect(band).toMatchObject({
    seeds: 3,
    x: [1, 2, 3],
    n: [3, 2, 2],
    mean: [1, 0.5, 0.5],
    nonFinite: [0, 1, 1],
    posInf: [0, 0, 0],
    negInf: [0, 0, 1],
  });
});

test("the last steps of a configuration are steps, however many there were before", () => {
  const { world, runs } = worldWithRuns(3);
  const steps = Array.from({ length: 1000 }, (_, i) => i + 1);
  for (const { attemptId } of runs)
    addPoints(
      world,
      attemptId,
      "group/zero_share",
      steps.map((step) => [step, step > 990 ? 0 : 1]),
    );
  const experimentId = selectRun(world.ctx.db, runs[0].runId)?.experimentId ?? "";
  const input = { experimentId, metric: "group/zero_share", xAxis: "step" as const, points: 200, last: 10 };
  const [band] = seedBands(world.ctx, input);
  expect(band.x).toEqual(steps.slice(-10));
  expect(band.mean).toEqual(steps.slice(-10).map(() => 0));
});

test("a configuration whose points have no place on the axis is told with their number", () => {
  const { world, runs } = worldWithRuns(3);
  for (const { attemptId } of runs)
    addPoints(world, attemptId, "loss", [
      [1, 1],
      [2, 2],
    ]);
  const experimentId = selectRun(world.ctx.db, runs[0].runId)?.experimentId ?? "";
  const [band] = seedBands(world.ctx, { experimentId, metric: "loss", xAxis: "episodes", points: 50 });
  expect(band).toMatchObject({ x: [], unplaced: 6 });
});
