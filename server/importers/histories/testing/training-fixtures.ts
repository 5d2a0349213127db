import { readFileSync } from "node:fs";
import { join } from "node:path";
import { changed, type Fixture, FROM, lines, SPAN } from "./fixture.ts";
import { exitRecord, row, runRecord, wandbLog } from "./wandb-log.ts";

const EVENTS = readFileSync(join(import.meta.dirname, "../../../folders/fixtures/scalars.tfevents"));

/** The same bytes with another one at a place. */
function withByte(bytes: Uint8Array, at: number): Uint8Array {
  const other = new Uint8Array(bytes);
  other[at] ^= 1;
  return other;
}

const LOG = wandbLog([
  runRecord({ id: "abc", at: FROM, config: { lr: 0.001 } }),
  ...[0, 1].map((step) => row(step, FROM + 300_000 * step, { loss: 1 - step / 2 })),
  exitRecord(0),
]);

/** Files that trainers write of themselves. */
export const TRAINING_FIXTURES: readonly Fixture[] = [
  changed(
    "trainer-state",
    "out/checkpoint-20/trainer_state.json",
    (step) =>
      JSON.stringify({
        global_step: 20,
        max_steps: 20,
        log_history: [
          { step: 10, loss: 0.5 },
          { step, loss: 0.25 },
        ],
      }),
    { good: 20, bad: "last", place: "log_history[1].step" },
  ),
  {
    kind: "event-files",
    files: [{ name: "ppo/PPO_1/events.out.tfevents.1763712485.node", bytes: EVENTS }],
    startedAt: 1_763_712_485_500,
    endedAt: 1_763_712_490_000,
    broken: { bytes: withByte(EVENTS, 200), place: "at byte 1" },
  },
  {
    kind: "wandb-file",
    files: [{ name: "wandb/run-20260114_070000-abc/run-abc.wandb", bytes: LOG }],
    ...SPAN,
    broken: { bytes: withByte(LOG, LOG.length - 20), place: "at byte " },
  },
  changed(
    "bundle",
    "grpo.jsonl",
    (value) =>
      lines([
        { ablab_bundle: 1, source: "made here" },
        { run: { id: "a/1", name: "a", state: "finished", ...SPAN, config: { lr: 0.001 }, tags: ["t"] } },
        { rows: { step: [0, 1], at: [FROM, FROM + 1], values: { loss: [1, value], reward: [null, "NaN"] } } },
        { end: { runs: 1 } },
      ]),
    { good: 0.5, bad: "low", place: "line 3, rows.values.loss[1]", ...SPAN },
  ),
  changed(
    "axiom-metrics",
    "02/metrics.jsonl",
    (total) =>
      lines(
        [0, 1].map((iteration) => ({
          iteration,
          timestamp: `2026-01-14T07:0${5 * iteration}:00Z`,
          val: { overall: { passed: 4, total: iteration === 1 ? total : 8 } },
        })),
      ),
    { good: 8, bad: 2, place: "line 2, val/accuracy", ...SPAN },
  ),
  changed(
    "axiom-summary",
    "04/summary.json",
    (total) =>
      JSON.stringify({
        experiment: "replay",
        timestamp: "2026-01-14T08:00:00Z",
        config: { seed: 42 },
        metrics: [0, 1].map((iteration) => ({
          iteration,
          timestamp: `2026-01-14T07:0${5 * iteration}:00Z`,
          val: { overall: { passed: 4, total: iteration === 1 ? total : 8 } },
        })),
        final_results: {},
      }),
    { good: 8, bad: 2, place: "metrics[1].val/accuracy", ...SPAN },
  ),
  changed(
    "axiom-best-of",
    "01/baseline_best_of_8.json",
    (passed) =>
      JSON.stringify({
        evaluation_method: "Best-of-8",
        model: "m",
        temperature: 0.7,
        samples_per_problem: 8,
        results: { fizzbuzz: { passed: 8, total: 8 }, two_sum: { passed, total: 8 } },
      }),
    { good: 3, bad: 9, place: "results.two_sum" },
  ),
  changed(
    "axiom-results",
    "hard/baseline_results.json",
    (passed) =>
      JSON.stringify({
        by_type: {},
        overall: { passed: 1, total: 2 },
        details: [
          { problem_id: "a_1", problem_type: "a", passed_all: true, passed: 5, total: 5 },
          { problem_id: "a_2", problem_type: "a", passed_all: false, passed, total: 5 },
        ],
      }),
    { good: 2, bad: 5, place: "details[1].passed_all" },
  ),
  changed(
    "axiom-traces",
    "teacher/traces.jsonl",
    (verified) =>
      lines(
        [0, 5].map((minute, i) => ({
          problem_type: "a",
          problem_id: `a_${i}`,
          teacher_model: "t",
          verified: i === 1 ? verified : true,
          passed_tests: 5,
          total_tests: 5,
          timestamp: `2026-01-14T07:0${minute}:00Z`,
        })),
      ),
    { good: true, bad: "yes", place: "line 2, verified", ...SPAN },
  ),
  changed(
    "metrics-json",
    "hard/hard_training_metrics.json",
    (step) =>
      JSON.stringify({
        start_time: "2026-01-14T07:00:00Z",
        config: { model: "m" },
        training: [
          { step: 0, problem_type: "a", avg_reward: 0.5, max_reward: 1 },
          { step, problem_type: "b", avg_reward: 0.2, max_reward: 1 },
        ],
        evaluation: {
          before: { a: { success: false, partial_score: 0.5 } },
          after: { a: { success: true, partial_score: 1 } },
        },
        end_time: "2026-01-14T07:05:00Z",
      }),
    { good: 1, bad: -1, place: "training[1].step", ...SPAN },
  ),
  changed(
    "training-metadata",
    "dgro/training_metadata.json",
    (timestamp) => JSON.stringify({ timestamp, model: "m", dgro_statistics: { mean_reward: 3 } }),
    { good: "2026-01-14T07:05:00Z", bad: "yesterday", place: "timestamp", endedAt: SPAN.endedAt },
  ),
  changed(
    "ablation-summary",
    "ablation/ablation_summary.json",
    (results) => JSON.stringify({ timestamp: "2026-01-14T07:05:00Z", results }),
    { good: [{ config_name: "no_kl", train_loss: 0.5 }], bad: {}, place: '"results"', endedAt: SPAN.endedAt },
  ),
  changed(
    "training-steps",
    "self-play/progress.json",
    (rounds) => JSON.stringify({ timestamp: "2026-01-14T07:05:00Z", round_metrics: rounds }),
    { good: [{ round: 1, rr_at_5: 0.5 }], bad: [3], place: '"rows"', endedAt: SPAN.endedAt },
  ),
  changed(
    "curriculum-results",
    "curriculum/curriculum_results.json",
    (stages) => JSON.stringify({ stages, final_model: "m", completed_at: "2026-01-14T07:05:00Z" }),
    { good: [{ stage: "easy", checkpoint: "c" }], bad: 3, place: '"stages"', endedAt: SPAN.endedAt },
  ),
  changed(
    "sft-failures",
    "data/sft_failures.json",
    (failures) =>
      JSON.stringify({
        metadata: { model: "m", timestamp: "2026-01-14T07:05:00Z" },
        summary: { total_failures: 1 },
        weakness_profile: {},
        failures,
      }),
    { good: [{ problem_id: "p" }], bad: 1, place: '"failures"', endedAt: SPAN.endedAt },
  ),
  changed(
    "step-labels",
    "data/prm_labels.json",
    (label) =>
      JSON.stringify({
        metadata: { timestamp: "2026-01-14T07:05:00Z", analysis: { total_steps: 2, label_distribution: {} } },
        labels: [
          { step_id: "p_step0", step_index: 0, label: 1 },
          { step_id: "p_step1", step_index: 1, label },
        ],
      }),
    { good: 0.5, bad: 7, place: "labels[1].label", endedAt: SPAN.endedAt },
  ),
];
