import { expect, test } from "vitest";
import { addPoints, oneRun, type TestPoint, worldWithRuns } from "./testing.ts";
import { seriesWindow } from "./window.ts";

const jitter = (i: number) => Math.sin(i * 12.9898) * Math.cos(i * 78.233);
const points = (at: (i: number) => number): TestPoint[] =>
  Array.from({ length: 60 }, (_, i) => [i, at(i)] as const);

test("each line is smoothed by what its own noise calls for, and its points stay", () => {
  const { world, runs } = worldWithRuns();
  const [{ runId, attemptId }] = runs;
  addPoints(world, attemptId, "env/noisy", points(jitter));
  addPoints(
    world,
    attemptId,
    "env/calm",
    points((i) => i / 60),
  );
  const ask = { runIds: [runId], metrics: ["env/noisy", "env/calm"] };
  const [noisy, calm] = seriesWindow(world.ctx, { ...ask, smoothing: { kind: "auto" } });
  const [byHand] = seriesWindow(world.ctx, { ...ask, smoothing: { kind: "ema", weight: 0.8 } });
  expect(noisy.smoothed).toEqual(byHand.smoothed);
  expect(calm.smoothed).toBeNull();
  expect([...noisy.mean]).toEqual(points(jitter).map(([, value]) => value));
});

test("what is no number stays a gap in front of which nothing is made up", () => {
  const { ask } = oneRun(points((i) => (i === 30 ? Number.NaN : i === 40 ? 1e6 : jitter(i))));
  const [{ smoothed, mean, max }] = ask({ smoothing: { kind: "auto" } });
  expect(smoothed?.[30]).toBeNaN();
  expect(mean[30]).toBeNaN();
  expect(max[40]).toBe(1e6);
});
