import { expect, test } from "vitest";
import { latestArrival } from "./arrival.ts";
import { externalWorld, tableOfValues } from "../testing.ts";

test("before anything calls there is no arrival", () => {
  expect(latestArrival(externalWorld().world.ctx)).toBeNull();
});

test("the newest run from outside is told by what came of it: client, configuration, names and curves", () => {
  const { world, verbs, open } = externalWorld();
  open({ key: "old" });
  const { runId } = open({ key: "new", client: "wandb 0.31.0" });
  verbs.describe(runId, { config: { lr: 0.1, seed: 3 }, environment: { "git.commit": "c0ffee00" } });
  expect(latestArrival(world.ctx)).toMatchObject({
    runId,
    client: "wandb 0.31.0",
    token: "node",
    state: "running",
    statusSource: "client",
    configKeys: 2,
    commit: "c0ffee00",
    metrics: 0,
    curves: [],
    completions: [],
  });

  const log = (id: string, metric: string, values: number[]) =>
    verbs.log(runId, {
      writer: "w1",
      stream: "history",
      offset: null,
      ids: values.map((_, i) => `${id}${i}`),
      table: tableOfValues(metric, values),
    });
  log("a", "train/reward", [0.1, 0.2, Number.NaN]);
  log("b", "my own number", [1, 2]);
  expect(latestArrival(world.ctx)).toMatchObject({
    metrics: 2,
    known: 1,
    names: [
      { metric: "train/reward", known: true },
      { metric: "my own number", known: false },
    ],
    curves: [{ metric: "train/reward", last: null, x: 2, means: [0.1, 0.2, null] }],
  });
});
