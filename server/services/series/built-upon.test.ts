import { describe, expect, test } from "vitest";
import { pointStore } from "#db/points/open-point-store.ts";
import { getRun } from "../runs/get.ts";
import { tableOfRows } from "../../contracts/external/logged-table.ts";
import { externalWorld, tableOfValues } from "../external/testing.ts";
import { ablationTable } from "../experiments/table.ts";
import type { SeriesFacts } from "#db/points/point-store.ts";
import { MACHINE_AXIS } from "../../../workers/protocol/machine/machine-metrics.ts";
import { selectAttemptsOfRuns } from "#db/queries/attempts.ts";
import { builtUpon, lastStepValues, takeoversOf, usedSeries } from "./built-upon.ts";
import { nextUp } from "./neighbour.ts";
import { runLines } from "./run-lines.ts";

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

const line = (attemptId: string, firstX: number, more: Partial<SeriesFacts> = {}): SeriesFacts => ({
  id: 1,
  attemptId,
  metric: "m",
  axis: "step",
  n: 10,
  nan: 0,
  posInf: 0,
  negInf: 0,
  mean: 0,
  min: 0,
  minX: 0,
  max: 0,
  maxX: 0,
  firstX,
  lastX: firstX + 9,
  lastValue: 0,
  lastAt: 0,
  ...more,
});

/** Attempts of which each goes on from the end of the one before. */
const chain = (...ids: string[]) =>
  ids.map((id, i) => ({ id, begun: i === 0 ? null : resumed(ids[i - 1], 1000), hasPoints: true }));

describe("what attempts that go on hide of those before", () => {
  test("a metric from where their own points of it begin, each metric and each axis by itself", () => {
    const takeover = takeoversOf(chain("a", "b", "c"), [
      line("a", 0),
      line("b", 50),
      line("c", 55),
      line("c", 9000, { axis: "tokens" }),
      line("c", 0, { metric: "config", n: 2 }),
    ]);
    expect(["a", "b", "c"].map((id) => takeover(line(id, 0)))).toEqual([50, 55, null]);
    expect(takeover(line("a", 0, { axis: "tokens" }))).toBe(9000);
    expect(takeover(line("a", 0, { axis: "epoch" }))).toBeNull();
    expect(takeover(line("a", 0, { metric: "config" }))).toBe(0);
  });

  test("all of one that has a metric later than they begin with it", () => {
    const takeover = takeoversOf(chain("a", "b", "c"), [line("a", 0), line("b", 50), line("c", 20)]);
    expect(["a", "b"].map((id) => takeover(line(id, 0)))).toEqual([20, 20]);
  });

  test("what was done after the step that was gone on from, though they never sent that metric", () => {
    const attempts = [
      { id: "a", begun: null, hasPoints: true },
      { id: "b", begun: resumed("a", 19), hasPoints: true },
    ];
    const takeover = takeoversOf(attempts, [line("b", 25, { metric: "loss" })]);
    expect(takeover(line("a", 0, { metric: "eval" }))).toBe(nextUp(19));
    expect(takeover(line("a", 0, { metric: "eval", axis: "tokens" }))).toBeNull();
  });

  test("all of one that they went back behind, but not what the machine did; nothing before their first point", () => {
    const attempts = (hasPoints: boolean) => [
      { id: "a", begun: null, hasPoints: true },
      { id: "b", begun: resumed("a", 19), hasPoints: true },
      { id: "c", begun: resumed("a", 9), hasPoints },
    ];
    const evaluation = line("b", 23, { metric: "eval" });
    expect(takeoversOf(attempts(true), [])(evaluation)).toBe(23);
    expect(takeoversOf(attempts(false), [])(evaluation)).toBeNull();
    expect(takeoversOf(attempts(true), [])(line("b", 0, { metric: "gpu", axis: MACHINE_AXIS }))).toBeNull();
  });

  test("nothing but what comes again before one of which nobody knows from where it goes on", () => {
    const attempts = ["a", "b"].map((id) => ({ id, begun: null, hasPoints: true }));
    const takeover = takeoversOf(attempts, [line("b", 50)]);
    expect(takeover(line("a", 0))).toBe(50);
    expect(takeover(line("a", 0, { metric: "eval" }))).toBeNull();
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
  expect(continuing.workLost?.steps).toBe(5);
});

test("table, chart and the client that reads back agree on which attempts count", () => {
  const { world, runId, verbs } = requeued(25, 40);
  const { ctx } = world;
  const store = pointStore(ctx.db);
  const [first, second] = selectAttemptsOfRuns(ctx.db, [runId]);
  const shown = () =>
    runLines(ctx, store, { runIds: [runId], metrics: ["loss"], xAxis: "step", overlap: "latest" }).map(
      ({ attempt, part: { until, series } }) => [attempt.n, Math.min(until ?? Infinity, series.lastX ?? NaN)],
    );
  const readBack = () => verbs.points(runId, "loss", { from: 0, most: 100 }).map(({ step }) => step);
  const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);
  expect(shown().map(([n, until]) => [n, Math.floor(until)])).toEqual([
    [first.n, 24],
    [second.n, 39],
  ]);
  expect(readBack()).toEqual(upTo(40));
  expect(verbs.latest(runId, ["loss"]).loss.step).toBe(39);
  const used = builtUpon(getRun(ctx, runId).attempts.map(({ id, begun }) => ({ id, begun })));
  expect(used.map(({ upTo: end }) => end)).toEqual([null, 24]);
});
