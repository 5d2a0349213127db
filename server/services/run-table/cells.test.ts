import { expect, test } from "vitest";
import { pointStore } from "#db/points/open-point-store.ts";
import { insertAttempt, selectAttempt } from "#db/queries/attempts.ts";
import type { EvaluationEvent } from "../../../workers/protocol/events.ts";
import type { MetricCell, RunEntry, TableCell } from "../../contracts/run-table.ts";
import { RunColumnsInput, RunTableInput } from "../../contracts/run-table.ts";
import {
  evaluationEvent,
  joinWorker,
  launch,
  makeWorld,
  populationEvent,
  problemHashes,
  startNext,
  type World,
} from "../testing.ts";
import { runTable } from "./table.ts";
import { runColumns } from "./columns.ts";

const REDUCERS = ["last", "best", "min", "max", "mean", "at", "best_at", "n"];

function append(
  world: World,
  attemptId: string,
  metric: string,
  points: [x: number, value: number][],
  axis = "step",
) {
  const x = Float64Array.from(points, ([at]) => at);
  const value = Float64Array.from(points, ([, v]) => v);
  pointStore(world.ctx.db).append([
    { attemptId, source: metric + axis, firstSeq: 1, columns: [{ metric, axis, x, value, at: x }] },
  ]);
}

async function cellsOf(world: World, columns: string[]): Promise<TableCell[]> {
  const { entries } = await runTable(world.ctx, RunTableInput.parse({ columns }));
  return (entries[0] as RunEntry).cells;
}

const values = (cells: TableCell[]) => cells.map((cell) => (cell as MetricCell | null)?.value ?? null);

function oneRun() {
  const world = makeWorld();
  launch(world);
  return { world, attempt: startNext(world, joinWorker(world)) };
}

test("every reducer says what its name says; the best goes by the metric's direction", async () => {
  const { world, attempt } = oneRun();
  const points: [number, number][] = [
    [1, 0.5],
    [2, 0.9],
    [3, Number.NaN],
    [4, 0.1],
    [5, 0.3],
  ];
  append(world, attempt.attemptId, "eval/rr", points);
  append(world, attempt.attemptId, "policy/kl", points);
  append(world, attempt.attemptId, "unheard/of", points);
  const of = async (metric: string) =>
    values(
      await cellsOf(
        world,
        REDUCERS.map((r) => `metric:${metric}:${r}`),
      ),
    );
  expect(await of("eval/rr")).toEqual([0.3, 0.9, 0.1, 0.9, 0.45, 5, 2, 5]);
  expect((await of("policy/kl")).slice(1, 2)).toEqual([0.1]);
  expect((await of("policy/kl"))[6]).toBe(4);
  expect(await of("unheard/of")).toEqual([0.3, null, 0.1, 0.9, 0.45, 5, null, 5]);
  const [last] = (await cellsOf(world, ["metric:eval/rr:last"])) as MetricCell[];
  expect(last).toMatchObject({ n: 5, nonFinite: { nan: 1, posInf: 0, negInf: 0 }, x: 5 });
});

test("NaN and infinities are said in words, and a series without a finite value has no extremes", async () => {
  const { world, attempt } = oneRun();
  append(world, attempt.attemptId, "a", [[1, Number.NaN]]);
  append(world, attempt.attemptId, "b", [
    [1, 2],
    [2, Number.NEGATIVE_INFINITY],
  ]);
  const columns = [
    "metric:a:last",
    "metric:a:min",
    "metric:a:mean",
    "metric:b:last",
    "metric:b:min",
    "metric:c:last",
  ];
  const cells = await cellsOf(world, columns);
  expect(values(cells)).toEqual(["NaN", null, null, "-Infinity", 2, null]);
  expect(cells[5]).toBeNull();
});

test("an extreme comes with the infinities that it passes over", async () => {
  const { world, attempt } = oneRun();
  append(world, attempt.attemptId, "a", [
    [1, 2],
    [2, Number.POSITIVE_INFINITY],
    [3, Number.POSITIVE_INFINITY],
  ]);
  append(world, attempt.attemptId, "b", [[1, 2]]);
  const [infinite, finite] = (await cellsOf(world, ["metric:a:max", "metric:b:max"])) as MetricCell[];
  expect(infinite).toMatchObject({ value: 2, nonFinite: { nan: 0, posInf: 2, negInf: 0 } });
  expect(finite).toMatchObject({ value: 2, nonFinite: null });
});

test("one metric on two axes is two columns", async () => {
  const { world, attempt } = oneRun();
  append(world, attempt.attemptId, "loss", [[1, 10]]);
  append(world, attempt.attemptId, "loss", [[1e6, 20]], "tokens");
  expect(
    values(await cellsOf(world, ["metric:loss:last", "metric@tokens:loss:last", "metric@tokens:loss:at"])),
  ).toEqual([10, 20, 1e6]);
});

/** A run whose first attempt failed, and its second one. */
function twoAttempts(...before: ((world: World, attempt: ReturnType<typeof oneRun>["attempt"]) => void)[]) {
  const { world, attempt } = oneRun();
  for (const act of before) act(world, attempt);
  attempt.finish({ code: 1, reason: "error" });
  const first = selectAttempt(world.ctx.db, attempt.attemptId);
  if (!first) throw new Error("no attempt");
  const second = { ...first, id: "att_second", n: 2, tokenHash: "other" };
  insertAttempt(world.ctx.db, second);
  return { world, second };
}

test("the latest attempt counts", async () => {
  const { world, second } = twoAttempts((w, { attemptId }) => append(w, attemptId, "m", [[5, 1]]));
  append(world, second.id, "m", [[2, 7]]);
  expect(values(await cellsOf(world, ["metric:m:last", "metric:m:at"]))).toEqual([7, 2]);
  const sorted = await runTable(
    world.ctx,
    RunTableInput.parse({ where: [{ column: "metric:m:last", op: "eq", value: "7" }] }),
  );
  expect(sorted.runs).toBe(1);
  expect((sorted.entries[0] as RunEntry).run.attempt).toBe(2);
});

test("a cell of a run with several attempts says which it is of, also where that one has sent nothing", async () => {
  const { world, second } = twoAttempts((w, { attemptId }) => {
    append(w, attemptId, "m", [[7, 99]]);
    append(w, attemptId, "only/first", [[1, 10.6]]);
  });
  append(world, second.id, "m", [[150, -7.35]]);
  const cells = (await cellsOf(world, ["metric:m:max", "metric:only/first:last"])) as MetricCell[];
  expect(cells).toMatchObject([
    { value: -7.35, n: 1, attempt: 2 },
    { value: null, n: 0, attempt: 2 },
  ]);
  expect((await runTable(world.ctx, RunTableInput.parse({}))).resumed).toBe(1);
  const once = oneRun();
  append(once.world, once.attempt.attemptId, "m", [[1, 1]]);
  expect(await cellsOf(once.world, ["metric:m:max", "metric:x:max"])).toMatchObject([
    { value: 1, attempt: null },
    null,
  ]);
});

test("what only an earlier attempt was evaluated at is no value, as in every order and mean", async () => {
  const hashes = problemHashes(20);
  const events = [populationEvent(hashes), evaluationEvent(hashes, 5)];
  const { world } = twoAttempts((_, attempt) => {
    attempt.send(...events);
  });
  const [cell] = await cellsOf(world, ["metric:eval/rr_at_5:last"]);
  expect(cell).toMatchObject({ value: null, n: 0, share: null, attempt: 2 });
  const having = { column: "metric:eval/rr_at_5:last", op: "set", value: "" } as const;
  expect((await runTable(world.ctx, RunTableInput.parse({ where: [having] }))).runs).toBe(0);
  const once = oneRun();
  once.attempt.send(...events);
  const [own] = await cellsOf(once.world, ["metric:eval/rr_at_5:last"]);
  expect(own).toMatchObject({ value: 0.25, share: { hits: 5, n: 20 }, attempt: null });
});

test("an order reads of an evaluation without points what its cells show: the latest one, each share by its own rule", async () => {
  const { world, attempt } = oneRun();
  const hashes = problemHashes(20);
  // Of 20 problems 4 are solved at step 5, 6 at step 6; clean is known of 16, 2 of which are.
  const event = evaluationEvent(hashes, 0) as EvaluationEvent;
  const rows = event.rows.map((row, i) => ({
    ...row,
    solved: i < 10,
    steps: i < 4 ? 5 : 6,
    clean: i < 4 ? null : i < 6,
  }));
  const early = evaluationEvent(hashes, 19, { step: 10, key: "early", final: false });
  attempt.send(populationEvent(hashes), { ...event, rows }, early);
  for (const [metric, share] of [
    ["eval/rr", 10 / 20],
    ["eval/rr_at_5", 4 / 20],
    ["eval/clean", 2 / 16],
  ] as const) {
    const column = `metric:${metric}:last`;
    expect(values(await cellsOf(world, [column]))).toEqual([share]);
    const fits = async (of: string, value: number) =>
      (
        await runTable(
          world.ctx,
          RunTableInput.parse({ where: [{ column: of, op: "eq", value: String(value) }] }),
        )
      ).runs;
    expect([metric, await fits(column, share)]).toEqual([metric, 1]);
    expect(await fits(`metric:${metric}:max`, share)).toBe(0);
  }
});

test("a share of problems stands with their interval where the evaluation is the one the number is of", async () => {
  const { world, attempt } = oneRun();
  const hashes = problemHashes(20);
  attempt.send(
    populationEvent(hashes),
    evaluationEvent(hashes, 5),
    evaluationEvent(hashes, 19, { step: 10, key: "early", final: false }),
  );
  const [alone] = (await cellsOf(world, ["metric:eval/rr_at_5:last"])) as MetricCell[];
  expect(alone).toMatchObject({ value: 0.25, share: { hits: 5, n: 20 } });
  append(world, attempt.attemptId, "eval/rr_at_5", [[40, 0.25]]);
  const [same] = (await cellsOf(world, ["metric:eval/rr_at_5:last"])) as MetricCell[];
  expect(same.share?.low).toBeCloseTo(0.1119, 4);
  append(world, attempt.attemptId, "eval/rr", [[40, 0.9]]);
  const [other] = (await cellsOf(world, ["metric:eval/rr:last"])) as MetricCell[];
  expect(other).toMatchObject({ value: 0.9, share: null });
});

test("columns are found by a part of their name, with how many of the runs in view have them, as runs come and go", async () => {
  const world = makeWorld();
  const worker = joinWorker(world, { slots: 9 });
  launch(world, { seeds: [0, 1, 2] });
  const [first, second] = [startNext(world, worker), startNext(world, worker)];
  append(world, first.attemptId, "Loss/Top", [[1, 1]]);
  append(world, second.attemptId, "Loss/Top", [[1, 1]]);
  append(world, second.attemptId, "Loss/Top", [[1, 1]], "tokens");
  const find = async (text: string, more = {}) =>
    (
      await runColumns(world.ctx, RunColumnsInput.parse({ find: text, kinds: ["metric"], ...more }))
    ).columns.map(({ id, runs }) => [id, runs]);
  expect(await find("TOP")).toEqual([
    ["metric:Loss/Top", 2],
    ["metric@tokens:Loss/Top", 1],
  ]);
  append(world, first.attemptId, "loss/later", [[1, 1]]);
  expect(await find("later")).toEqual([["metric:loss/later", 1]]);
  expect(
    await find("loss", { where: [{ column: "metric@tokens:Loss/Top:last", op: "set", value: "" }] }),
  ).toEqual([
    ["metric:Loss/Top", 1],
    ["metric@tokens:Loss/Top", 1],
  ]);
  const answer = await runColumns(world.ctx, RunColumnsInput.parse({ limit: 2 }));
  expect([answer.columns.length, answer.runs]).toEqual([2, 3]);
  expect(answer.found).toBeGreaterThan(10);
  expect(answer.columns[0]).toMatchObject({ kind: "metric", title: "Loss/Top" });
  const params = await runColumns(world.ctx, RunColumnsInput.parse({ kinds: ["param"], find: "group_size" }));
  expect(params.columns).toMatchObject([{ id: "param:group_size", runs: 3 }]);
});

test("a value at an x says how many share it, a mean and one that is alone do not", async () => {
  const { world, attempt } = oneRun();
  append(world, attempt.attemptId, "seen/often", [
    [1, 9],
    [2, 4],
    [2, 6],
    [2, 5],
  ]);
  const cells = await cellsOf(
    world,
    ["last", "max", "min", "mean"].map((one) => `metric:seen/often:${one}`),
  );
  expect(values(cells)).toEqual([5, 9, 4, 6]);
  expect(cells.map((cell) => (cell as MetricCell).sharedX)).toEqual([3, undefined, 3, undefined]);
});
