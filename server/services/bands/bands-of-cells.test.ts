import { doAtOnce } from "../series/sliced.ts";
import { expect, test } from "vitest";
import { selectRun } from "#db/queries/runs.ts";
import { launch } from "../testing.ts";
import { experimentCells } from "../experiments/cells.ts";
import { BandsInput } from "../../contracts/charts/bands.ts";
import { bandsOfCells, seedBands } from "./bands.ts";
import { addPoints, bandsOf, resume, steps, worldWithRuns } from "../series/testing.ts";

const ofExperiment = (id: string) => ({ kind: "experiment" as const, id });

test("a band says at which x a seed is NaN and which are behind its mean", async () => {
  const { world, runs } = worldWithRuns(3);
  runs.forEach(({ attemptId }, i) =>
    addPoints(world, attemptId, "reward/raw", [
      [1, i],
      [2, i === 2 ? Number.NaN : i],
      [3, i === 2 ? -Infinity : i],
    ]),
  );
  const experimentId = selectRun(world.ctx.db, runs[0].runId)?.experimentId ?? "";
  const [band] = await bandsOf(world, ofExperiment(experimentId), { metric: "reward/raw", points: 50 });
  expect(band).toMatchObject({
    runs: 3,
    x: [1, 2, 3],
    n: [3, 2, 2],
    mean: [1, 0.5, 0.5],
    nonFinite: [0, 1, 1],
    posInf: [0, 0, 0],
    negInf: [0, 0, 1],
  });
});

test("the last steps of a configuration are steps, however many there were before", async () => {
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
  const question = { metric: "group/zero_share", last: 10 };
  const [band] = await bandsOf(world, ofExperiment(experimentId), question);
  expect(band.x).toEqual(steps.slice(-10));
  expect(band.mean).toEqual(steps.slice(-10).map(() => 0));
});

test("a configuration that has only another axis says which, and has no last steps", async () => {
  const { world, runs } = worldWithRuns(3);
  for (const { attemptId } of runs)
    addPoints(
      world,
      attemptId,
      "group/std",
      steps(50).map(([x, value]) => [x * 1000, value]),
      "tokens",
    );
  const experimentId = selectRun(world.ctx.db, runs[0].runId)?.experimentId ?? "";
  const ask = (last?: number) => bandsOf(world, ofExperiment(experimentId), { metric: "group/std", last });
  const [whole] = await ask();
  expect(whole).toMatchObject({ axis: "tokens", runs: 3, sent: 3 });
  expect(whole.x).toHaveLength(50);
  expect(await ask(10)).toMatchObject([{ axis: "tokens", runs: 0, sent: 3, x: [], n: [] }]);
});

test("of seeds on several other axes those of the first are counted, and the rest as elsewhere", async () => {
  const { world, runs } = worldWithRuns(3);
  runs.forEach(({ attemptId }, i) =>
    addPoints(world, attemptId, "group/std", steps(5), i === 2 ? "epoch" : "tokens"),
  );
  const experimentId = selectRun(world.ctx.db, runs[0].runId)?.experimentId ?? "";
  for (const last of [undefined, 10])
    expect(await bandsOf(world, ofExperiment(experimentId), { metric: "group/std", last })).toMatchObject([
      { axis: "tokens", sent: 2, elsewhere: 1 },
    ]);
});

test("a seed that ended before the last steps is not behind them, and is counted among those that sent", async () => {
  const { world, runs } = worldWithRuns(3);
  runs.forEach(({ attemptId }, i) => addPoints(world, attemptId, "loss", steps(i === 2 ? 30 : 50)));
  const experimentId = selectRun(world.ctx.db, runs[0].runId)?.experimentId ?? "";
  const [band] = await bandsOf(world, ofExperiment(experimentId), { metric: "loss", last: 10 });
  expect(band).toMatchObject({ axis: "step", runs: 2, sent: 3 });
  expect(new Set(band.n)).toEqual(new Set([2]));
});

test("the last steps of a resumed run are those of its line: not what an attempt lost, nor all where the newest has none", async () => {
  const { world, runs } = worldWithRuns(1);
  const [{ runId, attemptId }] = runs;
  addPoints(world, attemptId, "loss", steps(200));
  addPoints(world, attemptId, "only/first", steps(200));
  addPoints(
    world,
    resume(world, attemptId),
    "loss",
    steps(31).map(([x, value]) => [x + 149, value]),
  );
  const experimentId = selectRun(world.ctx.db, runId)?.experimentId ?? "";
  const lastOf = async (metric: string) =>
    (await bandsOf(world, ofExperiment(experimentId), { metric, last: 10 }))[0].x;
  expect(await lastOf("loss")).toEqual(
    steps(180)
      .slice(-10)
      .map(([x]) => x),
  );
  expect(await lastOf("only/first")).toEqual(
    steps(200)
      .slice(-10)
      .map(([x]) => x),
  );
});

test("a configuration whose points have no place on the axis is told with their number", async () => {
  const { world, runs } = worldWithRuns(3);
  for (const { attemptId } of runs)
    addPoints(world, attemptId, "loss", [
      [1, 1],
      [2, 2],
    ]);
  const experimentId = selectRun(world.ctx.db, runs[0].runId)?.experimentId ?? "";
  const [band] = await bandsOf(world, ofExperiment(experimentId), { metric: "loss", xAxis: "episodes" });
  expect(band).toMatchObject({ x: [], unplaced: 6 });
});

test("bands that are worked out in slices are the same, and others get their turn in between", async () => {
  const { world, runs } = worldWithRuns(3);
  for (const { attemptId } of runs) addPoints(world, attemptId, "loss", steps(60_000, Math.sin));
  const experimentId = selectRun(world.ctx.db, runs[0].runId)?.experimentId ?? "";
  const input = BandsInput.parse({ of: ofExperiment(experimentId), metric: "loss", xAxis: "loss" });
  let turns = 0;
  const turn = () => {
    turns++;
    setImmediate(turn).unref();
  };
  setImmediate(turn).unref();
  const inSlices = await seedBands(world.ctx, input);
  expect(turns).toBeGreaterThan(3);
  const { cells } = experimentCells(world.ctx, experimentId);
  expect(inSlices).toEqual(doAtOnce(bandsOfCells(world.ctx, experimentId, cells, input)));
  const gone = AbortSignal.abort(new Error("nobody waits"));
  await expect(seedBands(world.ctx, input, gone)).rejects.toThrow("nobody waits");
});

test("of a seed that was launched twice the run that counts is in the band, and the other is counted", async () => {
  const { world, runs } = worldWithRuns(1);
  const [{ runId, attemptId }] = runs;
  addPoints(world, attemptId, "loss", steps(3));
  const experimentId = selectRun(world.ctx.db, runId)?.experimentId ?? "";
  launch(world, { seeds: [0] }, { experimentId });
  expect(await bandsOf(world, ofExperiment(experimentId), { metric: "loss" })).toMatchObject([
    { members: [runId], runs: 1, begun: 1, leftOut: 1 },
  ]);
});
