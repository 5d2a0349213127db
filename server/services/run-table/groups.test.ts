import { beforeAll, expect, test } from "vitest";
import { makeManyRuns, type ManyRunsWorld } from "#db/testing/many-runs.ts";
import { manyRunsValue } from "#db/testing/many-series.ts";
import { selectRunsByIds, type RunRecord } from "#db/queries/runs.ts";
import type { GroupedRunRow } from "#db/queries/run-table/run-table.ts";
import { isTrainingReward } from "../../../workers/protocol/metrics/metric-kinds.ts";
import { RunTableInput, type GroupEntry, type NonFinite, type RunTable } from "../../contracts/run-table.ts";
import type { MetricColumn } from "../../contracts/run-table-columns.ts";
import {
  evaluationEvent,
  joinWorker,
  launch,
  makeWorld,
  pointsEvents,
  populationEvent,
  problemHashes,
  startNext,
} from "../testing.ts";
import { runTable, runTableCells } from "./table.ts";
import { groupCell } from "./groups.ts";
import { identity, value, way } from "../../checks/testing.ts";

const NONE_ODD = new Map<string, NonFinite>();

const SEED = 3;
const world = makeWorld();
let many: ManyRunsWorld;
let runs: RunRecord[];

beforeAll(() => {
  many = makeManyRuns(world.ctx.db, { runs: 60, metrics: 45, seed: SEED });
  const byId = new Map(selectRunsByIds(world.ctx.db, many.runIds).map((run) => [run.id, run]));
  runs = many.runIds.map((id) => byId.get(id) as RunRecord);
});

const ask = (view: Partial<RunTableInput>) =>
  runTable(world.ctx, RunTableInput.parse({ limit: 200, ...view }));
const heads = ({ entries }: RunTable) => entries.filter((e): e is GroupEntry => e.kind === "group");
const valueOf = (i: number, metric: string) => manyRunsValue(i, many.metrics.indexOf(metric), SEED);

test("every run is in one group; a head says how many runs, seeds and configurations and which states", async () => {
  const answer = await ask({ group: "experiment" });
  expect([answer.groups, answer.length, answer.runs]).toEqual([4, 4, 60]);
  const [newest] = heads(answer);
  expect(newest).toMatchObject({
    title: "Question 3",
    runs: 15,
    seeds: [0, 1, 2],
    configurations: 5,
    open: false,
  });
  expect(Object.values(newest.states).reduce((a, b) => a + b, 0)).toBe(15);
  expect(newest.shared).toMatchObject({
    experiment: "Question 3",
    label: null,
    reward: null,
    recipe: runs[59].recipe,
  });
});

test("an open group shows its runs under its head, and is found again by the key that the address holds", async () => {
  const [, second] = heads(await ask({ group: "experiment" }));
  const answer = await ask({ group: "experiment", open: [second.key] });
  expect(answer.length).toBe(4 + 15);
  const kinds = answer.entries.map((e) => e.kind);
  expect(kinds).toEqual(["group", "group", ...Array.from({ length: 15 }, () => "run"), "group", "group"]);
  expect(
    answer.entries
      .filter((e) => e.kind === "run")
      .every((e) => e.inGroup && e.run.experiment === "Question 2"),
  ).toBe(true);
});

test.each([
  ["label", 20],
  ["recipe", 3],
  ["seed", 3],
  ["reward", 3],
  ["worker", 3],
  ["param:learning_rate", 3],
  ["param:clip", 2],
  ["param:optimizer", 2],
  [`param:note "a.b" 😀`, 3],
  ["param:nobody has it", 1],
])("runs are put together by %s", async (group, n) => {
  const answer = await ask({ group });
  expect([answer.groups, heads(answer).reduce((sum, head) => sum + head.runs, 0)]).toEqual([n, 60]);
  expect(new Set(heads(answer).map((head) => head.key)).size).toBe(n);
});

test("groups without the parameter say so, and 3, true and words are groups of their own", async () => {
  const titles = heads(await ask({ group: `param:note "a.b" 😀` })).map((head) => head.title);
  expect(titles.sort()).toEqual([`no note "a.b" 😀`, `note "a.b" 😀 "yes"`, `note "a.b" 😀 3`]);
});

test("a head gives the mean of the finite values of its runs, with how many", async () => {
  const metric = "optim/grad_norm";
  for (const [i, head] of heads(
    await ask({ group: "experiment", columns: [`metric:${metric}:last`] }),
  ).entries()) {
    const members = runs.map((_, r) => r).filter((r) => Math.floor(r / 15) === 3 - i);
    const finite = members
      .map((r) => valueOf(r, metric))
      .filter((v) => v !== undefined && Number.isFinite(v)) as number[];
    const [cell] = head.cells;
    if (cell?.kind !== "group") throw new Error("no group cell");
    expect([cell.n, cell.of]).toEqual([finite.length, 15]);
    expect(cell.mean).toBeCloseTo(finite.reduce((a, b) => a + b, 0) / finite.length, 12);
    expect([cell.low, cell.high]).toEqual([null, null]);
    expect(cell.method).toContain("5 configurations, no interval");
  }
});

test("groups are ordered by their mean; cells asked for later are those of the same groups", async () => {
  const sort = [{ column: "metric:optim/grad_norm:last", direction: "desc" as const }];
  const answer = await ask({ group: "label", sort, columns: ["metric:optim/grad_norm:last"] });
  const means = heads(answer).map(({ cells: [cell] }) => (cell?.kind === "group" ? cell.mean : null));
  const known = means.filter((mean) => mean !== null);
  expect(known.length).toBeGreaterThan(10);
  expect(means).toEqual([...known.toSorted((a, b) => b - a), ...means.filter((mean) => mean === null)]);
  const later = await runTableCells(
    world.ctx,
    RunTableInput.parse({ group: "label", sort, columns: ["metric:optim/grad_norm:last"], limit: 200 }),
  );
  expect(heads(answer).map((head) => later.cells[head.key][0])).toEqual(
    heads(answer).map((head) => head.cells[0]),
  );
});

test("a group that mixes reward functions has no mean of a training reward, and stands unranked at the end", async () => {
  const column = "metric:reward/raw:last";
  const mixed = await ask({
    group: "experiment",
    columns: [column, "metric:reward/raw:n"],
    sort: [{ column, direction: "desc" }],
  });
  for (const head of heads(mixed)) {
    expect(head.cells[0]).toMatchObject({ mean: null, refused: "mixed reward functions" });
    expect(head.cells[1]).toMatchObject({ refused: null, mean: 1 });
  }
  const pure = await ask({ group: "label", columns: [column], sort: [{ column, direction: "desc" }] });
  expect(heads(pure).every(({ cells: [cell] }) => cell?.kind === "group" && cell.refused === null)).toBe(
    true,
  );
  expect(pure.entries.filter((entry) => entry.kind === "part")).toHaveLength(3);
});

const column: MetricColumn = { kind: "metric", metric: "some/metric", axis: "step", reducer: "last" };
const member = (seed: number, cell = "c", rewardHash = "r"): GroupedRunRow =>
  ({ attemptId: `a${cell}${seed}`, attempt: 1, seed, cell, rewardHash }) as GroupedRunRow;
const valuesOf = (members: GroupedRunRow[], values: number[]) =>
  new Map(values.map((value, i) => [members[i].attemptId as string, value]));

test("from three seeds of one configuration on the mean has its t interval", () => {
  const three = [member(0), member(1), member(2)];
  const cell = groupCell(column, three, valuesOf(three, [1, 2, 3]), NONE_ODD, null);
  // Student's t with 2 degrees of freedom: 4.302653 * 1 / sqrt(3).
  expect(cell).toMatchObject({ mean: 2, n: 3, of: 3 });
  expect(cell.low).toBeCloseTo(2 - 2.484138, 5);
  expect(cell.high).toBeCloseTo(2 + 2.484138, 5);
  expect(cell.method).toContain("over seeds");
});

test("a mean says of how many of its values only the latest attempt counts", () => {
  const three = [member(0), { ...member(1), attempt: 2 }, { ...member(2), attempt: 3 }];
  expect(groupCell(column, three, valuesOf(three, [1, 2, 3]), NONE_ODD, null).resumed).toBe(2);
  expect(groupCell(column, three, valuesOf(three, [1, 2]), NONE_ODD, null).resumed).toBe(1);
});

test.each([
  ["two seeds", [member(0), member(1)], [1, 2], "2 seeds, no interval"],
  [
    "three seeds of which one has no value",
    [member(0), member(1), member(2)],
    [1, 2],
    "2 seeds, no interval",
  ],
  ["two configurations", [member(0), member(1), member(2, "d")], [1, 2, 3], "2 configurations, no interval"],
  [
    "a seed twice",
    [member(0), { ...member(1), attemptId: "again" }, member(1), member(2)],
    [1, 2, 3, 4],
    "a seed counts twice",
  ],
])("%s: no interval, and the reason", (_, members, values, why) => {
  const cell = groupCell(column, members, valuesOf(members, values), NONE_ODD, null);
  expect([cell.low, cell.high]).toEqual([null, null]);
  expect(cell.mean).toBeCloseTo(values.reduce((a, b) => a + b, 0) / values.length, 12);
  expect(cell.method).toContain(why);
});

test("no finite value at all is no mean, not zero", () => {
  expect(groupCell(column, [member(0)], new Map(), NONE_ODD, null)).toMatchObject({
    mean: null,
    n: 0,
    of: 1,
    method: "no finite value",
  });
});

const evaluated: MetricColumn = { ...column, metric: "eval/rr_at_5" };

test("runs measured on different problems, or by different protocols, have no mean of an evaluation", () => {
  const three = [member(0), member(1), member(2)];
  const cellOf = (of: MetricColumn, ...ways: string[]) =>
    groupCell(of, three, valuesOf(three, [0.1, 0.2, 0.3]), NONE_ODD, ({ attemptId }) => {
      const problems = ways[three.findIndex((run) => run.attemptId === attemptId)];
      return value({ ways: problems === undefined ? [] : [way({ problems })] });
    });
  expect(cellOf(evaluated, "p1 greedy", "p2 greedy")).toMatchObject({
    mean: null,
    low: null,
    refused: "mixed evaluations",
  });
  const unknown = /on which problems is not on record$/;
  const known = cellOf(evaluated, "p1 greedy", "p1 greedy", "p1 greedy");
  expect(known.mean).toBeCloseTo(0.2, 12);
  expect(known.method).not.toMatch(unknown);
  expect(cellOf(evaluated).mean).toBeCloseTo(0.2, 12);
  expect(cellOf(evaluated).method).toMatch(unknown);
  expect(cellOf(evaluated, "p1 greedy")).toMatchObject({
    refused: "mixed evaluations",
    method: "of 3 runs 2 have no evaluation on record: a mean over them says nothing",
  });
});

test("where a mean is refused nothing is said of the points that it would pass over", () => {
  const two = [member(0, "c", "r1"), member(1, "c", "r2")];
  const odd = new Map([[two[0].attemptId as string, { nan: 3, posInf: 0, negInf: 0 }]]);
  const max = (metric: string) =>
    groupCell({ ...column, metric, reducer: "max" }, two, valuesOf(two, [1, 2]), odd, ({ rewardHash }) =>
      value({ reward: { raw: identity(rewardHash), shaped: identity(rewardHash) } }),
    );
  expect(max("reward/raw")).toMatchObject({ refused: "mixed reward functions", nonFinite: null });
  expect(max("some/metric")).toMatchObject({ refused: null, nonFinite: { nan: 1 } });
});

test("the x of a best value passes points over as the value does", async () => {
  const lone = makeWorld();
  const { runIds, metrics } = makeManyRuns(lone.ctx.db, { runs: 30, metrics: 45, seed: SEED });
  const odd = metrics.find(
    (metric) =>
      !isTrainingReward(metric) &&
      runIds.some((_, i) => Number.isNaN(manyRunsValue(i, metrics.indexOf(metric), SEED) ?? 0)),
  );
  const answer = await runTable(
    lone.ctx,
    RunTableInput.parse({
      group: "experiment",
      columns: [`metric:${odd}:max`, `metric:${odd}:best_at`, `metric:${odd}:n`],
    }),
  );
  const kinds = heads(answer).map(({ cells }) =>
    cells.map((c) => (c?.kind === "group" ? c.nonFinite : null)),
  );
  expect(kinds.some(([max]) => max !== null)).toBe(true);
  for (const [max, bestAt, n] of kinds) {
    expect(bestAt).toEqual(max);
    expect(n).toBeNull();
  }
});

test.each([
  ["the same protocol", 20, null],
  ["another protocol", 30, "mixed evaluations"],
])("runs measured on the same problems by %s", async (_, maxSteps, refused) => {
  const measured = makeWorld();
  launch(measured, { seeds: [0, 1] });
  const worker = joinWorker(measured);
  const hashes = problemHashes(20);
  for (const steps of [20, maxSteps]) {
    const attempt = startNext(measured, worker);
    attempt.send(
      populationEvent(hashes),
      evaluationEvent(hashes, 5, { maxSteps: steps, step: 3 }),
      ...pointsEvents({ "eval/rr_at_5": 0.25 }, 3),
    );
    attempt.finish();
  }
  const rr = "metric:eval/rr_at_5:last";
  const answer = await runTable(
    measured.ctx,
    RunTableInput.parse({ group: "recipe", columns: [rr], sort: [{ column: rr, direction: "desc" }] }),
  );
  const [head] = heads(answer);
  expect(head.cells[0]).toMatchObject({ n: 2, mean: refused === null ? 0.25 : null, refused });
  expect(head.problems).toEqual({ n: 20, runs: 2 });
  expect(answer.notes.some((note) => note.includes("are not ranked."))).toBe(refused !== null);
});
