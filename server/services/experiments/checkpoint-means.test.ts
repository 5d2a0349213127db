import { expect, test } from "vitest";
import { checkpointWords } from "../../wording/checkpoint-means.ts";
import { externalWorld, tableOfValues } from "../external/testing.ts";
import { getRun } from "../runs/get.ts";
import { checkpointMeans } from "./checkpoint-means.ts";

const METRIC = "test/accuracy";

/** An experiment from outside in which each configuration logs these values of its evaluations, one seed each. */
function measured(values: Record<string, number[]>) {
  const { world, verbs, open } = externalWorld();
  const ids = Object.entries(values).map(([method, own]) => {
    const { runId } = open({ key: method, config: { seed: 0, method } });
    const table = tableOfValues(METRIC, own, 0);
    verbs.log(runId, { writer: method, stream: "history", offset: 0, table });
    verbs.end(runId, { state: "finished", exitCode: 0, reason: null });
    return getRun(world.ctx, runId).row.experimentId;
  });
  return (metric = METRIC) => checkpointMeans(world.ctx, { id: ids[0], metric });
}

test("the last five checkpoints of each run are averaged, and the spread of that stands over what a run moves", () => {
  const of = measured({ a: [0, 0, 0.4, 0.5, 0.6, 0.5, 0.5], b: [0, 0.6, 0.7, 0.8, 0.7, 0.7] });
  const found = of();
  expect(found?.cells.map(({ config, mean, runs }) => [config, mean.toFixed(3), runs])).toEqual([
    [expect.any(String), "0.500", 1],
    [expect.any(String), "0.700", 1],
  ]);
  // Each run has variance 0.005 over its last five.
  expect(found?.separates?.ratio).toBeCloseTo(0.2 / Math.sqrt(0.005), 9);
  expect(checkpointWords(found!, "share")).toContain("2.83");
});

test("one checkpoint each, one configuration, or a metric of training: nothing is said", () => {
  expect(measured({ a: [0.5], b: [0.7] })()?.separates).toBeNull();
  expect(measured({ a: [0.4, 0.5, 0.6] })()?.separates).toBeNull();
  expect(measured({ a: [0.4, 0.5, 0.6], b: [0.4, 0.5, 0.7] })("loss")).toBeNull();
});
