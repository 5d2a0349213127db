import { expect, test } from "vitest";
import { addPoints, resume, type TestPoint, worldWithRuns } from "../../series/testing.ts";
import { getRun } from "../get.ts";

const line = (n: number, at: (i: number) => number): TestPoint[] =>
  Array.from({ length: n }, (_, i) => [i + 1, at(i)] as const);

test("a metric is flat where every point of every attempt is 0, and is said with how many there are", () => {
  const { world, runs } = worldWithRuns();
  const [{ runId, attemptId }] = runs;
  addPoints(
    world,
    attemptId,
    "env/zero",
    line(12, () => 0),
  );
  addPoints(
    world,
    attemptId,
    "env/left",
    line(12, () => 0),
  );
  addPoints(
    world,
    attemptId,
    "env/one",
    line(12, () => 1),
  );
  addPoints(
    world,
    attemptId,
    "env/broken",
    line(12, (i) => (i === 5 ? Number.NaN : 0)),
  );
  const second = resume(world, attemptId);
  addPoints(world, second, "env/zero", [[13, 0]]);
  addPoints(world, second, "env/left", [[13, 1e-9]]);
  expect(getRun(world.ctx, runId).flat).toEqual({ "env/zero": 13 });
});

test("the shaped reward is the raw one only where their points are the same", () => {
  const { world, runs } = worldWithRuns(2);
  const [same, other] = runs;
  const points = line(30, Math.sin);
  for (const { attemptId } of runs) addPoints(world, attemptId, "reward/raw", points);
  addPoints(world, same.attemptId, "reward/shaped", points);
  addPoints(
    world,
    other.attemptId,
    "reward/shaped",
    points.map(([step, value], i): TestPoint => [step, i === 7 ? value + 1e-6 : value]),
  );
  expect(getRun(world.ctx, same.runId).shapedIsRaw).toBe(true);
  expect(getRun(world.ctx, other.runId).shapedIsRaw).toBe(false);
});
