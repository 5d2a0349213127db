import { describe, expect, test } from "vitest";
import { pointStore } from "#db/points/open-point-store.ts";
import { getRun } from "../runs/get.ts";
import { tableOfRows } from "../../contracts/external/logged-table.ts";
import { externalWorld, tableOfValues } from "../external/testing.ts";
import { ablationTable } from "../experiments/table.ts";
import { builtUpon, lastStepValues, usedSeries } from "./built-upon.ts";

const resumed = (attemptId: string, step: number | null) => ({
  kind: "resume" as const,
  by: "wandb",
  automatic: false,
  checkpoint: { attemptId, n: 1, path: "", step, at: 0 },
});

describe("the attempts that a run builds upon", () => {
  test("are those that were gone on from, each up to where", () => {
    const chain = [
      { id: "a", begun: null },
      { id: "b", begun: resumed("a", 19) },
      { id: "c", begun: resumed("b", 39) },
    ];
    expect(builtUpon(chain)).toEqual([
      { id: "c", upTo: null },
      { id: "b", upTo: 39 },
      { id: "a", upTo: 19 },
    ]);
    expect(builtUpon([...chain, { id: "d", begun: resumed("b", 10) }])).toEqual([
      { id: "d", upTo: null },
      { id: "b", upTo: 10 },
      { id: "a", upTo: 10 },
    ]);
  });

  test("are none before one that began anew, or went on from a step that nobody knows", () => {
    const alone = [{ id: "b", upTo: null }];
    expect(
      builtUpon([
        { id: "a", begun: null },
        { id: "b", begun: null },
      ]),
    ).toEqual(alone);
    expect(
      builtUpon([
        { id: "a", begun: null },
        { id: "b", begun: resumed("a", null) },
      ]),
    ).toEqual(alone);
    expect(builtUpon([{ id: "b", begun: resumed("b", 3) }])).toEqual(alone);
    expect(builtUpon([])).toEqual([]);
  });
});

/** A training of 40 steps that was killed at 30 and went on from 36 or 20; an evaluation on its own x stood beside its first part. */
function requeued(from: number, to: number) {
  const outside = externalWorld();
  const { runId } = outside.open({ config: { seed: 0 }, axes: { "eval/*": "eval/global_step" } });
  const log = (writer: string, first: number, last: number) => {
    outside.world.clock.now += 1000;
    const values = Array.from({ length: last - first }, (_, i) => first + i);
    const batch = { writer, stream: "history", offset: 0 } as const;
    outside.verbs.log(runId, { ...batch, table: tableOfValues("loss", values, first) });
  };
  log("w1", 0, 30);
  const rows = [10, 20, 29].map((x, i) => ({
    step: 40 + i,
    at: 1_800_000_000_500,
    values: { "eval/global_step": x, "eval/acc": x / 100 },
  }));
  outside.open({ writer: "beside" });
  outside.verbs.log(runId, { writer: "beside", stream: "history", offset: 0, table: tableOfRows(rows) });
  outside.verbs.end(runId, { state: "finished", exitCode: 0, reason: null, writer: "beside" });
  outside.world.clock.now += 600_000;
  outside.open({ writer: "w2" });
  log("w2", from, to);
  outside.verbs.end(runId, { state: "finished", exitCode: 0, reason: null, writer: "w2" });
  return { ...outside, runId };
}

test("the last steps of a run reach back into the attempt that was gone on from, each step once", () => {
  const { world, runId } = requeued(25, 28);
  const store = pointStore(world.ctx.db);
  const used = builtUpon(getRun(world.ctx, runId).attempts.map(({ id, begun }) => ({ id, begun })));
  const series = usedSeries(store, used).get("loss") ?? [];
  const steps = lastStepValues(store, series, 10).map(({ x }) => x);
  expect(steps).toEqual([27, 26, 25, 24, 23, 22, 21, 20, 19, 18]);
  expect(lastStepValues(store, series, 2).map(({ x }) => x)).toEqual([27, 26]);
  expect(lastStepValues(store, [], 10)).toEqual([]);
});

test("an evaluation of an earlier attempt is a column of the table, with what the later one builds upon", () => {
  const { world, runId } = requeued(25, 40);
  const { row, continuing } = getRun(world.ctx, runId);
  const { columns, rows } = ablationTable(world.ctx, row.experimentId);
  expect(columns.map(({ metric }) => metric)).toEqual(["eval/acc", "loss"]);
  expect(rows[0].bySeed["eval/acc"].map(({ value }) => value)).toEqual([0.2]);
  expect(continuing.wasted?.steps).toBe(5);
});
