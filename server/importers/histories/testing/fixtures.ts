import { Buffer } from "node:buffer";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  FULL_COLUMNS,
  fullResult,
  writeFullResultsDb,
  writeMlflowDb,
  writeTrackioDb,
} from "#db/foreign/testing.ts";
import { changed, file, type Fixture, FROM, json, lines, SPAN } from "./fixture.ts";
import { TRAINING_FIXTURES } from "./training-fixtures.ts";
import { zipOf } from "./zip.ts";

function database(write: (path: string) => void): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "ablab-fixture-"));
  try {
    const path = join(folder, "made.db");
    write(path);
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const episodes = (steps: unknown) =>
  [1, 2, 3].map((i) =>
    fullResult({ model_name: "m", problem_id: `lp_typeA_00${i}`, success: 1, steps: i === 2 ? steps : i }, i),
  );

const resultsDb = (steps: unknown) => database((path) => writeFullResultsDb(path, episodes(steps)));
const mlflowDb = (value: unknown) =>
  database((path) =>
    writeMlflowDb(path, [
      {
        id: "abc",
        name: "run",
        params: { lr: "0.1" },
        points: [
          ["loss", 0.5, FROM, 0],
          ["loss", value, FROM + 1, 1],
        ],
      },
    ]),
  );

const trackioDb = (last: unknown) =>
  database((path) =>
    writeTrackioDb(path, [
      {
        id: "abc",
        name: "run",
        config: { lr: 0.1 },
        rows: [0, 1].map((i) => [
          i,
          new Date(FROM + 300_000 * i).toISOString(),
          i === 1 ? last : { loss: 1 },
        ]),
      },
    ]),
  );

const inspect = (value: unknown) => ({
  version: 2,
  status: "success",
  eval: { run_id: "r", created: "2026-01-14T07:00:00Z", task: "gpqa", model: "x", dataset: { name: "gpqa" } },
  plan: { config: { temperature: 0 } },
  stats: { started_at: "2026-01-14T07:00:00Z", completed_at: "2026-01-14T07:05:00Z" },
  samples: [1, 2].map((id) => ({ id, epoch: 1, scores: { match: { value: id === 2 ? value : "C" } } })),
});

function inspectArchive(value: unknown): Buffer {
  const { samples, ...head } = inspect(value);
  return zipOf([
    { name: "header.json", bytes: JSON.stringify(head) },
    { name: "summaries.json", bytes: JSON.stringify(samples) },
  ]);
}

const LM = "m/samples_gsm8k_2026-01-14T07-00-00.123.jsonl";

/** One for every reader. */
export const FIXTURES: readonly Fixture[] = [
  ...TRAINING_FIXTURES,
  {
    kind: "mlflow-db",
    files: [{ name: "store/mlflow.db", bytes: mlflowDb(0.4) }],
    startedAt: 1_690_000_000_000,
    endedAt: 1_690_000_060_000,
    broken: { bytes: mlflowDb("low"), place: "table metrics, run abc, metric loss" },
  },
  {
    kind: "trackio-db",
    files: [{ name: "trackio/grpo.db", bytes: trackioDb({ loss: 0.5 }) }],
    ...SPAN,
    broken: { bytes: trackioDb("{loss"), place: "table metrics, row 2, column metrics" },
  },
  {
    kind: "results-db",
    files: [{ name: "exp/results.db", bytes: resultsDb(2) }, file("exp/config.yaml", "dataset: data/hard\n")],
    startedAt: FROM - 1000,
    endedAt: FROM + 3000,
    broken: { bytes: resultsDb(2.5), place: "table evaluation_results, row 2, column steps" },
  },
  changed(
    "results-json",
    "exp/results.json",
    (steps) =>
      JSON.stringify({
        models: {
          m: {
            summary: { recovery_rate: 1 },
            per_problem_results: episodes(steps).map((row) =>
              Object.fromEntries(FULL_COLUMNS.map((name) => [name, row[name] ?? null])),
            ),
          },
        },
      }),
    {
      good: 2,
      bad: "two",
      place: "models.m.per_problem_results[1].steps",
      startedAt: FROM - 1000,
      endedAt: FROM + 3000,
    },
  ),
  changed(
    "eval-json",
    "exp/sft_eval.json",
    (steps) =>
      JSON.stringify({
        model_name: "sft",
        dataset: "data/hard",
        summary: { n_episodes: 2 },
        results: [1, 2].map((i) => ({
          problem_id: `lp_typeA_00${i}`,
          success: true,
          steps: i === 2 ? steps : 1,
          diagnosed_constraints: [],
          ground_truth_iis: ["a"],
          wall_clock_seconds: 2,
        })),
      }),
    { good: 3, bad: -1, place: "results[1].steps" },
  ),
  {
    kind: "mlruns",
    files: [
      file(
        "mlruns/0/abc/meta.yaml",
        "run_id: abc\nrun_name: run\nstart_time: 1690000000000\nend_time: 1690000060000\nstatus: 3\nlifecycle_stage: active\n",
      ),
      file("mlruns/0/abc/metrics/loss", "1690000001000 0.5 0\n1690000002000 0.4 1\n"),
    ],
    startedAt: 1_690_000_000_000,
    endedAt: 1_690_000_060_000,
    broken: { bytes: Buffer.from("run_id: 7\nlifecycle_stage: active\n"), place: "run_id" },
  },
  changed(
    "lm-eval",
    LM,
    (value) =>
      lines(
        [1, 2].map((id) => ({
          doc_id: id,
          doc_hash: `h${id}`,
          filter: "none",
          metrics: ["acc"],
          acc: id === 2 ? value : 1,
        })),
      ),
    {
      good: 0,
      bad: "right",
      place: "line 2, metrics",
      startedAt: FROM,
      endedAt: FROM,
      beside: [
        json("m/results_2026-01-14T07-00-00.123.json", { model_name: "m", date: FROM / 1000, config: {} }),
      ],
    },
  ),
  changed("inspect", "logs/x.json", (value) => JSON.stringify(inspect(value)), {
    good: "I",
    bad: "maybe",
    place: "samples[1].scores.match.value",
    ...SPAN,
  }),
  {
    kind: "inspect-eval",
    files: [{ name: "logs/x.eval", bytes: inspectArchive("I") }],
    ...SPAN,
    broken: { bytes: inspectArchive("maybe"), place: "summaries.json[1].scores.match.value" },
  },
  changed(
    "nemo-gym",
    "gym/rollouts.jsonl",
    (reward) =>
      lines(
        [0, 1].map((task) => ({
          responses_create_params: { temperature: 0 },
          response: { id: `r${task}`, model: "m", created_at: FROM / 1000 + 300 * task },
          reward: task === 1 ? reward : 1,
          _ng_task_index: task,
          _ng_rollout_index: 0,
        })),
      ),
    { good: 0, bad: "high", place: "line 2, reward", ...SPAN },
  ),
  changed(
    "openai-evals",
    "evals/log.jsonl",
    (correct) =>
      lines([
        { spec: { completion_fns: ["m"], eval_name: "e", run_id: "1", created_at: "2026-01-14T07:00:00Z" } },
        {
          run_id: "1",
          sample_id: "s1",
          type: "match",
          data: { correct },
          created_at: "2026-01-14T07:05:00Z",
        },
        { final_report: { accuracy: 1 } },
      ]),
    { good: true, bad: "yes", place: "line 2, data.correct", ...SPAN },
  ),
  changed(
    "columns",
    "log/history.jsonl",
    (step) =>
      lines(
        [0, 1].map((i) => ({
          step: i === 1 ? step : 0,
          loss: 0.5,
          timestamp: `2026-01-14T07:0${5 * i}:00Z`,
        })),
      ),
    { good: 1, bad: 0.5, place: "line 2, column step", ...SPAN },
  ),
  changed(
    "lighteval",
    "le/results_2026-01-14T07-05-00.000.json",
    (general) => `{"config_general": ${JSON.stringify(general)}${general === null ? ", " : "}"}`,
    {
      good: { model_name: "org/m", model_config: { generation_parameters: { temperature: 0 } } },
      bad: null,
      place: "line 1, column",
      endedAt: SPAN.endedAt,
    },
  ),
];
