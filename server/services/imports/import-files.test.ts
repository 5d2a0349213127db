import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "#db/copies/testing.ts";
import { FULL_COLUMNS, fullResult, writeFullResultsDb } from "#db/foreign/testing.ts";
import { pointStore } from "#db/points/open-point-store.ts";
import { evaluationDiagnosis } from "../../../packs/repair/services/diagnosis.ts";
import { listEvaluations } from "../evaluations/list.ts";
import { getRun } from "../runs/get.ts";
import { makeWorld, type World } from "../testing.ts";
import { ListEvaluationsInput } from "../../contracts/evaluation.ts";
import { isImported } from "../watching/imported.ts";
import { importFiles } from "./import-files.ts";
import { discardFiles } from "./stage.ts";
import { bring, sendFiles, tablesOf } from "./testing.ts";
import { listImports } from "./list.ts";
import { undoImport } from "./undo.ts";

const tables = ({ ctx }: World) => tablesOf(ctx.db);

const evaluationsOf = ({ ctx }: World) => listEvaluations(ctx, ListEvaluationsInput.parse({})).rows;

function database(rows: Record<string, unknown>[], model = "m"): Uint8Array {
  const path = join(freshFolder(), "results.db");
  writeFullResultsDb(
    path,
    rows.map((row, i) => fullResult({ model_name: model, ...row }, i)),
  );
  return readFileSync(path);
}

const CONFIG = { name: "config.yaml", bytes: "dataset: data/benchmarks/hard\ntemperature: 0.0\n" };
const TWO = [
  { problem_id: "lp_typeA_001", success: 1, steps: 3, diagnosed_constraints: '["c1","c1","x"]' },
  { problem_id: "lp_typeD_002", success: 0, steps: 20, final_status: "INFEASIBLE" },
];

test("a results.db becomes a run with an evaluation by problem, at the times of its source", async () => {
  const world = makeWorld();
  const answer = await bring(world, [{ name: "results.db", bytes: database(TWO) }, CONFIG]);
  expect(answer.runs).toMatchObject([
    { name: "m", outcome: "new", evaluations: [{ benchmark: "hard", n: 2, solved: 1 }] },
  ]);
  const [{ runId }] = answer.runs;
  const { row } = getRun(world.ctx, runId ?? "");
  expect(row).toMatchObject({
    state: "finished",
    startedAt: Date.parse("2026-01-14T07:00:00Z") - 2000,
    endedAt: Date.parse("2026-01-14T07:00:01Z"),
  });
  const [evaluation] = evaluationsOf(world);
  const diagnosis = evaluationDiagnosis(world.ctx, {
    id: evaluation.id,
    da: "da.iis_dup_micro",
    counts: "repair",
  });
  // Two names of the first problem hit its conflict of two; the second names none of two.
  expect(diagnosis.chosen.value).toBe(0.5);
});

test("what was imported has happened before: nobody is told of its end", async () => {
  const world = makeWorld();
  const [{ runId }] = (await bring(world, [{ name: "results.db", bytes: database(TWO) }, CONFIG])).runs;
  expect(isImported(world.ctx, runId ?? "")).toBe(true);
});

test("twice changes nothing, wherever the file lies, and what was appended is updated", async () => {
  const world = makeWorld();
  await bring(world, [{ name: "results.db", bytes: database(TWO) }, CONFIG]);
  const before = tables(world);
  const again = await bring(
    world,
    [
      { name: "elsewhere/results.db", bytes: database(TWO) },
      { ...CONFIG, name: "elsewhere/config.yaml" },
    ],
    { experiment: "other" },
  );
  expect(again.runs.map(({ outcome }) => outcome)).toEqual(["unchanged"]);
  expect(again.importId).toBeNull();
  expect(tables(world)).toEqual(before);
  const more = [...TWO, { problem_id: "lp_typeD_003", success: 1, steps: 1 }];
  const grown = await bring(world, [{ name: "results.db", bytes: database(more) }, CONFIG]);
  expect(grown.runs).toMatchObject([
    { outcome: "updated", runId: again.runs[0].runId, evaluations: [{ n: 3, solved: 2 }] },
  ]);
  expect(evaluationsOf(world)).toHaveLength(1);
});

test("a preview says what the import says, and stores nothing", async () => {
  const world = makeWorld();
  const empty = tables(world);
  const files = [{ name: "results.db", bytes: database(TWO) }, CONFIG];
  const preview = await bring(world, files, { commit: false });
  expect(tables(world)).toEqual(empty);
  const done = await bring(world, files);
  expect({
    ...done,
    committed: false,
    importId: null,
    runs: done.runs.map((run) => ({ ...run, runId: null })),
  }).toEqual(preview);
});

test.each([
  ["steps", { steps: 2.5 }, "row 2, column steps"],
  ["success", { success: "yes" }, "row 2, column success"],
  ["diagnosed_constraints", { diagnosed_constraints: "[1]" }, "row 2, column diagnosed_constraints"],
  ["timestamp", { timestamp: "yesterday" }, "row 2, column timestamp"],
  ["problem_id", { problem_id: null }, "row 2, column problem_id"],
  ["a problem that stands there twice", { problem_id: "lp_typeA_001" }, "row 2, column problem_id"],
])("a file with a broken %s imports nothing and names the place", async (_what, broken, place) => {
  const world = makeWorld();
  const empty = tables(world);
  const good = { name: "good.db", bytes: database(TWO) };
  const bad = { name: "bad.db", bytes: database([TWO[0], { ...TWO[1], ...broken }], "other") };
  await expect(bring(world, [good, bad])).rejects.toThrow(`bad.db, table evaluation_results, ${place}`);
  expect(tables(world)).toEqual(empty);
});

test("an import is undone with everything it made", async () => {
  const world = makeWorld();
  await bring(world, [{ name: "other.db", bytes: database(TWO, "other") }, CONFIG], { experiment: "stays" });
  const before = tables(world);
  const { importId } = await bring(world, [{ name: "results.db", bytes: database(TWO) }, CONFIG]);
  expect(await undoImport(world.ctx, { id: importId ?? "" })).toMatchObject({ deleted: 1, stays: [] });
  const after = tables(world);
  for (const name of ["runs", "evaluations", "evaluation_rows", "experiments", "imported_runs"])
    expect(after[name], name).toEqual(before[name]);
  expect(listImports(world.ctx).map(({ undoneAt }) => undoneAt !== null)).toEqual([true, false]);
  expect(world.ctx.db.$client.pragma("foreign_key_check")).toEqual([]);
});

test("an evaluation as JSON goes on where its part ended, and has no start where none is written", async () => {
  const world = makeWorld();
  const episode = (i: number) => ({
    problem_id: `lp_typeA_${i}`,
    success: true,
    steps: 9,
    success_at_step: i,
    diagnosed_constraints: [],
    ground_truth_iis: ["a"],
    wall_clock_seconds: 2 + i,
  });
  const told = { model_name: "sft", dataset: "data/benchmarks/full" };
  const part = await bring(world, [
    { name: "x.partial.json", bytes: JSON.stringify({ ...told, results: [episode(1)] }) },
  ]);
  expect(getRun(world.ctx, part.runs[0].runId ?? "").row).toMatchObject({
    state: "killed",
    startedAt: null,
    endedAt: null,
  });
  const summary = { n_episodes: 2 };
  const whole = await bring(world, [
    { name: "x.json", bytes: JSON.stringify({ ...told, summary, results: [episode(1), episode(6)] }) },
  ]);
  expect(whole.runs).toMatchObject([
    { outcome: "updated", runId: part.runs[0].runId, evaluations: [{ n: 2 }] },
  ]);
  expect(getRun(world.ctx, whole.runs[0].runId ?? "").row.state).toBe("finished");
  // RR@5 counts the step of success.
  expect(evaluationsOf(world)[0]).toMatchObject({ n: 2 });
});

test("metrics of several runs in one file are told apart where the iteration begins anew", async () => {
  const world = makeWorld();
  const line = (iteration: number, at: string, passed: number) =>
    JSON.stringify({
      iteration,
      timestamp: at,
      val: { overall: { passed, total: 8, accuracy: passed * 12.5 } },
    });
  const bytes = [
    line(0, "2025-12-04T18:00:00", 4),
    line(1, "2025-12-04T18:10:00", 8),
    line(0, "2025-12-05T18:00:00", 2),
  ].join("\n");
  const answer = await bring(world, [{ name: "02/metrics.jsonl", bytes }], { utcOffsetMinutes: 60 });
  expect(answer.runs.map(({ name, points, startedAt }) => [name, points, startedAt])).toEqual([
    ["02 1", 2, Date.parse("2025-12-04T17:00:00Z")],
    ["02 2", 1, Date.parse("2025-12-05T17:00:00Z")],
  ]);
  await expect(bring(world, [{ name: "metrics.jsonl", bytes: `${bytes}\n{"iteration": 1` }])).rejects.toThrow(
    "line 4",
  );
});

const REAL = join(process.env.ABLAB_TEST_DATA ?? "", "LLM-for-OR", "outputs");
const HAS_REAL = process.env.ABLAB_TEST_DATA !== undefined && existsSync(REAL);
if (!HAS_REAL)
  console.info("Real results are not looked at: ABLAB_TEST_DATA names no folder with LLM-for-OR.");

test.skipIf(!HAS_REAL)("real results come in with the figures that were recomputed from them", async () => {
  const world = makeWorld();
  const read = (name: string) => ({ name, bytes: readFileSync(join(REAL, name)) });
  const folder = "experiments/2026-01-14/test_sqlite";
  const files = [
    `${folder}/results.db`,
    `${folder}/config.yaml`,
    `${folder}/results.json`,
    "sft_eval_200.json",
  ];
  const answer = await bring(world, files.map(read));
  expect(answer.runs.map(({ evaluations }) => evaluations.map(({ n, solved }) => [n, solved]))).toEqual([
    [[5, 5]],
    [[200, 200]],
  ]);
  const evaluations = evaluationsOf(world);
  const long = evaluations.find(({ n }) => n === 200);
  const da = (id: "da.iis_set_micro" | "da.iis_dup_micro") =>
    evaluationDiagnosis(world.ctx, { id: long?.id ?? "", da: id, counts: "repair" }).chosen.value;
  expect(da("da.iis_set_micro")).toBeCloseTo(0.605, 3);
  expect(da("da.iis_dup_micro")).toBeCloseTo(0.8004, 4);
});

test("an export beside its database says nothing twice", async () => {
  const world = makeWorld();
  const rows = TWO.map((row, i) => fullResult({ model_name: "m", ...row }, i));
  const exported = JSON.stringify({
    models: {
      m: {
        summary: {},
        per_problem_results: rows.map((row) =>
          Object.fromEntries(FULL_COLUMNS.map((name) => [name, row[name] ?? null])),
        ),
      },
    },
  });
  const answer = await bring(world, [
    { name: "results.db", bytes: database(TWO) },
    { name: "results.json", bytes: exported },
    CONFIG,
  ]);
  expect(answer.runs).toHaveLength(1);
});

test("a CSV file is a run for each seed, and what cannot be told is asked before it is stored", async () => {
  const world = makeWorld();
  const log = { name: "ablation.csv", bytes: "run;seed;step;loss;val_acc\nA;0;0;0,75;40\nA;1;0;0,8;42\n" };
  const preview = await bring(world, [log], { commit: false });
  expect(preview).toMatchObject({ runs: [{ name: "A-s0" }, { name: "A-s1" }], tables: [{ rows: 2 }] });
  expect(preview.tables[0].questions).toHaveLength(1);
  await expect(bring(world, [log])).rejects.toThrow("val_acc");
  const mapping = { percent: ["val_acc"] };
  const { runs } = await bring(world, [log], { mapping });
  expect(runs).toMatchObject([{ outcome: "new" }, { outcome: "new" }]);
  expect((await bring(world, [log], { mapping })).runs).toMatchObject([
    { outcome: "unchanged" },
    { outcome: "unchanged" },
  ]);
  expect(getRun(world.ctx, runs[1].runId ?? "").row).toMatchObject({ seed: 1 });
});

test("what was refused is asked again with another answer, and what is discarded is gone", async () => {
  const world = makeWorld();
  const stagingId = sendFiles(world, [{ name: "a.csv", bytes: "step,val_acc\n0,40\n" }]);
  const asked = { stagingId, experiment: "x" };
  await expect(importFiles(world.ctx, { ...asked, commit: true })).rejects.toThrow("val_acc");
  const mapping = { plain: ["val_acc"] };
  expect((await importFiles(world.ctx, { ...asked, mapping, commit: false })).runs).toHaveLength(1);
  expect(discardFiles(world.ctx, { stagingId })).toEqual({ found: true });
  await expect(importFiles(world.ctx, { ...asked, mapping, commit: true })).rejects.toThrow("an hour");
});

test("runs of a CSV that differ in their name alone are configurations, and each seed of each counts", async () => {
  const world = makeWorld();
  const rows = ["a,0", "a,1", "b,0", "b,1"].map((run) => `${run},1,0.5`);
  await bring(world, [{ name: "log.csv", bytes: ["run,seed,step,loss", ...rows].join("\n") }]);
  const cells = world.ctx.db.$client.prepare("select count(distinct seed) as seeds from runs group by cell");
  expect(cells.all()).toEqual([{ seeds: 2 }, { seeds: 2 }]);
});

test("a value that changed in the middle of a file takes the place of what it was, and the run stays", async () => {
  const world = makeWorld();
  const log = (second: number) => [
    { name: "a.jsonl", bytes: [1, second, 3].map((loss, step) => JSON.stringify({ step, loss })).join("\n") },
  ];
  const [{ runId }] = (await bring(world, log(2))).runs;
  const first = tables(world).runs as { id: string; name: string }[];
  const changed = await bring(world, log(9));
  expect(changed.runs).toMatchObject([{ outcome: "updated", runId, points: 3 }]);
  expect((tables(world).runs as { id: string }[]).map(({ id }) => id)).toEqual(first.map(({ id }) => id));
  const attempts = getRun(world.ctx, runId ?? "").attempts.map(({ id }) => id);
  const store = pointStore(world.ctx.db);
  const values = store
    .series(attempts, ["loss"])
    .flatMap(({ id }) => [...store.rows(id, { from: null, to: null })]);
  expect(values.flatMap(({ value }) => [...value])).toEqual([1, 9, 3]);
  expect((await bring(world, log(9))).runs).toMatchObject([{ outcome: "unchanged" }]);
  expect(await undoImport(world.ctx, { id: changed.importId ?? "" })).toMatchObject({
    deleted: 0,
    stays: ["a"],
  });
});
