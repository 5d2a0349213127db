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
import { rewardedRuns } from "./rewarded-runs.ts";

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
  const read = () => rewardedRuns(made.ctx, [{ id: model.runId, name: "model" }]);
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
      model: { id: model.runId, name: "model" },
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

test("what was not sent is a gap, and a model that is only watched rewards nobody", () => {
  expect(world(0.5).read()).toMatchObject([{ dead: null, score: null, quick: null, problems: null }]);
  expect(world(0).read()).toEqual([]);
});
