import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Db, openDb } from "#db/client.ts";
import { freshFolder } from "#db/copies/testing.ts";
import { removeUnfinishedEvaluations } from "./store-evaluation.ts";
import { externalWorld } from "./testing.ts";

const ROWS = 5_500;

const rowsOf = (n: number) =>
  Array.from({ length: n }, (_, i) => ({
    problem: `p${i}`,
    solved: i % 3 === 0,
    score: i / 7,
    steps: i % 2 === 0 ? 4 : null,
  }));

const evaluation = (key: string, n: number) => ({
  key,
  benchmark: "math",
  step: 3,
  final: true,
  rows: rowsOf(n),
});

/** What is stored, in the order of the rows that were sent. */
function stored({ world }: ReturnType<typeof externalWorld>): unknown[][] {
  return world.ctx.db.$client
    .prepare(
      `select pp.key, r.solved, r.score, r.steps from evaluation_rows r
       join evaluations e on e.id = r.evaluation_id
       join population_problems pp on pp.population_hash = e.population_hash and pp.problem_hash = r.problem_hash
       order by cast(substr(pp.key, 2) as integer)`,
    )
    .raw()
    .all() as unknown[][];
}

test("an evaluation of many rows is stored as one of few is, with turns for others in between", async () => {
  const external = externalWorld();
  const { runId } = external.open();
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) globalThis.setImmediate(count);
  };
  globalThis.setImmediate(count);
  await external.verbs.keepEvaluation(runId, evaluation("e1", ROWS));
  isDone = true;
  // Masked, hashed and stored in three parts each, then the set and the outcomes.
  expect(turns).toBeGreaterThan(9);
  expect(stored(external)).toEqual(
    rowsOf(ROWS).map(({ problem, solved, score, steps }) => [problem, Number(solved), score, steps ?? 1]),
  );
});

test("the same key again changes nothing, and another evaluation of the set is of the same problems", async () => {
  const external = externalWorld();
  const { runId } = external.open();
  const sql = external.world.ctx.db.$client;
  const counts = () =>
    ["evaluations", "evaluation_rows", "problems", "populations", "population_problems"].map((table) =>
      sql.prepare(`select count(*) from ${table}`).pluck().get(),
    );
  await external.verbs.keepEvaluation(runId, evaluation("e1", ROWS));
  await external.verbs.keepEvaluation(runId, evaluation("e1", ROWS));
  expect(counts()).toEqual([1, ROWS, ROWS, 1, ROWS]);
  await external.verbs.keepEvaluation(runId, evaluation("e2", ROWS));
  expect(counts()).toEqual([2, 2 * ROWS, ROWS, 1, ROWS]);
});

test("a run that is deleted while its evaluation comes gets none, and no half of one stays", async () => {
  const external = externalWorld();
  const { runId } = external.open();
  const sql = external.world.ctx.db.$client;
  const kept = Promise.resolve(external.verbs.keepEvaluation(runId, evaluation("e1", ROWS)));
  sql.pragma("foreign_keys = off");
  sql.prepare("delete from external_runs where run_id = ?").run(runId);
  sql.pragma("foreign_keys = on");
  await expect(kept).rejects.toMatchObject({ code: "not_found" });
  expect(sql.prepare("select count(*) from evaluations").pluck().get()).toBe(0);
  expect(sql.prepare("select count(*) from evaluation_rows").pluck().get()).toBe(0);
});

const TABLES = [
  "evaluations",
  "evaluation_rows",
  "populations",
  "population_problems",
  "unfinished_evaluations",
];

const countsIn = ({ $client }: Db) =>
  TABLES.map((table) => $client.prepare(`select count(*) from ${table}`).pluck().get() as number);

/** Waits until some outcomes are stored. */
async function untilHalf({ $client }: Db): Promise<void> {
  const some = $client.prepare("select 1 from evaluation_rows");
  while (!some.get()) await setImmediate();
}

test("nobody finds half of an evaluation or of its set, and what was cut goes at the next start", async () => {
  const external = externalWorld();
  const { runId } = external.open();
  const { ctx } = external.world;
  const kept = external.verbs.keepEvaluation(runId, evaluation("e1", ROWS));
  await untilHalf(ctx.db);
  expect(countsIn(ctx.db)).toEqual([0, 2000, 0, 2000, 1]);
  // The file as it is at this moment is what a process finds after the one before was killed.
  const path = join(freshFolder(), "ablab.db");
  writeFileSync(path, ctx.db.$client.serialize());
  await kept;
  expect(countsIn(ctx.db)).toEqual([1, ROWS, 1, ROWS, 0]);
  const db = openDb(path);
  expect(await removeUnfinishedEvaluations({ ...ctx, db })).toBe(1);
  expect(countsIn(db)).toEqual([0, 0, 0, 0, 0]);
});

test("of two evaluations that bring one set at once, the end of one takes nothing from the other", async () => {
  const external = externalWorld();
  const [first, second] = ["r1", "r2"].map((key) => external.open({ key }).runId);
  const { db } = external.world.ctx;
  const refused = Promise.resolve(external.verbs.keepEvaluation(first, evaluation("e1", ROWS)));
  const kept = external.verbs.keepEvaluation(second, evaluation("e1", ROWS));
  await untilHalf(db);
  db.$client.pragma("foreign_keys = off");
  db.$client.prepare("delete from external_runs where run_id = ?").run(first);
  db.$client.pragma("foreign_keys = on");
  await expect(refused).rejects.toMatchObject({ code: "not_found" });
  await kept;
  expect(countsIn(db)).toEqual([1, ROWS, 1, ROWS, 0]);
});
