import { expect, test } from "vitest";
import { ablationTable } from "../../services/experiments/table.ts";
import {
  evaluationEvent,
  joinWorker,
  launch,
  makeWorld,
  populationEvent,
  problemHashes,
  startNext,
} from "../../services/testing.ts";
import { externalWorld, tableOfValues } from "../../services/external/testing.ts";
import { formatAblation } from "./format-ablation.ts";

test("under the table stands where its columns are defined", () => {
  const world = makeWorld();
  const { experimentId } = launch(world);
  const hashes = problemHashes(10);
  const attempt = startNext(world, joinWorker(world));
  attempt.send(populationEvent(hashes), evaluationEvent(hashes, 5));
  attempt.finish();
  expect(formatAblation(ablationTable(world.ctx, experimentId)).split("\n")).toContain(
    "What RR@5, DA, Clean and the other columns mean: GLOSSARY.md.",
  );
});

test("a metric of another trainer is defined where it stands, and a table without any says why it is empty", () => {
  const { world, verbs, open } = externalWorld();
  const { runId } = open({ config: { seed: 0 } });
  const told = () => {
    const [{ id }] = world.ctx.db.$client.prepare("select id from experiments").all() as { id: string }[];
    return formatAblation(ablationTable(world.ctx, id));
  };
  verbs.log(runId, { writer: "w1", stream: "history", offset: 0, table: tableOfValues("foo/bar", [1]) });
  expect(told()).toContain("No logged metric is recognized as a result. Choose some");
  verbs.log(runId, {
    writer: "w1",
    stream: "history",
    offset: 1,
    table: tableOfValues("eval/accuracy", [1], 1),
  });
  expect(told()).toContain(
    "eval/accuracy: a name this version does not know; shown as the run sent it; mean of the values of its last 10 train steps.",
  );
  expect(told()).not.toContain("GLOSSARY");
});
