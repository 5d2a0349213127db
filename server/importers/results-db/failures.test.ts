import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "#db/copies/testing.ts";
import { RESULT_COLUMNS, type StoredResult } from "#db/foreign/read-results.ts";
import { writeResultsDb } from "#db/foreign/testing.ts";
import { failuresOfFile, failuresOfResults, failuresOfSent } from "./failures.ts";

const LIMITS = { maxSteps: 20, slowOver: 5 };

/** The one failure on record of LLM-for-OR, in data/training of that repository; other rows differ from it. */
const RECORDED: StoredResult = {
  model_name: "sft",
  problem_id: "mip_typeD_3862",
  success: 0,
  final_status: "INFEASIBLE",
  steps: 7,
  diagnosed_constraints: '["c7", "c7", "_saboteur_conflict_c7"]',
  ground_truth_iis: '["_saboteur_conflict_c7"]',
};
const row = (over: Partial<StoredResult> = {}): StoredResult => ({ ...RECORDED, ...over });
const solved = (steps: number, over: Partial<StoredResult> = {}) =>
  row({ success: 1, final_status: "OPTIMAL", steps, ...over });

test("rows are told apart as the recipe tells episodes apart, model by model", () => {
  const { models, rows, skipped } = failuresOfResults(
    [
      row(),
      row({ problem_id: "lp_typeA_001", steps: 20 }),
      row({ problem_id: "lp_typeA_002", diagnosed_constraints: "[]" }),
      row({ problem_id: "lp_typeA_003", diagnosed_constraints: '["_saboteur_conflict_c7"]' }),
      row({ problem_id: "lp_typeA_004", final_status: "ERROR" }),
      solved(6, { problem_id: "lp_typeD_005" }),
      solved(5, { problem_id: "lp_typeD_006" }),
      solved(2, { model_name: "base" }),
    ],
    LIMITS,
  );
  expect([rows, skipped]).toEqual([8, []]);
  expect(models.map(({ model, n, meanSteps }) => [model, n, meanSteps])).toEqual([
    ["sft", 7, (7 + 20 + 7 + 7 + 7 + 6) / 6],
    ["base", 1, null],
  ]);
  const [sft, base] = models;
  expect(sft.kinds.map(({ kind, count }) => `${kind} ${count}`)).toEqual([
    "timeout 1",
    "wrong_diagnosis 1",
    "partial_diagnosis 1",
    "wrong_fix 1",
    "other 1",
    "slow 1",
  ]);
  expect(sft.byType).toMatchObject([
    { name: "A", n: 4, failed: 4, slow: 0 },
    { name: "D", n: 3, failed: 1, slow: 1 },
  ]);
  expect(sft.cases[0]).toEqual({ key: "mip_typeD_3862", type: "D", kind: "partial_diagnosis", steps: 7 });
  expect([base.conflict, sft.conflict]).toEqual([null, { n: 6, least: 1, mean: 1, most: 1 }]);
});

test.each([
  [{ success: null }, "success is null, not 0 or 1"],
  [{ steps: null }, "steps is null, not a count"],
  [{ diagnosed_constraints: "{" }, "diagnosed_constraints is no list of names"],
  [{ ground_truth_iis: "[1]" }, "ground_truth_iis is no list of names"],
  [
    { ground_truth_iis: null },
    "it ended infeasible and ground_truth_iis is empty, so what was named cannot be judged",
  ],
])("a row with %o is left out with its reason and counts nowhere", (over, reason) => {
  expect(failuresOfResults([row(over)], LIMITS)).toMatchObject({
    rows: 1,
    models: [],
    skipped: [{ model: "sft", problem: "mip_typeD_3862", reason }],
  });
});

test("what the file does not say is said, with what stands in its place", () => {
  const { lacks, models } = failuresOfResults([row({ problem_id: "p1", steps: 25 })], LIMITS);
  expect(models[0].byType).toMatchObject([{ name: "unknown", n: 1, failed: 1 }]);
  expect(lacks[0]).toBe("How many steps an episode may take: 20 is assumed, but 1 episode took more.");
  expect(lacks[1]).toMatch(/names of the problems, and 1 name says none\.$/);
  expect(lacks.join(" ")).toMatch(/no set is left to train on/);
});

test("a file that is no results.db is refused with what it lacks", () => {
  const folder = freshFolder();
  const [text, other, older] = ["text", "other", "older"].map((name) => join(folder, `${name}.db`));
  writeFileSync(text, "problem,success\n".repeat(100));
  writeResultsDb(other, [], { table: "runs" });
  writeResultsDb(older, [], { columns: RESULT_COLUMNS.filter((name) => name !== "steps") });
  expect(() => failuresOfFile(text, LIMITS)).toThrow(/text\.db is no SQLite file\.$/);
  expect(() => failuresOfFile(other, LIMITS)).toThrow(/has no table evaluation_results, so it is no results/);
  expect(() => failuresOfFile(older, LIMITS)).toThrow(/has no column steps\.$/);
});

test("a file whose last rows are still in its log is read with them, and nothing is left beside it", () => {
  const file = join(freshFolder(), "results.db");
  const close = writeResultsDb(file, [row(), solved(9)], { wal: true });
  const before = readdirSync(join(file, "..")).toSorted();
  expect(failuresOfFile(file, LIMITS)).toMatchObject({ rows: 2, models: [{ model: "sft", n: 2 }] });
  expect(readdirSync(join(file, "..")).toSorted()).toEqual(before);
  close();
});

test("a file that was sent is read the same with its log, and without it says what may be missing", () => {
  const file = join(freshFolder(), "results.db");
  const close = writeResultsDb(file, [row(), solved(9)], { wal: true });
  const [bytes, wal] = [readFileSync(file), readFileSync(`${file}-wal`)];
  const sent = { name: "results.db", bytes, wal };
  expect(failuresOfSent(sent, LIMITS)).toMatchObject({ file: "results.db", rows: 2 });
  expect(failuresOfSent(sent, LIMITS).lacks.join(" ")).not.toMatch(/results\.db-wal/);
  close();
  const whole = { ...sent, bytes: readFileSync(file), wal: null };
  expect(failuresOfSent(whole, LIMITS)).toMatchObject({ rows: 2, models: [{ model: "sft", n: 2 }] });
  expect(failuresOfSent(whole, LIMITS).lacks.at(-1)).toMatch(/results\.db-wal, which was not sent/);
});

const DATA = process.env.ABLAB_TEST_DATA ?? join(import.meta.dirname, "../../../../../shared/data");
const EXPERIMENTS = join(DATA, "LLM-for-OR/outputs/experiments/2026-01-14");
const isHere = existsSync(EXPERIMENTS);
if (!isHere)
  console.warn(`Skipped: ${EXPERIMENTS} is not here; set ABLAB_TEST_DATA to the folder that has it.`);

// The stored summaries of both files say rr_at_5 .6 of 5 and, by their rows, .9 of 10: what is missing was solved, but late.
test.runIf(isHere).each([
  ["test_sqlite", 5, ["lp_typeA_002", "lp_typeA_003"]],
  ["test_sqlite_concurrent", 10, ["lp_typeA_005"]],
])("%s of LLM-for-OR: %i episodes, none failed, %j were slow", (name, n, slow) => {
  const file = join(freshFolder(), "results.db");
  copyFileSync(join(EXPERIMENTS, name, "results.db"), file);
  const { models, skipped } = failuresOfFile(file, LIMITS);
  expect(skipped).toEqual([]);
  expect(models).toMatchObject([
    { model: "qwen3_or_debug_merged", n, byType: [{ name: "A", n, failed: 0, slow: slow.length }] },
  ]);
  expect(models[0].cases.map(({ key, kind }) => [key, kind])).toEqual(slow.map((key) => [key, "slow"]));
});
