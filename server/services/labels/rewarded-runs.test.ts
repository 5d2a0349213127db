import { expect, test } from "vitest";
import { insertRunInputs } from "#db/queries/inputs.ts";
import type { TrainerEvent } from "../../../workers/protocol/events.ts";
import {
  evaluationEvent,
  joinWorker,
  launch,
  makeWorld,
  populationEvent,
  problemHashes,
  startNext,
} from "../testing.ts";
import { rewardedRuns, scoreChange } from "./rewarded-runs.ts";

const points = (step: number, values: Record<string, number>): TrainerEvent => ({
  t: "points",
  step,
  at: step,
  values,
});

function world(weight: number) {
  const made = makeWorld();
  const worker = joinWorker(made, { slots: 3 });
  launch(made, {}, { title: "PRM" });
  const model = startNext(made, worker);
  launch(made, { edits: { prm_weight: 0 } }, { title: "Paid" });
  const paid = startNext(made, worker);
  made.ctx.db.$client
    .prepare("update runs set params = json_set(params, '$.prm_weight', ?) where id = ?")
    .run(weight, paid.runId);
  insertRunInputs(made.ctx.db, [
    {
      runId: paid.runId,
      slot: "prm",
      kind: "prm",
      fromRunId: model.runId,
      fromName: "model",
      evaluationId: null,
    },
  ]);
  const read = () =>
    rewardedRuns(made.ctx, [{ id: model.runId, name: "model", ranks: "ranks poorly (c 0.68)", poor: true }]);
  return { paid, model, read };
}

test("a run that a model rewards says where score, verified reward, dead groups and success began and ended", () => {
  const { paid, model, read } = world(0.5);
  const hashes = problemHashes(40);
  paid.send(
    populationEvent(hashes),
    points(0, { "eval/rr_at_5": 0.32 }),
    points(1, { "reward/prm": 0.21, "reward/raw": 0.15, "group/zero_share_raw": 0.72 }),
    points(2, { "reward/prm": 0.25, "reward/raw": 0.2, "group/zero_share_raw": 0.6 }),
    points(3, { "reward/prm": 0.28, "reward/raw": 0.2, "group/zero_share_raw": 0.55, "eval/rr_at_5": 0.16 }),
    evaluationEvent(hashes, 6, { step: 3 }),
  );
  expect(read()).toMatchObject([
    {
      run: { id: paid.runId },
      model: { id: model.runId, name: "model", ranks: "ranks poorly (c 0.68)", poor: true },
      weight: 0.5,
      use: "mean",
      scope: "all",
      dead: { first: 0.72, last: 0.55 },
      score: { first: 0.21, last: 0.28 },
      verified: { first: 0.15, last: 0.2 },
      quick: { first: 0.32, last: 0.16 },
      problems: 40,
    },
  ]);
});

test("score and success change by intervals: of the first and last steps, and paired by problem", () => {
  const { paid, read } = world(0.5);
  const hashes = problemHashes(40);
  paid.send(populationEvent(hashes), evaluationEvent(hashes, 20, { step: 0, key: "start", final: false }));
  for (let step = 1; step <= 30; step++)
    paid.send(points(step, { "reward/prm": 0.2 + step / 200 + (step % 3) / 500 }));
  paid.send(evaluationEvent(hashes, 6, { step: 30 }));
  const [{ scoreChange: score, quickChange: quick }] = read();
  expect(score).toMatchObject({ n: 10, value: expect.closeTo(0.1, 2) });
  expect(score?.low).toBeGreaterThan(0);
  expect(quick).toMatchObject({ n: 40, value: -0.35 });
  expect(quick?.high).toBeLessThan(0);
});

test("evaluations that were made otherwise are no pair, and one alone is no change", () => {
  const { paid, read } = world(0.5);
  const hashes = problemHashes(40);
  const early = evaluationEvent(hashes, 20, { step: 0, key: "start", final: false, maxSteps: 9 });
  paid.send(populationEvent(hashes), early, evaluationEvent(hashes, 6, { step: 3 }));
  expect(read()).toMatchObject([{ scoreChange: null, quickChange: null }]);
});

test("a change of the score is the mean of the pairs, with Student's interval, and none of two steps", () => {
  // Differences .1, .2, .3: mean .2, sd .1, t(2) 4.302653: .2 -+ .248414.
  const change = scoreChange([0.1, 0.2, 0.3], [0.2, 0.4, 0.6]);
  expect(change?.value).toBeCloseTo(0.2, 12);
  expect(change?.low).toBeCloseTo(-0.048414, 6);
  expect(scoreChange([0.1, 0.2], [0.2, 0.4])).toMatchObject({ low: null, n: 2 });
  expect(scoreChange([], [])).toBeNull();
});

test("what was not sent is a gap, and a model that is only watched rewards nobody", () => {
  expect(world(0.5).read()).toMatchObject([{ dead: null, score: null, quick: null, problems: null }]);
  expect(world(0).read()).toEqual([]);
});
