import { expect, test } from "vitest";
import { rowsOf } from "../history.ts";
import { readHistories } from "../registry.ts";

const OPTIONS = { utcOffsetMinutes: 0, benchmark: null };
const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });
const META =
  "run_id: abc\nrun_name: nice-run\nstart_time: 1690000000000\nend_time: 1690000060000\nstatus: 3\nlifecycle_stage: active\nuser_id: me\n";

const store = (meta = META, loss = "1690000001000 0.5 0\n1690000002000 nan 10\n1690000003000 0.4 10\n") => [
  file("mlruns/0/meta.yaml", "experiment_id: '0'\nname: Default\n"),
  file("mlruns/0/abc/meta.yaml", meta),
  file("mlruns/0/abc/metrics/train/loss", loss),
  file("mlruns/0/abc/metrics/acc", "1690000002000 0.9 10\n"),
  file("mlruns/0/abc/params/lr", "0.001"),
  file("mlruns/0/abc/params/amp", "True"),
  file("mlruns/0/abc/tags/mlflow.source.git.commit", "abcdef1"),
  file("mlruns/0/abcd/metrics/other", "1690000002000 0.9 10\n"),
];

test("a run of mlruns has its metrics by step, its parameters and the times of its store", () => {
  const { runs, notes } = readHistories(store(), OPTIONS);
  expect(runs).toMatchObject([
    {
      name: "nice-run",
      startedAt: 1_690_000_000_000,
      endedAt: 1_690_000_060_000,
      state: "finished",
      config: { lr: 0.001, amp: true },
      environment: { commit: "abcdef1", user: "me" },
    },
  ]);
  expect([...rowsOf(runs[0].history)]).toEqual([
    { step: 0, at: 1_690_000_001_000, values: { "train/loss": 0.5 } },
    { step: 10, at: 1_690_000_002_000, values: { "train/loss": Number.NaN, acc: 0.9 } },
    { step: 10, at: 1_690_000_003_000, values: { "train/loss": 0.4 } },
  ]);
  expect(notes).toEqual([expect.stringContaining("abcd/metrics/other")]);
});

test.each([
  [META.replace("status: 3", "status: FAILED"), "failed"],
  [META.replace("status: 3", "status: 1"), "killed"],
])("a run that did not finish is none", (meta, state) => {
  expect(readHistories(store(meta), OPTIONS).runs[0].state).toBe(state);
});

test("a deleted run is left out, and a broken file is refused by line", () => {
  expect(readHistories(store(META.replace("active", "deleted")), OPTIONS).runs).toEqual([]);
  expect(() => readHistories(store(META, "1690000001000 0.5 0\nbroken"), OPTIONS)).toThrow(
    "metrics/train/loss, line 2",
  );
});
