import { expect, test } from "vitest";
import { joinWorker, launch, makeWorld, pointsEvents, startNext } from "../testing.ts";
import { listRuns } from "./list.ts";
import { objectingRuns } from "./findings.ts";
import { RunTableInput } from "../../contracts/run-table.ts";
import { runTable } from "../run-table/table.ts";

const view = (state: "all" | "ended" | "failed") => ({
  experimentId: null,
  state,
  search: "",
  limit: 2,
  offset: 0,
});

test("runs that have ended are listed by their end, not by their launch", () => {
  const world = makeWorld();
  const worker = joinWorker(world, { slots: 9 });
  launch(world, { seeds: [0, 1, 2] });
  const attempts = [0, 1, 2].map(() => startNext(world, worker));
  for (const i of [1, 0, 2]) {
    world.clock.now += 1000;
    attempts[i].finish(i === 2 ? { code: 1, reason: "error" } : {});
  }
  expect(listRuns(world.ctx, view("ended")).rows.map((row) => row.seed)).toEqual([2, 0]);
  expect(listRuns(world.ctx, view("failed")).rows.map((row) => row.seed)).toEqual([2]);
});

test("what objects is found whatever state its run is in and wherever it stands in a list", () => {
  const world = makeWorld();
  const worker = joinWorker(world, { slots: 9 });
  const dead = { "group/zero_share": 0.95, "group/std": 0, "reward/raw": 1 };
  launch(world, { seeds: [0] }, { title: "Dead" });
  const attempt = startNext(world, worker);
  attempt.send(...pointsEvents(dead, 20));
  attempt.finish();
  launch(world, { seeds: Array.from({ length: 30 }, (_, i) => i) }, { title: "Later" });
  const { runs, lookedAt, total } = objectingRuns(world.ctx);
  expect(runs.map(({ id, findings }) => [id, findings[0].rule])).toEqual([[attempt.runId, "D01"]]);
  expect([lookedAt, total]).toEqual([31, 31]);
});

test("the epochs of an SFT start are no train steps, in lists, in the run table and in its order", async () => {
  const world = makeWorld();
  const worker = joinWorker(world, { slots: 9 });
  launch(world, { seeds: [0, 1] });
  const [starting, training] = [startNext(world, worker), startNext(world, worker)];
  training.send({ t: "points", step: 2, at: 2, values: { "progress/episodes": 64 } });
  starting.send(
    { t: "progress", at: 1, phase: "SFT", step: 12, total: 40 },
    { t: "points", step: 12, at: 1, values: { "sft/loss": 1 } },
  );
  const stepOf = () => listRuns(world.ctx, view("all")).rows.find(({ id }) => id === starting.runId)?.step;
  const inTable = () =>
    runTable(world.ctx, RunTableInput.parse({ sort: [{ column: "step", direction: "desc" }] })).then(
      ({ entries }) =>
        entries.flatMap((entry) => (entry.kind === "run" ? [[entry.run.id, entry.run.step]] : [])),
    );
  expect(stepOf()).toBeNull();
  expect(await inTable()).toEqual([
    [training.runId, 2],
    [starting.runId, null],
  ]);
  starting.send({ t: "points", step: 3, at: 3, values: { "progress/episodes": 96 } });
  expect(stepOf()).toBe(3);
  expect(await inTable()).toContainEqual([starting.runId, 3]);
});
