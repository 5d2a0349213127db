import { expect, test } from "vitest";
import { selectRun } from "#db/queries/runs.ts";
import { listExperiments } from "../../experiments/list.ts";
import { externalWorld, points, tableOfValues } from "../testing.ts";

const AS = { client: "ablab 0.1.0", writer: "script", begunAs: { experiment: "train", key: "k1" } };
const BY = { experiment: "train", key: "k1", client: "ablab run", writer: "witness" };

test.each(["witness", "script"])(
  "a run that a witness began is one with the first run of its program, whatever that calls it; the %s speaks first",
  (first) => {
    const { world, verbs, open } = externalWorld();
    const witness = () => open(BY);
    const script = () => open({ ...AS, experiment: "gsm8k", key: "k1", name: "seed 0", config: { seed: 3 } });
    const [one, other] = first === "witness" ? [witness(), script()] : [script(), witness()];
    expect(other).toMatchObject({ runId: one.runId, created: false });
    const { runId } = one;
    // Both go on to name the run as they began.
    expect(verbs.find({ experiment: "train", key: "k1" })?.runId).toBe(runId);
    expect(verbs.find({ experiment: "gsm8k", key: "k1" })?.runId).toBe(runId);
    verbs.log(runId, {
      writer: "script",
      stream: "history",
      offset: 0,
      table: tableOfValues("loss", [1, 2]),
    });
    expect(points(world, runId, "loss")).toHaveLength(2);
    expect(selectRun(world.ctx.db, runId)).toMatchObject({ name: "seed 0", seed: 3 });
    // The place that the witness had made for it has gone.
    expect(listExperiments(world.ctx).map(({ title }) => title)).toEqual(["gsm8k"]);
    expect(script().runId).toBe(runId);
    expect(witness().runId).toBe(runId);
  },
);

test("a place with other runs stays, and a run of the same key elsewhere is another", () => {
  const { world, open } = externalWorld();
  const before = open({ ...BY, key: "older" });
  const elsewhere = open({ experiment: "gsm8k", key: "k1", client: "wandb", writer: "w" });
  const { runId } = open(BY);
  const moved = open({ ...AS, experiment: "gsm8k", key: "k1" });
  expect(moved.runId).toBe(runId);
  expect(new Set([before.runId, elsewhere.runId, runId]).size).toBe(3);
  expect(
    listExperiments(world.ctx)
      .map(({ title }) => title)
      .toSorted(),
  ).toEqual(["gsm8k", "train"]);
});
