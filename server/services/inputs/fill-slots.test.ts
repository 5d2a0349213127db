import { expect, test } from "vitest";
import { selectRun } from "#db/queries/runs.ts";
import type { TrainerEvent } from "../../../workers/protocol/events.ts";
import { getRun } from "../runs/get.ts";
import { launchRuns } from "../runs/launch.ts";
import {
  evaluationEvent,
  freshKey,
  joinWorker,
  makeWorld,
  populationEvent,
  problemHashes,
  startNext,
  type World,
} from "../testing.ts";

const launchOne = (world: World, recipe: string, preset: string, inputs = {}) =>
  launchRuns(world.ctx, {
    launchKey: freshKey(),
    recipe,
    matrix: { presets: [preset], edits: {}, factors: [], seeds: [0] },
    inputs,
    experiment: { title: recipe },
  }).runs[0];

test("an evaluation is the same input whether its run is named or itself, and another one is another", () => {
  const world = makeWorld();
  const source = launchOne(world, "sft", "start");
  const attempt = startNext(world, joinWorker(world));
  const hashes = problemHashes(2);
  attempt.send(populationEvent(hashes));
  for (const [key, final] of [
    ["step-20", false],
    ["final", true],
  ] as const) {
    attempt.send(evaluationEvent(hashes, 1, { key, final, step: final ? 40 : 20 }));
    const steps = [
      { action: "GET_IIS", target: null, status: "INFEASIBLE", iisBefore: null, iisAfter: null },
    ];
    attempt.send({ t: "episodes", at: 3, key, episodes: [{ i: 0, steps }] } as TrainerEvent);
  }
  attempt.finish();
  const { evaluations } = getRun(world.ctx, source.id);
  const idOf = (key: string) => evaluations.find((e) => (key === "final") === e.final)?.id;
  const cell = (from: object) =>
    selectRun(world.ctx.db, launchOne(world, "prm-labels", "rules", { episodes: from }).id)?.cell;
  const byRun = cell({ run: source.id });
  expect(cell({ evaluation: idOf("final") })).toBe(byRun);
  expect(cell({ evaluation: idOf("step-20") })).not.toBe(byRun);
});
