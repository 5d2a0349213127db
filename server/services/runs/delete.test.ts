import { describe, expect, test } from "vitest";
import { insertRunInputs } from "#db/queries/inputs.ts";
import { labelsEvent, labelWorld, step } from "../labels/testing.ts";
import { codeOf, launch, started } from "../testing.ts";
import { HASHES, reportWorld } from "../reports/testing.ts";
import { deleteRun, planDeletion } from "./delete.ts";
import { stopRun } from "./stop.ts";

type Db = ReturnType<typeof reportWorld>["ctx"]["db"];

/** Number of rows of every table that people's data live in. */
function rowCounts(db: Db): Record<string, number> {
  const tables = db.$client
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name")
    .pluck()
    .all() as string[];
  return Object.fromEntries(
    tables.map((name) => [
      name,
      db.$client.prepare(`select count(*) from "${name}"`).pluck().get() as number,
    ]),
  );
}

/** Tables that hold a row of these owners, by the columns that name one. */
function tablesOf(db: Db, owners: string[]): string[] {
  const list = JSON.stringify(owners);
  return Object.keys(rowCounts(db)).filter((table) => {
    const columns = db.$client.pragma(`table_info("${table}")`) as { name: string }[];
    return columns
      .filter((c) => ["run_id", "attempt_id"].includes(c.name) || (table === "runs" && c.name === "id"))
      .some((c) =>
        db.$client
          .prepare(`select 1 from "${table}" where ${c.name} in (select value from json_each(?)) limit 1`)
          .get(list),
      );
  });
}

/** One row in every table that belongs to a run and that the world does not fill. */
function fillTheRest(db: Db, run: string, attempt: string, evaluation: string): void {
  const rows: [table: string, columns: Record<string, string | number>][] = [
    ["run_notes", { attempt_id: attempt, at: 1, level: "info", message: "x" }],
    ["dismissals", { run_id: run, rule: "D01", metric: "", reason: "x", by: "x", at: 1 }],
    [
      "run_stages",
      { attempt_id: attempt, at: 1, train_step: 1, change: "began", name: "x", reason: "x", weights: "{}" },
    ],
    ["log_chunks", { attempt_id: attempt, offset: 0, bytes: "x" }],
    [
      "artifacts",
      { attempt_id: attempt, kind: "final_weights", train_step: 1, sha256: "x", bytes: 1, at: 1 },
    ],
    ["point_sources", { attempt_id: attempt, source: "gpu", last_seq: 1 }],
    ["group_samples", { attempt_id: attempt, train_step: 1, drawn: 1, groups: "[]" }],
    ["failure_reports", { attempt_id: attempt, run_id: run, evaluation_id: evaluation, report: "{}", at: 1 }],
    ["prm_reports", { attempt_id: attempt, run_id: run, report: "{}", at: 1 }],
    ["rollout_prompts", { id: 1, run_id: run, hash: "x", opening: "", turns: "[]", offset: 0 }],
    ["rollout_blocks", { id: 1, run_id: run, bytes: 0, live: 0, data: "x" }],
    ["rollout_sieves", { block_id: 1, run_id: run, bits: "x" }],
    [
      "rollout_groups",
      {
        attempt_id: attempt,
        phase: "train",
        step: 1,
        key: "x",
        prompt_id: 1,
        n: 0,
        rewarded: 0,
        truncated: 0,
      },
    ],
    ["run_inputs", { run_id: run, slot: "start", kind: "checkpoint", from_run_id: "run_x", from_name: "x" }],
  ];
  for (const [table, columns] of rows) {
    const names = Object.keys(columns);
    db.$client
      .prepare(`insert into ${table} (${names.join(",")}) values (${names.map(() => "?").join(",")})`)
      .run(...Object.values(columns));
  }
}

describe("deleting a run", () => {
  test("empties every table that names a run or an attempt of it", () => {
    const world = reportWorld();
    const { db } = world.ctx;
    const run = world.runs[0].id;
    const attempt = db.$client.prepare("select id from attempts where run_id = ?").pluck().get(run) as string;
    const evaluation = db.$client.prepare("select id from evaluations where run_id = ?").pluck().get(run);
    fillTheRest(db, run, attempt, String(evaluation));
    const held = tablesOf(db, [run, attempt]);
    expect(held).toEqual(
      [
        "artifacts",
        "attempt_populations",
        "attempts",
        "dismissals",
        "evaluations",
        "failure_reports",
        "group_samples",
        "log_chunks",
        "point_sources",
        "prm_reports",
        "rollout_blocks",
        "rollout_groups",
        "rollout_prompts",
        "rollout_sieves",
        "run_inputs",
        "run_notes",
        "run_stages",
        "runs",
        "sealed_attempts",
        "series",
        "status_events",
      ].toSorted(),
    );
    deleteRun(world.ctx, run);
    expect(tablesOf(db, [run, attempt])).toEqual([]);
  });

  test("takes every row of it and none of another run, and leaves no row without its owner", () => {
    const world = reportWorld();
    const { db } = world.ctx;
    const before = rowCounts(db);
    const run = world.runs[2];
    const said = deleteRun(world.ctx, run.id);
    expect(said.message).toMatch(/^With .* go \d+ points, 2 evaluations/);
    const after = rowCounts(db);
    const share = (table: string) => before[table] - after[table];
    expect(share("runs")).toBe(1);
    expect(share("attempts")).toBe(1);
    expect(share("evaluations")).toBe(2);
    expect(share("evaluation_rows")).toBe(2 * HASHES.length);
    expect(share("series")).toBe(before.series / world.runs.length);
    for (const table of [
      "problems",
      "populations",
      "population_problems",
      "experiments",
      "sweeps",
      "workers",
    ])
      expect(share(table), table).toBe(0);
    expect(db.$client.pragma("foreign_key_check")).toEqual([]);
    expect(
      db.$client.prepare("select count(*) from status_events where run_id = ?").pluck().get(run.id),
    ).toBe(0);
  });

  test("takes the labels that another run gave to its episodes, and says so before", () => {
    const { world, policy, labeller } = labelWorld([[step("GET_IIS")], [step("DROP")]]);
    const labels = labeller();
    labels.send(labelsEvent([{ i: 0, step: 1, label: 0.2, reason: "only looks" }]));
    labels.finish();
    expect(planDeletion(world.ctx, policy.runId).message).toContain(
      "1 step label that another run gave to its episodes",
    );
    deleteRun(world.ctx, policy.runId);
    expect(rowCounts(world.ctx.db)).toMatchObject({
      step_labels: 0,
      label_sets: 0,
      episodes: 0,
      episode_steps: 0,
    });
    expect(rowCounts(world.ctx.db).runs).toBe(1);
    expect(world.ctx.db.$client.pragma("foreign_key_check")).toEqual([]);
  });

  test("is refused while a run waits for the labels that another gave to its episodes", () => {
    const { world, policy, labeller } = labelWorld([[step("GET_IIS")], [step("DROP")]]);
    const labels = labeller();
    labels.send(labelsEvent([{ i: 0, step: 1, label: 0.2, reason: "only looks" }]));
    labels.finish();
    const waiting = launch(world, { seeds: [9] }, { title: "A model of them" }).runs[0];
    insertRunInputs(world.ctx.db, [
      {
        runId: waiting.id,
        slot: "labels",
        kind: "labels",
        fromRunId: labels.runId,
        fromName: "labeller",
        evaluationId: null,
      },
    ]);
    const before = rowCounts(world.ctx.db);
    expect(() => deleteRun(world.ctx, policy.runId)).toThrow(
      /takes its labels from labeller, which labeled episodes of .* and has not ended/,
    );
    expect(codeOf(() => planDeletion(world.ctx, policy.runId)).code).toBe("conflict");
    expect(rowCounts(world.ctx.db)).toEqual(before);
    stopRun(world.ctx, waiting.id);
    expect(deleteRun(world.ctx, policy.runId).message).toContain("1 step label that another run gave");
  });

  test("is refused while it goes on or waits, and for one that is not there", () => {
    const { world, attempt } = started();
    const { runs } = launch(world);
    expect(codeOf(() => deleteRun(world.ctx, attempt.runId)).code).toBe("conflict");
    expect(codeOf(() => deleteRun(world.ctx, runs[0].id)).code).toBe("conflict");
    expect(codeOf(() => deleteRun(world.ctx, "run_0000000000000000")).code).toBe("not_found");
    stopRun(world.ctx, runs[0].id);
    expect(deleteRun(world.ctx, runs[0].id).message).toContain("holds no data");
  });

  test("is refused while another run waits for what it made", () => {
    const world = reportWorld();
    const waiting = launch(world, { seeds: [9] }, { title: "Next" }).runs[0];
    insertRunInputs(world.ctx.db, [
      {
        runId: waiting.id,
        slot: "weights",
        kind: "checkpoint",
        fromRunId: world.runs[0].id,
        fromName: world.runs[0].name,
        evaluationId: null,
      },
    ]);
    const before = rowCounts(world.ctx.db);
    expect(codeOf(() => deleteRun(world.ctx, world.runs[0].id)).code).toBe("conflict");
    expect(rowCounts(world.ctx.db)).toEqual(before);
  });
});
