import { expect, test } from "vitest";
import { selectBenchmarkProblems, selectBenchmarks, selectContents } from "#db/queries/benchmarks.ts";
import { selectProblemSetOfRun } from "#db/queries/inputs.ts";
import { selectRunNotes } from "#db/queries/attempts.ts";
import { generateProblem } from "../../../workers/lab/env/generate.ts";
import type { ProblemsEvent } from "../../../workers/protocol/problems-event.ts";
import { packProblems } from "../../../workers/protocol/packed-problems.ts";
import { problemsEvent, recordOf } from "../../../workers/recipes/problems/leave-problems.ts";
import { launchPipeline } from "../runs/launch-pipeline.ts";
import { recordEventsInTurns } from "../attempts/record-events.ts";
import { inputFileForAttempt } from "../inputs/input-file.ts";
import { problemFileForAttempt } from "./problem-file.ts";
import {
  evaluationEvent,
  freshKey,
  joinWorker,
  launch,
  makeWorld,
  populationEvent,
  startNext,
  type World,
} from "../testing.ts";
import { inputOffers } from "../inputs/offers.ts";
import { launchRuns } from "../runs/launch.ts";

const records = Array.from({ length: 12 }, (_, i) => recordOf(generateProblem(5, i, "medium")));
const made = (name: string, some = records) => problemsEvent(name, some, ["made for a test"], 7);

/** A run of a recipe that this server does not know, which may therefore leave anything. */
function leave(world: World, event: ProblemsEvent) {
  launch(world);
  const attempt = startNext(world, joinWorker(world));
  world.ctx.db.$client
    .prepare("update runs set recipe = 'maker', name = 'maker-s0' where id = ?")
    .run(attempt.runId);
  attempt.send(event);
  attempt.finish();
  return {
    runId: attempt.runId,
    notes: selectRunNotes(world.ctx.db, [attempt.attemptId]).map(({ message }) => message),
  };
}

test("a set that a run leaves registers itself, with where it came from", () => {
  const world = makeWorld();
  const { runId, notes } = leave(world, made("hard ones"));
  const [benchmark] = selectBenchmarks(world.ctx.db);
  expect(benchmark).toMatchObject({
    name: "hard ones",
    n: 12,
    summary: {
      format: "made",
      taken: 12,
      withRoots: 12,
      levels: [{ word: "medium", count: 12 }],
      madeBy: { runId, runName: "maker-s0" },
      about: ["made for a test"],
    },
  });
  expect(selectProblemSetOfRun(world.ctx.db, runId)?.id).toBe(benchmark.id);
  expect(notes).toEqual(['Registered 12 problems as "hard ones".']);
});

test("the same problems again are the set that is there; other ones of its name get a number", () => {
  const world = makeWorld();
  leave(world, made("hard ones"));
  const again = leave(world, made("another name"));
  leave(world, made("hard ones", records.slice(0, 5)));
  expect(
    selectBenchmarks(world.ctx.db)
      .map(({ name, n }) => `${name}: ${n}`)
      .sort(),
  ).toEqual(["hard ones 2: 5", "hard ones: 12"]);
  expect(selectProblemSetOfRun(world.ctx.db, again.runId)?.name).toBe("hard ones");
  expect(again.notes).toEqual(['Its 12 problems were registered before, as "hard ones".']);
});

test("a known hash buys nothing: a set that is not what it says is kept out though its problems are registered", () => {
  const world = makeWorld();
  leave(world, made("hard ones"));
  const { runId, notes } = leave(world, { ...made("x", records.slice(0, 5)), hash: made("x").hash, n: 12 });
  expect(selectProblemSetOfRun(world.ctx.db, runId)).toBeUndefined();
  expect(notes.join()).toContain("holds 5 problems, the event says 12");
});

test("the same problems told with another level or root are named; what is registered holds", () => {
  const world = makeWorld();
  leave(world, made("hard ones"));
  const told = records.map((record, i) => (i === 3 ? { ...record, level: "easy", roots: [] } : record));
  const { notes } = leave(world, made("x", told));
  expect(notes).toEqual([
    'Its 12 problems were registered before, as "hard ones".',
    `"hard ones" tells 1 of 12 problems with another type, level or root than this run does (the first: ${records[3].key}). What is registered holds.`,
  ]);
  const [{ id }] = selectBenchmarks(world.ctx.db);
  expect(selectBenchmarkProblems(world.ctx.db, id)[3]).toMatchObject({ level: "medium" });
});

test("others are served while the models of a set are read, and it is stored once", async () => {
  const world = makeWorld();
  launch(world);
  const attempt = startNext(world, joinWorker(world));
  world.ctx.db.$client.prepare("update runs set recipe = 'maker' where id = ?").run(attempt.runId);
  const many = Array.from({ length: 60 }, (_, i) => recordOf(generateProblem(6, i, "easy")));
  const message = { fence: 1, firstSeq: 1, events: [made("many", many)] };
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const send = () => recordEventsInTurns(attempt.ctx, attempt.attemptId, message);
  const answers = await Promise.all([send(), send()]);
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(3);
  expect(answers.map(({ ackSeq }) => ackSeq)).toEqual([1, 1]);
  expect(selectBenchmarks(world.ctx.db)).toHaveLength(1);
});

test("what an attempt says of a problem is corrected by a set whose models were read, and by nothing after it", () => {
  const world = makeWorld();
  launch(world);
  const attempt = startNext(world, joinWorker(world));
  const hashes = records.map(({ hash }) => hash);
  const told = () =>
    selectContents(world.ctx.db, selectBenchmarks(world.ctx.db)[0].id).map(({ level }) => level);
  // It says of every problem that it is an easy one of type A.
  attempt.send(populationEvent(hashes, "held_out"));
  attempt.finish();
  leave(world, made("hard ones"));
  expect(new Set(told())).toEqual(new Set(["medium"]));
  world.clock.now += 1;
  const others = records.slice(0, 5).map((record) => ({ ...record, level: "hard" }));
  leave(world, made("five of them", others));
  expect(new Set(told())).toEqual(new Set(["medium"]));
});

const changed = { ...records[0], hash: "a".repeat(64) };
const nameless = { ...records[0], roots: [["nowhere"]] };

test.each([
  ["a number that is wrong", { ...made("x"), n: 11 }, "holds 12 problems, the event says 11"],
  ["a hash that is not its problems'", { ...made("x"), hash: "b".repeat(64) }, "is not that of its problems"],
  ["a model that is not the hashed one", made("x", [changed]), "has another content than its hash says"],
  ["a root that its model has not", made("x", [nameless]), 'names "nowhere", which its model has not'],
  ["no packed file", { ...made("x"), data: "AAAA" }, "cannot be unpacked"],
  [
    "no problem file",
    { ...made("x"), data: packProblems({ name: "x" } as never) },
    "is not a problem file: hash",
  ],
  ["a name that no benchmark may have", made("?!"), "A benchmark name starts with a letter or digit"],
])("a set with %s is kept out and the run says so", (_, event, reason) => {
  const world = makeWorld();
  const { runId, notes } = leave(world, event);
  expect(selectBenchmarks(world.ctx.db)).toEqual([]);
  expect(selectProblemSetOfRun(world.ctx.db, runId)).toBeUndefined();
  expect(notes.join()).toContain(reason);
});

test("a stage takes the set that an earlier stage left, is on it from then on, and so is what reads its episodes", () => {
  const world = makeWorld();
  const matrix = (preset: string, edits = {}) => ({ presets: [preset], edits, factors: [], seeds: [0] });
  launchPipeline(world.ctx, {
    launchKey: freshKey(),
    experiment: { title: "A chain on a set of its own" },
    baseline: "oracle",
    stages: [
      { key: "set", recipe: "benchmark", matrix: matrix("per_type"), inputs: {} },
      {
        key: "oracle",
        recipe: "evaluate",
        matrix: matrix("oracle"),
        inputs: { problem_set: { stage: "set" } },
      },
      {
        key: "labels",
        recipe: "prm-labels",
        matrix: matrix("rules"),
        inputs: { episodes: { stage: "oracle" } },
      },
    ],
  });
  const worker = joinWorker(world);
  const maker = startNext(world, worker);
  expect(worker.claim()).toBeNull();
  const set = made("levels");
  maker.send(set);
  maker.finish();
  const oracle = startNext(world, worker);
  expect(oracle.assignment).toMatchObject({
    benchmarks: [{ name: "levels", hash: set.hash }],
    inputs: [{ slot: "problem_set", kind: "problems" }],
  });
  const file = inputFileForAttempt(oracle.ctx, "problem_set");
  expect(file).toMatchObject({ kind: "problems", run: { id: maker.runId }, name: "levels", hash: set.hash });
  expect(problemFileForAttempt(oracle.ctx, set.hash).problems).toHaveLength(12);
  const heldOut = records.slice(0, 4).map(({ hash }) => hash);
  oracle.send(populationEvent(heldOut), evaluationEvent(heldOut, 4), {
    t: "episodes",
    at: 3,
    key: "final",
    episodes: [
      {
        i: 1,
        steps: [{ action: "DROP", target: "c1", status: "OPTIMAL", iisBefore: null, iisAfter: null }],
      },
    ],
  });
  oracle.finish();
  const labels = startNext(world, worker);
  expect(labels.assignment.benchmarks).toEqual([{ name: "levels", hash: set.hash }]);
  expect(inputFileForAttempt(labels.ctx, "episodes")).toMatchObject({ params: { problems: "levels" } });
});

test("a run that has not made its set yet is taken once it has, one that left none is not offered", () => {
  const world = makeWorld();
  const { runId } = launchRuns(world.ctx, {
    launchKey: freshKey(),
    recipe: "benchmark",
    matrix: { presets: ["per_type"], edits: {}, factors: [], seeds: [0] },
    experiment: { title: "set" },
  }).runs.map(({ id }) => ({ runId: id }))[0];
  const offer = () => inputOffers(world.ctx, { kind: "problems" });
  expect(offer()).toMatchObject([{ runId, unusable: null, facts: "once it has finished" }]);
  startNext(world, joinWorker(world)).finish();
  expect(offer()).toMatchObject([{ unusable: "it left no problem set" }]);
});
