import { expect, test } from "vitest";
import { insertRunInputs } from "#db/queries/inputs.ts";
import type { TrainerEvent } from "../../../workers/protocol/events.ts";
import { generateProblem } from "../../../workers/lab/env/generate.ts";
import { problemsEvent, recordOf } from "../../../workers/recipes/problems/leave-problems.ts";
import { listBenchmarks } from "../benchmarks/list.ts";
import { keep } from "../annotations/annotate.ts";
import { launchPipeline } from "../runs/launch-pipeline.ts";
import {
  addBenchmark,
  evaluationEvent,
  freshKey,
  joinWorker,
  launch,
  makeWorld,
  populationEvent,
  problemHashes,
  startNext,
  type World,
} from "../testing.ts";
import { inputFileForAttempt } from "./input-file.ts";

const episode = (key: string): TrainerEvent => ({
  t: "episodes",
  at: 3,
  key,
  episodes: [
    {
      i: 1,
      steps: [{ action: "GET_IIS", target: null, status: "INFEASIBLE", iisBefore: null, iisAfter: null }],
    },
  ],
});

/** A finished run that named train and held-out problems and was measured on one of them. */
function measuredOn(part: "train" | "held_out") {
  const world = makeWorld();
  const worker = joinWorker(world, { slots: 4 });
  const hashes = { train: problemHashes(5, "train"), held_out: problemHashes(3, "held out") };
  launch(world);
  const source = startNext(world, worker);
  source.send(
    populationEvent(hashes.train, "train"),
    populationEvent(hashes.held_out),
    evaluationEvent(hashes[part], 1),
    episode("final"),
  );
  source.finish();
  launch(world, {}, { title: "Labels" });
  const labeller = startNext(world, worker);
  const [slot, kind] = ["episodes", "evaluation"] as const;
  const from = { fromRunId: source.runId, fromName: "source", evaluationId: null };
  insertRunInputs(world.ctx.db, [{ runId: labeller.runId, slot, kind, ...from }]);
  return { file: inputFileForAttempt(labeller.ctx, slot), problems: hashes[part] };
}

test.each(["train", "held_out"] as const)(
  "an evaluation on %s problems brings those problems and that part, where its run named both",
  (part) => {
    const { file, problems } = measuredOn(part);
    expect(file).toMatchObject({ kind: "evaluation", part, problems });
    if (file.kind === "evaluation") expect(file.episodes.map((e) => e.i)).toEqual([1]);
  },
);

function finishNext(world: World, worker: ReturnType<typeof joinWorker>, ...events: TrainerEvent[]) {
  const attempt = startNext(world, worker);
  if (events.length > 0) attempt.send(...events);
  attempt.finish();
  return attempt.assignment;
}

test("what is made of episodes on a benchmark is told that benchmark, through the labels too", () => {
  const world = makeWorld();
  const worker = joinWorker(world, { slots: 4 });
  const hash = "c".repeat(64);
  addBenchmark(world, "plants", hash);
  const matrix = (preset: string, edits = {}) => ({ presets: [preset], edits, factors: [], seeds: [0] });
  launchPipeline(world.ctx, {
    launchKey: freshKey(),
    experiment: { title: "A chain on a benchmark" },
    baseline: "sft",
    stages: [
      { key: "sft", recipe: "sft", matrix: matrix("start") },
      {
        key: "episodes",
        recipe: "evaluate",
        matrix: matrix("for_labels", { problems: "plants" }),
        inputs: { policy: { stage: "sft" } },
      },
      {
        key: "labels",
        recipe: "prm-labels",
        matrix: matrix("rules"),
        inputs: { episodes: { stage: "episodes" } },
      },
      {
        key: "prm",
        recipe: "prm-train",
        matrix: matrix("default"),
        inputs: { labels: { stage: "labels" } },
      },
    ],
  });
  const hashes = problemHashes(2, "plants");
  const label = { i: 1, step: 1, label: 0.5, reason: "only looks" };
  const given = [
    finishNext(world, worker),
    finishNext(world, worker, populationEvent(hashes, "train"), evaluationEvent(hashes, 1), episode("final")),
    finishNext(world, worker, { t: "labels", at: 4, rows: [label] }),
    finishNext(world, worker),
  ];
  const named = [{ name: "plants", hash }];
  expect(given.map(({ recipe, benchmarks }) => [recipe, benchmarks])).toEqual([
    ["sft", []],
    ["evaluate", named],
    ["prm-labels", named],
    ["prm-train", named],
  ]);
});

test("an evaluation on problems that another run made is told as one on that set, as it is called now or was called then", () => {
  const world = makeWorld();
  const worker = joinWorker(world, { slots: 4 });
  const matrix = (preset: string) => ({ presets: [preset], edits: {}, factors: [], seeds: [0] });
  launchPipeline(world.ctx, {
    launchKey: freshKey(),
    experiment: { title: "Failures on a made set" },
    baseline: "played",
    stages: [
      { key: "set", recipe: "benchmark", matrix: matrix("per_type") },
      {
        key: "played",
        recipe: "evaluate",
        matrix: matrix("oracle"),
        inputs: { problem_set: { stage: "set" } },
      },
      {
        key: "looked",
        recipe: "failures",
        matrix: matrix("failed"),
        inputs: { episodes: { stage: "played" } },
      },
    ],
  });
  const problems = [0, 1, 2, 3].map((k) => generateProblem(5, k, "easy"));
  const left = problemsEvent("made here", problems.map(recordOf), ["made for a test"], 2);
  finishNext(world, worker, left);
  const part = problems.slice(0, 2).map(({ contentHash }) => contentHash);
  const played = finishNext(
    world,
    worker,
    populationEvent(part, "train"),
    evaluationEvent(part, 1),
    episode("final"),
  );
  const [{ name, hash }] = played.benchmarks;
  expect(played.params.problems).toBe("generated");
  const { id } = listBenchmarks(world.ctx).benchmarks[0];
  keep(world.ctx, { changes: [{ id, name: "called otherwise" }] });
  const looking = startNext(world, worker);
  expect(looking.assignment.benchmarks).toEqual([
    { name: "called otherwise", hash },
    { name, hash },
  ]);
  expect(inputFileForAttempt(looking.ctx, "episodes")).toMatchObject({
    kind: "evaluation",
    part: "train",
    problems: part,
    params: { problems: "called otherwise" },
  });
});
