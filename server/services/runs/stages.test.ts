import { expect, test } from "vitest";
import type { StageEvent } from "../../../workers/protocol/stage-event.ts";
import {
  evaluationEvent,
  joinWorker,
  launch,
  makeWorld,
  populationEvent,
  problemHashes,
  startNext,
} from "../testing.ts";
import { getRun } from "./get.ts";

const HASHES = problemHashes(4);
const stage = (step: number, change: StageEvent["change"], name: string): StageEvent => ({
  t: "stage",
  at: 1,
  step,
  change,
  name,
  reason: `It is time for ${name}.`,
  weights: { easy: 1, medium: 0, hard: 0 },
});

test("a stage lasts until the next one begins, and is measured by the last evaluation made in it", () => {
  const world = makeWorld();
  const [{ id }] = launch(world).runs;
  const attempt = startNext(world, joinWorker(world));
  const evaluated = (step: number, solved: number) =>
    evaluationEvent(HASHES, solved, { key: `step-${step}`, step, final: false });
  attempt.send(populationEvent(HASHES), evaluated(0, 4), stage(1, "began", "easy"), evaluated(5, 0));
  expect(getRun(world.ctx, id).stages).toMatchObject([
    { from: 1, to: null, change: "began", measured: { trainStep: 5, lead: { hits: 0, n: 4 } } },
  ]);
  attempt.send(evaluated(9, 1), stage(10, "promoted", "medium"), stage(12, "demoted", "easy"));
  const { stages } = getRun(world.ctx, id);
  expect(stages.map(({ from, to, name }) => [from, to, name])).toEqual([
    [1, 9, "easy"],
    [10, 11, "medium"],
    [12, null, "easy"],
  ]);
  expect(stages.map(({ measured }) => measured?.lead.hits ?? null)).toEqual([1, null, null]);
  expect(stages[2].reason).toBe("It is time for easy.");
});

test("a run that was started again has the stages of its last attempt that said any", () => {
  const world = makeWorld();
  const [{ id }] = launch(world).runs;
  const attempt = startNext(world, joinWorker(world));
  attempt.send(stage(1, "began", "easy"), stage(3, "promoted", "medium"));
  attempt.finish();
  const { stages, row } = getRun(world.ctx, id);
  expect([row.state, ...stages.map(({ to }) => to)]).toEqual(["finished", 2, row.step]);
});
