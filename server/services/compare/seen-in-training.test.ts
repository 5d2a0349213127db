import { describe, expect, test } from "vitest";
import { insertRunInputs } from "#db/queries/inputs.ts";
import { problemHashes } from "../testing.ts";
import { compareEvaluations } from "./overview.ts";
import { comparisonWorld, type Play } from "./testing.ts";

const hashes = problemHashes(120, "shared");
const solving = (count: number, more: Partial<Play> = {}): Play => ({
  hashes,
  solvedAt: (i) => (i < count ? 3 : null),
  ...more,
});

test("training problems among the measured ones are counted", () => {
  const { ctx, idOf } = comparisonWorld({
    baseline: solving(60, { trainOn: [...hashes.slice(0, 7), ...problemHashes(5, "train")] }),
    no_kl: solving(60),
  });
  const found = compareEvaluations(ctx, { ids: [idOf("baseline"), idOf("no_kl")], k: 5, common: false });
  expect(found.sides.map((s) => s.leaked)).toEqual([
    { n: 7, complete: true },
    { n: 0, complete: false },
  ]);
  expect(found.sides.map((s) => s.part)).toEqual(["held_out", "held_out"]);
});

test("what a policy was shown solved counts as training, and makes the record complete without any other part", () => {
  const { ctx, idOf } = comparisonWorld({
    baseline: solving(60, { shown: hashes.slice(0, 4) }),
    no_kl: solving(60, { shown: problemHashes(9, "demos"), trainOn: hashes.slice(0, 3) }),
  });
  const found = compareEvaluations(ctx, { ids: [idOf("baseline"), idOf("no_kl")], k: 5, common: false });
  expect(found.sides.map((s) => s.leaked)).toEqual([
    { n: 4, complete: true },
    { n: 3, complete: true },
  ]);
});

describe("problems seen in training, over the lineage of the measured policy", () => {
  const seen = hashes.slice(0, 30);
  const { ctx, idOf } = comparisonWorld({
    baseline: solving(60, { trainOn: seen }),
    no_kl: solving(60, { trainOn: hashes }),
    asym_clip: solving(60, { trainOn: problemHashes(5, "train") }),
    dynamic: solving(60),
  });
  const from = (name: string, source: string) =>
    insertRunInputs(ctx.db, [
      {
        runId: idOf(name),
        slot: "policy",
        kind: "checkpoint",
        fromRunId: idOf(source),
        fromName: source,
        evaluationId: null,
      },
    ]);
  const isA = (name: string, recipe: string) =>
    ctx.db.$client.prepare("update runs set recipe = ? where id = ?").run(recipe, idOf(name));
  from("no_kl", "baseline");
  from("asym_clip", "baseline");
  isA("no_kl", "evaluate");
  isA("dynamic", "sft");
  const sideOf = (name: string) =>
    compareEvaluations(ctx, { ids: [idOf(name)], k: 5, common: false }).sides[0];
  const leakedOf = (name: string) => sideOf(name).leaked;

  test("a run that only measured is told apart from those that trained and have curves", () => {
    expect(["baseline", "no_kl", "dynamic"].map((name) => sideOf(name).trained)).toEqual([true, false, true]);
  });

  test("the train part of an evaluate run is no training: what the policy it measures was trained on counts", () => {
    expect(leakedOf("no_kl")).toEqual({ n: 30, complete: true });
  });
  test("a run that goes on from a checkpoint has seen what that one was trained on", () => {
    expect(leakedOf("asym_clip")).toEqual({ n: 30, complete: true });
  });
  test("is not known where an ancestor recorded no training set, as older SFT runs, or was deleted", () => {
    expect(leakedOf("dynamic")).toEqual({ n: 0, complete: false });
    from("baseline", "dynamic");
    expect(leakedOf("no_kl")).toEqual({ n: 30, complete: false });
    ctx.db.$client
      .prepare("update run_inputs set from_run_id = 'run_gone' where run_id = ?")
      .run(idOf("baseline"));
    expect(leakedOf("no_kl")).toEqual({ n: 30, complete: false });
  });
});
