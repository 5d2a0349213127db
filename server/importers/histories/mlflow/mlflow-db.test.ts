import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "#db/copies/testing.ts";
import { type MadeMlflowRun, writeMlflowDb } from "#db/foreign/testing.ts";
import { rowsOf } from "../history.ts";
import { readHistories } from "../registry.ts";

const OPTIONS = { utcOffsetMinutes: 0, benchmark: null };
const AT = 1_690_000_001_000;

function store(...runs: MadeMlflowRun[]) {
  const path = join(freshFolder(), "mlflow.db");
  writeMlflowDb(path, runs);
  return { name: "mlflow.db", bytes: new Uint8Array(readFileSync(path)) };
}

test("runs of a store have their metrics by step whatever the order they were stored in, with NaN and infinities", () => {
  const file = store({
    id: "abc",
    name: "nice-run",
    params: { lr: "0.001", amp: "True" },
    tags: { "mlflow.source.git.commit": "abcdef1", team: "rl" },
    points: [
      ["loss", 0.5, AT, 0],
      ["loss", 0, AT + 2, 20, 1],
      ["loss", 0.4, AT + 1, 10],
      ["acc", 0.9, AT + 5, 10],
      ["acc", Number.MAX_VALUE, AT + 6, -3],
      ["loss", 0.3, AT + 3, 20],
    ],
  });
  const { runs } = readHistories([file], OPTIONS);
  expect(runs).toMatchObject([
    {
      name: "nice-run",
      startedAt: 1_690_000_000_000,
      endedAt: 1_690_000_060_000,
      state: "finished",
      config: { lr: 0.001, amp: true },
      environment: { commit: "abcdef1", experiment: "ablation", dataset: "gsm8k (abc)", "tag.team": "rl" },
    },
  ]);
  expect([...rowsOf(runs[0].history)].map(({ step, values }) => [step, values])).toEqual([
    [0, { acc: Infinity, loss: 0.5 }],
    [10, { loss: 0.4, acc: 0.9 }],
    [20, { loss: Number.NaN }],
    [20, { loss: 0.3 }],
  ]);
});

test("deleted runs are left out and told, and one that is running says so", () => {
  const file = store(
    { id: "a", name: "a", status: "RUNNING", points: [] },
    { id: "b", name: "b", stage: "deleted", points: [["loss", 1, AT, 0]] },
  );
  const { runs } = readHistories([file], OPTIONS);
  expect(runs.map(({ name, state, notes }) => [name, state, notes.length])).toEqual([["a", "killed", 2]]);
});

test("the same run in a folder and in a database is one source", () => {
  const file = store({ id: "abc", name: "x", points: [["loss", 1, AT, 0]] });
  const meta = new TextEncoder().encode("run_id: abc\nrun_name: x\nstatus: 3\nlifecycle_stage: active\n");
  const { runs, notes } = readHistories([file, { name: "mlruns/0/abc/meta.yaml", bytes: meta }], OPTIONS);
  expect([runs.length, notes.length]).toEqual([1, 1]);
});

test("a value that is none is refused with its run and metric, and a cut file by its name", () => {
  const broken = store({ id: "abc", name: "x", points: [["loss", "high", AT, 0]] });
  expect(() => readHistories([broken], OPTIONS)).toThrow("mlflow.db, table metrics, run abc, metric loss");
  const whole = store({ id: "abc", name: "x", points: [["loss", 1, AT, 0]] });
  for (const length of [200, 5000, whole.bytes.length - 4096])
    expect(() => readHistories([{ ...whole, bytes: whole.bytes.subarray(0, length) }], OPTIONS)).toThrow(
      "mlflow.db",
    );
});
