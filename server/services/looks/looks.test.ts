import { expect, test } from "vitest";
import { lookLevel } from "../../stats/claims/looks.ts";
import { ablationTable } from "../experiments/table.ts";
import { findValueless } from "../experiments/primary-metric.ts";
import { externalWorld, tableOfValues, type ExternalWorld } from "../external/testing.ts";
import { getRun } from "../runs/get.ts";
import { launchRuns } from "../runs/launch.ts";
import { ownMatrix } from "../runs/joining/own-matrix.ts";
import { planLaunch } from "../runs/plan.ts";
import { deleteRun } from "../runs/delete.ts";
import { moveThings } from "../moving/move.ts";
import { createProject } from "../projects/change.ts";
import {
  evaluationEvent,
  freshKey,
  joinWorker,
  launch,
  makeWorld,
  pointsEvents,
  populationEvent,
  problemHashes,
  startNext,
  type World,
} from "../testing.ts";

const PROBLEMS = problemHashes(40, "a");
const DESIGN = { presets: ["baseline", "no_kl"], seeds: [0, 1, 2] };
const METRIC = "eval/rr_at_5";

/** Runs all that is queued: every second run, the one of `no_kl`, solves `more` problems more. */
function runAll(world: World, runs: readonly unknown[], more: number) {
  const worker = joinWorker(world, { slots: 99 });
  runs.forEach((_, i) => {
    const run = startNext(world, worker);
    for (const event of pointsEvents({ "reward/raw": i }, 12)) run.send(event);
    run.send(populationEvent(PROBLEMS));
    run.send(evaluationEvent(PROBLEMS, 10 + (i % 5) + (i % 2) * more, { step: 12, key: `e${i}` }));
    run.finish();
  });
}

function begin(more: number, looks?: number) {
  const world = makeWorld();
  const { experimentId, runs } = launchRuns(world.ctx, {
    launchKey: freshKey(),
    recipe: "grpo",
    matrix: { ...DESIGN, edits: {}, factors: [] },
    experiment: { title: "A question" },
    looks,
  });
  runAll(world, runs, more);
  return { world, experimentId };
}

function add(world: World, experimentId: string, seeds: number[], more: number) {
  const { runs } = launch(world, { ...DESIGN, seeds }, { experimentId });
  runAll(world, runs, more);
}

const differenceOf = (world: World, experimentId: string) => {
  const table = ablationTable(world.ctx, experimentId);
  const row = table.rows.find(({ baseline }) => !baseline);
  if (!row) throw new Error("there is no other configuration");
  return { table, row, difference: row.difference[METRIC] };
};

test("levels of looks: declared ones share, others are halved and then pay 2^-k", () => {
  expect([1, 2, 3, 4].map((look) => lookLevel(look))).toEqual([0.95, 0.975, 0.99375, 0.996875]);
  expect([1, 2, 3].map((look) => lookLevel(look, 2))).toEqual([0.975, 0.975, 0.9875]);
  expect(() => lookLevel(0)).toThrow(RangeError);
});

test("seeds that are added before anybody looked are of the first look", () => {
  const { world, experimentId } = begin(12);
  add(world, experimentId, [3, 4, 5], 12);
  const { difference, table, row } = differenceOf(world, experimentId);
  expect(row.metrics[METRIC].n).toBe(6);
  expect(difference.look).toBeUndefined();
  expect(table.looks).toMatchObject({ seen: 0, planned: true, next: { number: 1, level: 0.95 } });
});

test("seeds that are added after a look are claimed at 97.5 %, and stand beside that alone", () => {
  const { world, experimentId } = begin(12);
  const first = differenceOf(world, experimentId).difference;
  expect(first.look).toBeUndefined();
  add(world, experimentId, [3, 4, 5], 12);
  const { difference, table } = differenceOf(world, experimentId);
  expect(difference.look).toEqual({ number: 2, level: 0.975 });
  expect(difference.confirmation).toMatchObject({ n: 3, nBaseline: 3, confirmed: true });
  expect(table.caption).toMatch(/look 2, at 97\.5\s%/);
  expect(table.verdicts[0].notes?.join(" ")).toMatch(/Look 2, at 97\.5\s%/);
  expect(table.verdicts[0].notes?.join(" ")).toContain("confirmed");
  add(world, experimentId, [6, 7, 8], 12);
  expect(differenceOf(world, experimentId).difference.look).toEqual({ number: 3, level: 0.99375 });
});

test("looking again without new seeds is no further look", () => {
  const { world, experimentId } = begin(12);
  for (let i = 0; i < 3; i++) differenceOf(world, experimentId);
  expect(differenceOf(world, experimentId).table.looks?.seen).toBe(1);
});

test("declared looks share the level evenly, from the first on", () => {
  const { world, experimentId } = begin(12, 2);
  expect(differenceOf(world, experimentId).difference.look).toEqual({ number: 1, level: 0.975 });
  add(world, experimentId, [3, 4, 5], 12);
  expect(differenceOf(world, experimentId).difference.look).toEqual({ number: 2, level: 0.975 });
});

test("looks that are declared after the first run do not count: the launch is refused", () => {
  const { world, experimentId } = begin(12);
  const late = () =>
    launchRuns(world.ctx, {
      launchKey: freshKey(),
      recipe: "grpo",
      matrix: { ...DESIGN, seeds: [3], edits: {}, factors: [] },
      experiment: { id: experimentId },
      looks: 3,
    });
  expect(late).toThrow(/before the first run/);
});

test("what more seeds cost is said before they are launched, and what replaces a seed costs nothing", () => {
  const { world, experimentId } = begin(12);
  const offers = () => ownMatrix(world.ctx, { id: experimentId }, findValueless(world.ctx))?.offers;
  expect(offers()).toMatchObject([{ words: "3 more seeds", cost: null }]);
  differenceOf(world, experimentId);
  expect(offers()).toMatchObject([
    { words: "3 more seeds as look 2", cost: expect.stringMatching(/97\.5\s%/) },
  ]);
  const planned = (seeds: number[]) =>
    planLaunch(world.ctx, {
      recipe: "grpo",
      matrix: { ...DESIGN, seeds, edits: {}, factors: [] },
      experiment: experimentId,
    }).joins?.cost;
  expect(planned([3])).toMatch(/look 2/);
  expect(planned([0, 1, 2])).toBeNull();
});

test("a finished seed without a value is offered to be relaunched, and its relaunch is of the look that it was planned for", () => {
  const world = makeWorld();
  const { experimentId, runs } = launch(world, DESIGN);
  runAll(world, runs.slice(1), 12);
  startNext(world, joinWorker(world, { slots: 9 })).finish();
  differenceOf(world, experimentId);
  const find = findValueless(world.ctx);
  const own = ownMatrix(world.ctx, { id: experimentId }, find);
  expect(own?.offers[0]).toMatchObject({ words: "Relaunch 1 cell without a value", runs: 1, cost: null });
  const again = launchRuns(
    world.ctx,
    {
      launchKey: freshKey(),
      recipe: "grpo",
      matrix: { ...DESIGN, edits: {}, factors: [] },
      experiment: { id: experimentId },
      missing: true,
    },
    find,
  );
  expect(again.runs.length).toBe(1);
  runAll(world, again.runs, 0);
  const { table } = differenceOf(world, experimentId);
  expect(table.rows.map(({ metrics }) => metrics[METRIC].n)).toEqual([3, 3]);
  expect(table.looks?.seen).toBe(1);
});

test("a baseline that was deleted after a look is said to be gone, and nothing is claimed", () => {
  const { world, experimentId } = begin(12);
  const { table } = differenceOf(world, experimentId);
  for (const id of table.rows.find(({ baseline }) => baseline)?.runIds ?? []) deleteRun(world.ctx, id);
  const after = ablationTable(world.ctx, experimentId);
  expect(after.rows.map(({ difference }) => difference[METRIC].verdict)).toEqual(["untested"]);
  expect(after.verdicts[0].answer).toMatch(/every run of the baseline was deleted/);
});

test("runs that are moved take the looks at them along", () => {
  const { world, experimentId } = begin(12);
  const { table } = differenceOf(world, experimentId);
  createProject(world.ctx, { name: "other" });
  const other = table.rows.find(({ baseline }) => !baseline);
  moveThings(world.ctx, { ids: other?.runIds ?? [], to: "other" });
  const moved = getRun(world.ctx, other?.runIds[0] ?? "").row.experimentId;
  expect(moved).not.toBe(experimentId);
  expect(ablationTable(world.ctx, moved).looks?.seen).toBe(1);
});

function send(outside: ExternalWorld, config: string, seed: number, value: number) {
  const key = `${config}-${seed}`;
  const { runId } = outside.open({ key, writer: key, name: key, config: { seed, method: config } });
  outside.verbs.log(runId, {
    writer: key,
    stream: "history",
    offset: 0,
    table: tableOfValues("test/accuracy", [value, value]),
  });
  outside.verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
  return getRun(outside.world.ctx, runId).row.experimentId;
}

test("of runs from outside the first table with an interval is look 1, and no plan is known", () => {
  const outside = externalWorld();
  const sendBoth = (seed: number) => {
    send(outside, "a", seed, 0.5 + (seed % 3) / 100);
    return send(outside, "b", seed, 0.6 + (seed % 2) / 100);
  };
  const look = () => {
    const table = ablationTable(outside.world.ctx, id);
    return { table, look: table.rows.find(({ baseline }) => !baseline)?.difference["test/accuracy"].look };
  };
  let id = sendBoth(0);
  expect(look().table.looks?.seen).toBe(0);
  for (const seed of [1, 2]) id = sendBoth(seed);
  look();
  id = sendBoth(3);
  const { table, look: second } = look();
  expect(second).toEqual({ number: 2, level: 0.975 });
  expect(table.caption).toContain("no plan is known");
});
